// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/formats/builtin.h"
#include "core/observe/formats/matchers.h"

namespace lockkeeper::observe {

namespace {

std::optional<DecodedLock> tellResqueScheduler(const KeyReading& reading, WallTime /*now*/)
{
    const auto value = stringValue(reading);
    auto holder = value ? parseHostAndPid(*value, ':') : std::nullopt;
    if (!holder)
        return std::nullopt;
    // In a container, the next process often has the same host and pid.
    return DecodedLock{.scope = ValueScope::Shared, .holder = std::move(*holder)};
}

} // namespace

/// The lock that elects the scheduling process of resque-scheduler: `<host>:<pid>`. Source:
/// resque-scheduler, lib/resque/scheduler/lock/base.rb, locking.rb.
Format resqueSchedulerFormat()
{
    return {.name = "resque-scheduler",
        .shape = {.shortest = 3, .longest = 266, .keyEnds = "resque_scheduler_master_lock"},
        .recognise = tellResqueScheduler,
        .isRevocable = true};
}

} // namespace lockkeeper::observe
