// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/board/process_probe.h"

#include "core/lock/process_identity.h"
#include "core/text/number.h"

#include <cerrno>
#include <csignal>
#include <limits>
#include <optional>
#include <string>
#include <sys/types.h>

namespace lockkeeper::observe {
namespace {

bool isKnownToBeAbsent(std::int64_t pid)
{
    if (pid <= 0 || pid > std::numeric_limits<pid_t>::max())
        return true;
    // /proc may hide processes of other users.
    return ::kill(static_cast<pid_t>(pid), 0) != 0 && errno == ESRCH;
}

std::optional<std::int64_t> startTicksOf(std::string_view identity, std::string_view place)
{
    if (place.empty() || !identity.starts_with(place))
        return std::nullopt;
    identity.remove_prefix(place.size());
    if (!identity.starts_with('-'))
        return std::nullopt;
    return numberIn<std::int64_t>(identity.substr(1));
}

/// See proc(5). Unknown if all threads have ended.
ProcessState stateOfThreads(std::string_view states) noexcept
{
    const auto hasAny = [states](std::string_view wanted) {
        return states.find_first_of(wanted) != std::string_view::npos;
    };
    if (states.find_first_not_of("TtDZX") != std::string_view::npos)
        return ProcessState::Running;
    if (hasAny("Tt"))
        return ProcessState::Stopped;
    return hasAny("D") ? ProcessState::Blocked : ProcessState::Unknown;
}

ProcessState stateOfExisting(std::int64_t pid, const lock::ProcessStat& first)
{
    if (first.hasEnded())
        return ProcessState::Gone;
    const ProcessState state = stateOfThreads(std::string_view(&first.state, 1));
    if (state == ProcessState::Running || first.threads <= 1)
        return state;
    return stateOfThreads(lock::readThreadStates(pid));
}

} // namespace

LocalProcessProbe::LocalProcessProbe()
    : m_place(lock::thisPlace())
{ }

ProcessState LocalProcessProbe::stateOf(std::int64_t pid, std::string_view identity) const
{
    const auto startTicks = startTicksOf(identity, m_place);
    if (!startTicks)
        return ProcessState::Unknown;
    if (isKnownToBeAbsent(pid))
        return ProcessState::Gone;
    const auto stat = lock::readProcessStat(pid);
    if (!stat)
        return isKnownToBeAbsent(pid) ? ProcessState::Gone : ProcessState::Unknown;
    if (stat->startTicks != *startTicks)
        return ProcessState::Replaced;
    return stateOfExisting(pid, *stat);
}

} // namespace lockkeeper::observe
