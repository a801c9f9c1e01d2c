// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lock/token.h"
#include "core/observe/formats/builtin.h"
#include "core/observe/formats/holder_name.h"
#include "core/observe/formats/matchers.h"
#include "core/observe/formats/tombstone.h"
#include "core/text/hex.h"
#include "core/text/percent.h"
#include "core/text/tr_noop.h"

#include <absl/strings/substitute.h>

namespace lockkeeper::observe {

namespace {

std::string plainText(std::string_view text)
{
    return percentDecodeField(text).value_or(std::string(text));
}

std::optional<DecodedLock> tellLk1(const KeyReading& reading, WallTime now)
{
    const auto value = stringValue(reading);
    if (!value)
        return std::nullopt;
    auto parts = lock::parseToken(*value);
    if (!parts)
        return std::nullopt;
    DecodedLock lock{.scope = ValueScope::Acquisition};
    lock.holder = holderOfOwner(std::move(parts->owner));
    lock.holder.since = plausibleTime(sinceEpoch(parts->acquired), now + std::chrono::days(1));
    return lock;
}

constexpr std::string_view kTombstoneFormat = "lk1-revoked";
constexpr std::string_view kTombstoneHashFormat = "lk1-revoked-hash";

std::string_view withoutId(std::string_view text)
{
    constexpr std::size_t kIdDigits = 16;
    const auto colon = text.rfind(':');
    const bool hasId = colon != std::string_view::npos && text.size() - colon - 1 == kIdDigits
        && isLowerHex(text.substr(colon + 1));
    return hasId ? text.substr(0, colon) : text;
}

std::optional<DecodedLock> decodeTombstone(std::string_view value, WallTime now)
{
    if (!value.starts_with(kTombstonePrefix))
        return std::nullopt;
    const auto text = value.substr(kTombstonePrefix.size());
    const auto byEnd = text.find(':');
    if (byEnd == 0 || byEnd == std::string_view::npos)
        return std::nullopt;
    const auto timeEnd = text.find(':', byEnd + 1);
    if (timeEnd == std::string_view::npos)
        return std::nullopt;
    const auto time = positiveNumber(text.substr(byEnd + 1, timeEnd - byEnd - 1));
    if (!time)
        return std::nullopt;

    DecodedLock lock{.scope = ValueScope::Acquisition};
    const std::string by = plainText(text.substr(0, byEnd));
    const auto reason = withoutId(text.substr(timeEnd + 1));
    lock.holder.detail = reason.empty()
        ? absl::Substitute(trNoop("revoked by $0", "holder"), by)
        : absl::Substitute(trNoop("revoked by $0: $1", "holder"), by, plainText(reason));
    lock.holder.since = plausibleTime(std::chrono::milliseconds(*time), now + std::chrono::days(1));
    return lock;
}

std::optional<DecodedLock> tellTombstone(const KeyReading& reading, WallTime now)
{
    const auto value = stringValue(reading);
    return value ? decodeTombstone(*value, now) : std::nullopt;
}

std::optional<DecodedLock> tellTombstoneHash(const KeyReading& reading, WallTime now)
{
    if (reading.fields.size() != 1)
        return std::nullopt;
    return decodeTombstone(reading.fields.front().first, now);
}

} // namespace

/// Our own tokens: see lock::TokenParts.
Format lk1Format()
{
    return {.name = std::string(kOwnFormat),
        .shape = {.shortest = 45},
        .recognise = tellLk1,
        .isRevocable = true};
}

Format tombstoneFormat()
{
    return {.name = std::string(kTombstoneFormat),
        .shape = {.shortest = 14},
        .recognise = tellTombstone};
}

/// Redisson's waiters expect a hash, and are notified when it is released.
Format tombstoneHashFormat()
{
    const Format redisson = redissonFormat();
    return {.name = std::string(kTombstoneHashFormat),
        .shape = {.type = ValueType::Hash},
        .recognise = tellTombstoneHash,
        .wakeUp = redisson.wakeUp,
        .waits = redisson.waits};
}

std::string tombstoneText(const Tombstone& tombstone)
{
    constexpr std::size_t kByLimit = 64;
    constexpr std::size_t kReasonLimit = 256;
    const std::string_view by = tombstone.by;
    const std::string_view reason = tombstone.reason;
    return std::string(kTombstonePrefix) + percentEncodeField(by.substr(0, kByLimit)) + ':'
        + std::to_string(sinceEpoch(tombstone.at).count()) + ':'
        + percentEncodeField(reason.substr(0, kReasonLimit))
        + (tombstone.id.empty() ? std::string() : ':' + tombstone.id);
}

bool isTombstone(std::string_view format) noexcept
{
    return format == kTombstoneFormat || format == kTombstoneHashFormat;
}

} // namespace lockkeeper::observe
