// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/formats/matchers.h"

#include "core/text/ascii.h"
#include "core/text/number.h"
#include "core/text/tr_noop.h"

#include <absl/strings/substitute.h>
#include <algorithm>
#include <charconv>

namespace lockkeeper::observe {

namespace {

using std::chrono::milliseconds;

constexpr std::chrono::sys_days kEarliest
    = std::chrono::year(2010) / std::chrono::January / std::chrono::day(1);

std::uint64_t hexNumber(std::string_view digits) noexcept
{
    std::uint64_t number = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), number, 16);
    return number;
}

bool isVariantDigit(char c) noexcept
{
    return c == '8' || c == '9' || c == 'a' || c == 'b';
}

} // namespace

std::optional<std::string_view> stringValue(const KeyReading& reading)
{
    if (reading.type != ValueType::String || reading.isTooLong)
        return std::nullopt;
    return reading.value;
}

bool isUuid(std::string_view text) noexcept
{
    return text.size() == kUuidLength && text[8] == '-' && text[13] == '-' && text[18] == '-'
        && text[23] == '-' && isLowerHex(text.substr(0, 8)) && isLowerHex(text.substr(9, 4))
        && isLowerHex(text.substr(14, 4)) && isLowerHex(text.substr(19, 4))
        && isLowerHex(text.substr(24)) && text[14] >= '1' && text[14] <= '8'
        && isVariantDigit(text[19]);
}

bool isPlainUuid(std::string_view text) noexcept
{
    constexpr std::size_t kLength = 32;
    return text.size() == kLength && isLowerHex(text) && (text[12] == '4' || text[12] == '7')
        && isVariantDigit(text[16]);
}

bool isAlphanumeric(std::string_view text) noexcept
{
    return std::all_of(text.begin(), text.end(), [](char c) { return isAsciiAlphanumeric(c); });
}

bool hasBothCases(std::string_view text) noexcept
{
    return std::any_of(text.begin(), text.end(), isAsciiLower)
        && std::any_of(text.begin(), text.end(), isAsciiUpper);
}

bool isBase64(std::string_view text) noexcept
{
    return std::all_of(text.begin(), text.end(),
        [](char c) { return isAsciiAlphanumeric(c) || c == '+' || c == '/'; });
}

std::optional<Holder> parseHostAndPid(std::string_view text, char separator)
{
    constexpr std::size_t kMaxHost = 255;
    constexpr std::int64_t kMaxPid = 0xFFFF'FFFF;
    const auto end = text.rfind(separator);
    if (end == 0 || end == std::string_view::npos || end > kMaxHost)
        return std::nullopt;
    const auto host = text.substr(0, end);
    const auto pid = positiveNumber(text.substr(end + 1));
    const bool isName = std::all_of(host.begin(), host.end(), [](char c) { return c > ' '; });
    if (!pid || *pid > kMaxPid || !isName)
        return std::nullopt;
    Holder holder;
    holder.host = std::string(host);
    holder.pid = pid;
    return holder;
}

Fingerprint fingerprintOfPart(std::string_view member)
{
    return Fingerprint::ofString(member);
}

Fingerprint fingerprintOfPart(std::string_view field, std::string_view value)
{
    return Fingerprint::ofString(
        std::to_string(field.size()).append(":").append(field).append(value));
}

void setHolders(DecodedLock& lock, std::vector<Holder> holders, const char* several)
{
    if (holders.empty())
        return;
    Holder common = holders.front();
    common.member.reset();
    const auto keepIfSame = [&](auto member, const Holder& other) {
        if (common.*member != other.*member)
            (common.*member).reset();
    };
    for (const Holder& other : holders) {
        keepIfSame(&Holder::host, other);
        keepIfSame(&Holder::pid, other);
        keepIfSame(&Holder::thread, other);
        keepIfSame(&Holder::app, other);
        keepIfSame(&Holder::since, other);
        keepIfSame(&Holder::node, other);
    }
    if (holders.size() > 1)
        common.detail = absl::Substitute(several, holders.size());
    lock.holder = std::move(common);
    lock.holders = std::move(holders);
}

std::optional<DecodedLock> lockOf(
    std::vector<Holder> holders, ValueScope scope, LockMode mode, const char* several)
{
    if (holders.empty())
        return std::nullopt;
    DecodedLock lock{.scope = scope, .mode = mode};
    setHolders(lock, std::move(holders), several);
    return lock;
}

