// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/formats/builtin.h"
#include "core/observe/formats/lock_name.h"
#include "core/observe/formats/matchers.h"

namespace lockkeeper::observe {

/// The SETNX scheme that says nothing of its holder: the value `1`. So common a value is a lock
/// only where the key's name says so.
Format setnxFormat()
{
    return {.name = "setnx-expire",
        .shape = {.shortest = 1, .longest = 1},
        .recognise = [](const KeyReading& reading, WallTime) -> std::optional<Recognised> {
            if (stringValue(reading) != "1")
                return std::nullopt;
            return Recognised{};
        },
        .fits = [](const KeyReading& reading) { return suggestsLock(reading.key); }};
}

} // namespace lockkeeper::observe
