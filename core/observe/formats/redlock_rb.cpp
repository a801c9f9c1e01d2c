// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/formats/builtin.h"
#include "core/observe/formats/matchers.h"
#include "core/text/tr_noop.h"

namespace lockkeeper::observe {

/// redlock-rb: a UUID under any key, always with a TTL. aioredlock and Spring write the same.
/// Source: redlock-rb, lib/redlock/client.rb.
Format redlockRbFormat()
{
    return {.name = "redlock-rb",
        .shape = {.shortest = 36, .longest = 36},
        .recognise =
            [](const KeyReading& reading, WallTime now) {
                auto lock = decodeUuid(reading, now);
                if (lock)
                    lock->scope = ValueScope::Unclear; // it may be Spring's
                return lock;
            },
        .certainty = certainByName,
        .alternatives = {"aioredlock", "Spring"},
        .isRevocable = true,
        .caution
        = trNoop("if it is Spring's, waiters that subscribe are not woken: a format hint for its "
                 "keys sees to that",
            "data")};
}

} // namespace lockkeeper::observe