void noteExpired(DecodedLock& lock, const std::vector<WallTime>& ends, WallTime now)
{
    constexpr std::chrono::seconds kTolerance{1};
    std::size_t expired = 0;
    for (std::size_t i = 0; i < ends.size() && i < lock.holders.size(); ++i) {
        if (ends[i] >= now - kTolerance)
            continue;
        ++expired;
        std::optional<std::string>& detail = lock.holders[i].detail;
        detail = detail ? absl::Substitute(trNoop("$0, expired", "holder"), *detail)
                        : trNoop("expired", "holder");
    }
    if (expired == 0)
        return;
    if (lock.holders.size() == 1)
        lock.holder.detail = lock.holders.front().detail;
    else if (lock.holder.detail)
        lock.holder.detail
            = absl::Substitute(trNoop("$0, $1 expired", "holder"), *lock.holder.detail, expired);
    // Whole seconds: masters' times differ a little.
    if (expired == lock.holders.size())
        lock.expiresAt = std::chrono::floor<std::chrono::seconds>(std::ranges::max(ends));
}

std::optional<std::int64_t> positiveNumber(std::string_view text) noexcept
{
    if (text.empty() || text.front() < '1' || text.front() > '9')
        return std::nullopt;
    return numberIn<std::int64_t>(text);
}

std::optional<WallTime> plausibleTime(milliseconds sinceEpoch, WallTime latest) noexcept
{
    // Compares milliseconds: WallTime can't represent them all.
    if (sinceEpoch < kEarliest.time_since_epoch() || sinceEpoch > lockkeeper::sinceEpoch(latest))
        return std::nullopt;
    return WallTime(sinceEpoch);
}

std::optional<WallTime> unixTime(std::string_view digits, WallTime latest) noexcept
{
    constexpr std::size_t kDigitsOfSeconds = 10;
    constexpr std::size_t kDigitsOfMilliseconds = 13;
    const auto number = positiveNumber(digits);
    if (!number || (digits.size() != kDigitsOfSeconds && digits.size() != kDigitsOfMilliseconds))
        return std::nullopt;
    return plausibleTime(
        milliseconds(digits.size() == kDigitsOfSeconds ? *number * 1000 : *number), latest);
}

std::optional<WallTime> timeOfScore(std::string_view score, WallTime now) noexcept
{
    const auto time = positiveNumber(score);
    return time ? plausibleTime(milliseconds(*time), now + std::chrono::years(10)) : std::nullopt;
}

std::optional<Uuid1> parseUuid1(std::string_view hex)
{
    constexpr std::size_t kLength = 32;
    constexpr std::int64_t kTicksPerMs = 10'000;
    constexpr std::int64_t kGregorianToUnix = 0x01B21DD213814000; // from 1582-10-15, in ticks
    if (hex.size() != kLength || !isLowerHex(hex) || hex[12] != '1' || !isVariantDigit(hex[16]))
        return std::nullopt;
    const auto ticks = hexNumber(hex.substr(13, 3)) << 48U | hexNumber(hex.substr(8, 4)) << 32U
        | hexNumber(hex.substr(0, 8));
    const auto sinceEpoch = static_cast<std::int64_t>(ticks) - kGregorianToUnix;
    return Uuid1{
        .sinceEpoch = milliseconds(sinceEpoch / kTicksPerMs), .node = std::string(hex.substr(20))};
}

std::optional<WallTime> plausibleUuid1Time(const Uuid1& uuid, WallTime now) noexcept
{
    return plausibleTime(uuid.sinceEpoch, now + std::chrono::days(1));
}

std::optional<DecodedLock> decodeUuid1(std::string_view hex, WallTime now)
{
    const auto uuid = parseUuid1(hex);
    const auto since = uuid ? plausibleUuid1Time(*uuid, now) : std::nullopt;
    if (!since)
        return std::nullopt;
    DecodedLock lock{.scope = ValueScope::Acquisition};
    lock.holder.since = since;
    lock.holder.detail = absl::Substitute(trNoop("node $0", "holder"), uuid->node);
    return lock;
}

} // namespace lockkeeper::observe
