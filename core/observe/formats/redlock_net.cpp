// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/formats/builtin.h"
#include "core/observe/formats/matchers.h"
#include "core/text/tr_noop.h"

namespace lockkeeper::observe {

/// RedLock.net: a UUID under `redlock:<resource>`. pottery writes the same. Source:
/// RedLockConnectionProvider.cs.
Format redLockNetFormat()
{
    return {.name = "RedLock.net",
        .shape = {.shortest = 36, .longest = 36, .keyBegins = "redlock:"},
        .recognise = decodeUuid,
        .certainty = certainByName,
        .alternatives = {"pottery"},
        .isRevocable = true,
        .caution
        = trNoop("if it is RedLock.net's, its keepalive takes the lock again within half its "
                 "expiry while its holder lives: look again afterwards",
            "data")};
}

} // namespace lockkeeper::observe
