// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/formats/builtin.h"
#include "core/observe/formats/matchers.h"
#include "core/text/tr_noop.h"

namespace lockkeeper::observe {

namespace {

constexpr std::string_view kKeyPrefix = "rueidislock:";

std::optional<DecodedLock> tellRueidisLock(const KeyReading& reading, WallTime /*now*/)
{
    constexpr std::size_t kLength = 24;
    const auto value = stringValue(reading);
    if (!value || value->size() != kLength)
        return std::nullopt;
    return DecodedLock{.scope = ValueScope::Acquisition};
}

/// `rueidislock:<number>:<name>`.
MaybeCertain certaintyOfRueidislock(const KeyReading& reading, NameHint /*name*/)
{
    const auto number = std::string_view(reading.key).substr(kKeyPrefix.size());
    const auto end = number.find_first_not_of("0123456789");
    return certainIf(end != 0 && end != std::string_view::npos && number[end] == ':');
}

} // namespace

/// rueidislock: 24 random bytes, the same under the keys 0 to 2 of a lock, all on one server; two
/// of the three are a majority. Source: rueidislock/lock.go, internal/util/rand.
Format rueidisLockFormat()
{
    // Not revocable: one of its three keys is not enough.
    return {.name = "rueidislock",
        .shape = {.shortest = 24, .longest = 24, .keyBegins = std::string(kKeyPrefix)},
        .recognise = tellRueidisLock,
        .certainty = certaintyOfRueidislock,
        .caution
        = trNoop("the lock is three keys, and is held while two of them are: release two; its "
                 "holder is told at once",
            "data")};
}

} // namespace lockkeeper::observe
