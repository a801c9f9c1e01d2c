// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lock/ask.h"

#include "core/lock/redlock.h"
#include "core/text/number.h"
#include "core/text/percent.h"

#include <absl/strings/str_cat.h>
#include <algorithm>
#include <limits>

namespace lockkeeper::lock {
namespace {

constexpr std::string_view kAskPrefix = "lk1-ask:";
constexpr std::size_t kAskedByLimit = 64;
constexpr std::size_t kAskReasonLimit = 200;
/// Percent-encoding triples a byte; 40 digits for the token, 20 for the time, four colons.
static_assert(
    kAskPrefix.size() + 40 + 3 * (kAskedByLimit + kAskReasonLimit) + 20 + 4 <= kLongestAsk);

std::string_view takeField(std::string_view& text)
{
    const auto colon = std::min(text.find(':'), text.size());
    const std::string_view field = text.substr(0, colon);
    text.remove_prefix(std::min(colon + 1, text.size()));
    return field;
}

} // namespace

Resource askKeyOf(const Resource& resource)
{
    return keyBeside("lk:ask:", resource);
}

std::string askText(const Fingerprint& token, const Ask& ask)
{
    const std::string_view by = ask.by;
    const std::string_view reason = ask.reason;
    return absl::StrCat(std::string(kAskPrefix), token.hex(), ":",
        percentEncodeField(by.substr(0, kAskedByLimit)), ":",
        std::max<std::int64_t>(sinceEpoch(ask.at).count(), 0), ":",
        percentEncodeField(reason.substr(0, kAskReasonLimit)));
}

std::optional<Ask> parseAsk(std::string_view text, const Fingerprint& token)
{
    constexpr std::int64_t kLastTime
        = std::chrono::floor<std::chrono::milliseconds>(WallTime::max().time_since_epoch()).count();
    if (text.size() > kLongestAsk || !text.starts_with(kAskPrefix))
        return std::nullopt;
    text.remove_prefix(kAskPrefix.size());
    if (takeField(text) != token.hex())
        return std::nullopt;
    auto by = percentDecodeField(takeField(text));
    const auto at = numberIn<std::int64_t>(takeField(text));
    auto reason = percentDecodeField(text);
    if (!by || !at || *at < 0 || *at > kLastTime || !reason)
        return std::nullopt;
    return Ask{std::move(*by), WallTime(std::chrono::milliseconds(*at)), std::move(*reason)};
}

} // namespace lockkeeper::lock
