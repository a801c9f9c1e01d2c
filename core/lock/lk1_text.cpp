// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lock/lk1_text.h"

#include "core/text/ascii.h"
#include "core/text/number.h"
#include "core/text/percent.h"

#include <absl/strings/str_cat.h>
#include <algorithm>
#include <limits>

namespace lockkeeper::lock {
namespace {

constexpr char kProcessField = 'p';
constexpr std::string_view kMayOutliveProcess = "k";
constexpr std::string_view kHearsAsks = "a";
constexpr std::int64_t kMaxUnixMs
    = std::chrono::floor<std::chrono::milliseconds>(WallTime::max().time_since_epoch()).count();

/// No sign or leading zeros.
std::optional<std::int64_t> parseNumber(std::string_view digits, std::int64_t max) noexcept
{
    if (digits.empty() || digits.front() < '0' || digits.front() > '9'
        || (digits.size() > 1 && digits.front() == '0'))
        return std::nullopt;
    const auto number = numberIn<std::int64_t>(digits);
    return number && *number <= max ? number : std::nullopt;
}

bool isNamedField(std::string_view field) noexcept
{
    return !field.empty() && isAsciiLower(field.front());
}

} // namespace

std::optional<Lk1Fields> splitLk1Fields(std::string_view text)
{
    Lk1Fields fields;
    for (auto colon = text.find(':'); colon != std::string_view::npos; colon = text.find(':')) {
        if (fields.size() + 1 == kMostLk1Fields)
            return std::nullopt;
        fields.push_back(text.substr(0, colon));
        text.remove_prefix(colon + 1);
    }
    fields.push_back(text);
    return fields;
}

std::string lk1OwnerFields(const Owner& owner, WallTime time)
{
    std::string text = absl::StrCat(percentEncodeField(owner.host), ":",
        std::max<std::int64_t>(owner.pid, 0), ":", percentEncodeField(owner.app), ":",
        std::max<std::int64_t>(sinceEpoch(time).count(), 0), ":");
    if (!owner.process.empty())
        text.append(1, kProcessField).append(percentEncodeField(owner.process)).append(1, ':');
    if (owner.mayOutliveProcess)
        text.append(kMayOutliveProcess).append(1, ':');
    if (owner.hearsAsks)
        text.append(kHearsAsks).append(1, ':');
    return text;
}

std::optional<Lk1Owner> readLk1Owner(std::span<const std::string_view, kLk1OwnerFields> fields,
    std::span<const std::string_view> named)
{
    if (!std::ranges::all_of(named, isNamedField))
        return std::nullopt;
    auto host = percentDecodeField(fields[0]);
    const auto pid = parseNumber(fields[1], std::numeric_limits<std::int64_t>::max());
    auto app = percentDecodeField(fields[2]);
    const auto time = parseNumber(fields[3], kMaxUnixMs);
    auto process = percentDecodeField(namedLk1Field(named, kProcessField).value_or(""));
    if (!host || !pid || !app || !time || !process)
        return std::nullopt;
    return Lk1Owner{
        .owner = {.host = std::move(*host),
            .pid = *pid,
            .app = std::move(*app),
            .process = std::move(*process),
            .mayOutliveProcess = std::ranges::find(named, kMayOutliveProcess) != named.end(),
            .hearsAsks = std::ranges::find(named, kHearsAsks) != named.end()},
        .time = WallTime(std::chrono::milliseconds(*time))};
}

std::optional<std::string_view> namedLk1Field(
    std::span<const std::string_view> named, char letter) noexcept
{
    const auto found = std::ranges::find_if(
        named, [letter](std::string_view field) { return field.starts_with(letter); });
    return found == named.end() ? std::nullopt : std::optional(found->substr(1));
}

} // namespace lockkeeper::lock
