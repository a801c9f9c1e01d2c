// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lock/waiting/wait_announcement.h"

#include "core/lock/lk1_text.h"
#include "core/text/hex.h"
#include "core/text/percent.h"
#include "core/text/random_bytes.h"

#include <algorithm>

namespace lockkeeper::lock {
namespace {

constexpr std::size_t kIdBytes = 8;
constexpr char kIdField = 'w';
constexpr char kFailsField = 'f';
constexpr char kHoldingField = 'h';
constexpr char kLikelyHoldingField = 'l';

bool isId(std::string_view text) noexcept
{
    return text.size() == 2 * kIdBytes && isLowerHex(text);
}

/// The parts between the commas; none if the text is empty.
std::vector<std::string_view> splitList(std::string_view text)
{
    std::vector<std::string_view> parts;
    while (!text.empty()) {
        const std::size_t comma = std::min(text.find(','), text.size());
        parts.push_back(text.substr(0, comma));
        text.remove_prefix(std::min(comma + 1, text.size()));
    }
    return parts;
}

std::optional<std::vector<Resource>> readResources(std::string_view field)
{
    std::vector<Resource> resources;
    for (const std::string_view name : splitList(field)) {
        auto decoded = percentDecodeField(name);
        if (!decoded || decoded->empty())
            return std::nullopt;
        resources.emplace_back(std::move(*decoded));
    }
    return resources.empty() ? std::nullopt : std::optional(std::move(resources));
}

std::optional<std::vector<Fingerprint>> readTokens(std::string_view field)
{
    std::vector<Fingerprint> tokens;
    for (const std::string_view hex : splitList(field)) {
        const auto token = Fingerprint::fromHex(hex);
        if (!token)
            return std::nullopt;
        tokens.push_back(*token);
    }
    return tokens;
}

std::string holdingField(const std::vector<Fingerprint>& tokens, bool isCertain)
{
    std::string field(1, ':');
    field += isCertain ? kHoldingField : kLikelyHoldingField;
    for (const Fingerprint& token : tokens)
        field.append(&token == &tokens.front() ? "" : ",").append(token.hex());
    return field;
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
    const auto certain = namedLk1Field(named, kHoldingField);
    const auto tokens = certain ? certain : namedLk1Field(named, kLikelyHoldingField);
    auto holding = tokens ? readTokens(*tokens) : std::nullopt;
    if (!resources || !owner || !id || !isId(*id) || (tokens && !holding))
        return std::nullopt;
    return WaitAnnouncement{.resources = std::move(*resources),
        .owner = std::move(owner->owner),
        .since = owner->time,
        .id = std::string(*id),
        .holding = std::move(holding),
        .isHoldingCertain = certain || !tokens,
        .failsOnDeadlock = namedLk1Field(named, kFailsField) == ""};
}

} // namespace lockkeeper::lock
