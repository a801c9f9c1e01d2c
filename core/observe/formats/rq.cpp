// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/formats/builtin.h"
#include "core/observe/formats/matchers.h"
#include "core/text/tr_noop.h"

namespace lockkeeper::observe {

/// The lock of RQ's scheduler for one queue: a pid, which its heartbeats extend without looking
/// whose it is. Source: rq/scheduler.py.
Format rqFormat()
{
    // Not revocable: its scheduler extends whatever is stored.
    return {.name = "RQ",
        .shape = {.shortest = 1, .longest = 10, .keyBegins = "rq:scheduler-lock:"},
        .recognise = [](const KeyReading& reading, WallTime) -> std::optional<DecodedLock> {
            const auto value = stringValue(reading);
            const auto pid = value ? positiveNumber(*value) : std::nullopt;
            if (!pid)
                return std::nullopt;
            return DecodedLock{.scope = ValueScope::Shared, .holder = {.pid = pid}};
        },
        .caution
        = trNoop("its scheduler does not notice, and goes on extending whatever is stored there",
            "data")};
}

} // namespace lockkeeper::observe
