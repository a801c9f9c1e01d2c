// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/formats/builtin.h"
#include "core/observe/formats/matchers.h"
#include "core/text/tr_noop.h"

#include <absl/strings/substitute.h>

namespace lockkeeper::observe {

namespace {

std::optional<DecodedLock> tellNextcloud(const KeyReading& reading, WallTime /*now*/)
{
    constexpr std::int64_t kMostReaders = 1'000'000;
    const auto value = stringValue(reading);
    if (!value)
        return std::nullopt;
    if (*value == "\"exclusive\"")
        return DecodedLock{.scope = ValueScope::Shared};
    const auto count = positiveNumber(*value);
    if (!count || *count > kMostReaders)
        return std::nullopt;
    DecodedLock lock{.scope = ValueScope::Shared};
    lock.mode = LockMode::Read;
    lock.holder.detail = absl::Substitute(
        *count == 1 ? trNoop("$0 reader", "holder") : trNoop("$0 readers", "holder"), *count);
    return lock;
}

/// Others count by a file's MD5, too.
MaybeCertain certaintyOfNextcloud(const KeyReading& reading, NameHint name)
{
    constexpr std::string_view kFolder = "files/";
    constexpr std::size_t kDigits = 32;
    std::string_view key = reading.key;
    if (!reading.ttl || key.size() < kFolder.size() + kDigits)
        return std::nullopt;
    const auto digits = key.substr(key.size() - kDigits);
    key.remove_suffix(kDigits);
    if (!key.ends_with(kFolder) || !isLowerHex(digits))
        return std::nullopt;
    key.remove_suffix(kFolder.size());
    const bool isCount = reading.value.front() != '"';
    if (key.ends_with("lock") || name == NameHint::Lock || !isCount)
        return certain(reading, name);
    return ReasonedCertainty{Certainty::Possible, CertaintyReason::ValueOnly};
}

} // namespace

/// Each new holder renews the TTL. Source: MemcacheLockingProvider.php, Memcache/Redis.php.
Format nextcloudFormat()
{
    return {.name = "Nextcloud",
        .shape = {.shortest = 1, .longest = 11},
        .recognise = tellNextcloud,
        .certainty = certaintyOfNextcloud,
        .part = [](std::string_view, const DecodedLock& told) {
            return told.mode == LockMode::Read
                ? std::optional(PartRelease{.kind = PartKind::SharedCount})
                : std::nullopt;
        }};
}

} // namespace lockkeeper::observe
