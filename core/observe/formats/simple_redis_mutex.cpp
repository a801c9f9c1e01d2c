// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/formats/builtin.h"
#include "core/observe/formats/matchers.h"
#include "core/text/ascii.h"
#include "core/text/tr_noop.h"

#include <algorithm>

namespace lockkeeper::observe {
namespace {

std::optional<DecodedLock> tellSimpleRedisMutex(const KeyReading& reading, WallTime /*now*/)
{
    const auto value = stringValue(reading);
    const auto isPart = [](char c) { return isAsciiDigit(c) || c == '.' || c == 'e' || c == '-'; };
    if (!value || !std::ranges::all_of(*value, isPart))
        return std::nullopt;
    return DecodedLock{.scope = ValueScope::Acquisition};
}

} // namespace

/// simple-redis-mutex: a random fraction under its own prefix. Its waiters sleep until a message
/// that repeats key and value, or for ten seconds. Source: simple-redis-mutex, src/index.js.
Format simpleRedisMutexFormat()
{
    return {.name = "simple-redis-mutex",
        .shape = {.shortest = 3, .longest = 32, .keyBegins = "@simple-redis-mutex:lock-"},
        .recognise = tellSimpleRedisMutex,
        .isRevocable = true,
        .caution = trNoop("waiters are not woken: they try again every ten seconds", "data")};
}

} // namespace lockkeeper::observe
