// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/formats/builtin.h"
#include "core/observe/formats/matchers.h"

namespace lockkeeper::observe {

/// aioredlock: a UUID under any key, as redlock-rb writes it; needs a hint. Source:
/// aioredlock/algorithm.py.
Format aioredlockFormat()
{
    return {.name = "aioredlock",
        .shape = {.shortest = 36, .longest = 36},
        .recognise = decodeUuid,
        .isRevocable = true};
}

} // namespace lockkeeper::observe
