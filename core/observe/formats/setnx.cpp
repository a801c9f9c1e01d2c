// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/formats/builtin.h"
#include "core/observe/formats/matchers.h"

namespace lockkeeper::observe {

/// A SETNX scheme with the value `1`, which does not identify the holder. The value is so common
/// that it counts as a lock only if the key's name suggests one.
Format setnxFormat()
{
    // Not revocable: its holder deletes without comparing.
    return {.name = "setnx-expire",
        .shape = {.shortest = 1, .longest = 1},
        .recognise = [](const KeyReading& reading, WallTime) -> std::optional<DecodedLock> {
            if (stringValue(reading) != "1")
                return std::nullopt;
            return DecodedLock{.scope = ValueScope::Shared};
        },
        .certainty = certainByNameOnly};
}

} // namespace lockkeeper::observe
