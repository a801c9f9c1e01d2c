// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lock/wait_announcement.h"

#include "core/lock/lk1_text.h"
#include "core/text/fingerprint_list.h"
#include "core/text/hex.h"
#include "core/text/number.h"
#include "core/text/percent.h"
#include "core/text/random_bytes.h"
#include "core/text/split.h"

namespace lockkeeper::lock {
namespace {

constexpr std::size_t kIdBytes = 8;
constexpr char kIdField = 'w';
constexpr char kDatabaseField = 'd';
constexpr char kFailsField = 'f';
constexpr char kHoldingField = 'h';
constexpr char kLikelyHoldingField = 'l';

bool isId(std::string_view text) noexcept
{
    return text.size() == 2 * kIdBytes && isLowerHex(text);
}

std::optional<std::vector<Resource>> readResources(std::string_view field)
{
    std::vector<Resource> resources;
    for (const std::string_view name : split(field, ',')) {
        auto decoded = percentDecodeField(name);
        if (!decoded || decoded->empty())
            return std::nullopt;
        resources.emplace_back(std::move(*decoded));
    }
    return resources;
}

std::string holdingField(const std::vector<Fingerprint>& tokens, bool isCertain)
{
    std::string field(1, ':');
    field += isCertain ? kHoldingField : kLikelyHoldingField;
    return field + hexList(tokens);
}

} // namespace

Result<std::string> makeWaitId()
{
    const auto random = randomBytes(kIdBytes);
    if (!random)
        return tl::make_unexpected(random.error());
    return hex(*random);
}

std::optional<std::string> channelOf(const WaitAnnouncement& announcement)
{
    std::string name(kWaitChannelPrefix);
    for (const Resource& resource : announcement.resources) {
        if (name.size() + resource.value().size() > kLongestWaitChannel)
            return std::nullopt;
        name += percentEncodeField(resource.value());
        name += ',';
    }
    name.back() = ':';
    name += lk1OwnerFields(announcement.owner, announcement.since);
    name.append(1, kIdField).append(announcement.id);
    if (announcement.database)
        name.append(1, ':')
            .append(1, kDatabaseField)
            .append(std::to_string(*announcement.database));
    if (announcement.failsOnDeadlock)
        name.append(1, ':').append(1, kFailsField);
    if (announcement.holding) {
        const std::string held = holdingField(*announcement.holding, announcement.isHoldingCertain);
        if (name.size() + held.size() <= kLongestWaitChannel)
            name += held;
    }
    return name.size() <= kLongestWaitChannel ? std::optional(std::move(name)) : std::nullopt;
}

std::optional<WaitAnnouncement> parseWaitChannel(std::string_view name)
{
    if (!name.starts_with(kWaitChannelPrefix) || name.size() > kLongestWaitChannel)
        return std::nullopt;
    const auto fields = splitLk1Fields(name.substr(kWaitChannelPrefix.size()));
    if (!fields || fields->size() <= 1 + kLk1OwnerFields)
        return std::nullopt;
    const std::span all(*fields);
    const auto named = all.subspan(1 + kLk1OwnerFields);
    auto resources = readResources(all.front());
    auto owner = readLk1Owner(all.subspan<1, kLk1OwnerFields>(), named);
    const auto id = namedLk1Field(named, kIdField);
    const auto database = namedLk1Field(named, kDatabaseField);
    const auto certain = namedLk1Field(named, kHoldingField);
    const auto tokens = certain ? certain : namedLk1Field(named, kLikelyHoldingField);
    auto holding = tokens ? parseHexList(*tokens) : std::nullopt;
    if (!resources || !owner || !id || !isId(*id) || (tokens && !holding))
        return std::nullopt;
    return WaitAnnouncement{.resources = std::move(*resources),
        .owner = std::move(owner->owner),
        .since = owner->time,
        .id = std::string(*id),
        .database = database ? numberIn<int>(*database) : std::nullopt,
        .holding = std::move(holding),
        .isHoldingCertain = certain || !tokens,
        .failsOnDeadlock = namedLk1Field(named, kFailsField) == ""};
}

} // namespace lockkeeper::lock
