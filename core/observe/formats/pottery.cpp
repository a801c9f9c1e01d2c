// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/formats/builtin.h"
#include "core/observe/formats/matchers.h"

namespace lockkeeper::observe {

/// pottery: a UUID under `redlock:<key>`, as RedLock.net writes it; needs a hint. Source:
/// pottery/redlock.py, pottery/base.py.
Format potteryFormat()
{
    return {.name = "pottery",
        .shape = {.shortest = 36, .longest = 36},
        .recognise = decodeUuid,
        .isRevocable = true};
}

} // namespace lockkeeper::observe
