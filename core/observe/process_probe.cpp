// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/process_probe.h"

#include "core/lock/process_identity.h"

#include <cerrno>
#include <charconv>
#include <csignal>
#include <limits>
#include <optional>
#include <sys/types.h>

namespace lockkeeper::observe {
namespace {

bool isKnownToBeAbsent(std::int64_t pid)
{
    if (pid <= 0 || pid > std::numeric_limits<pid_t>::max())
        return true;
    // Not /proc, which may hide the processes of other users.
    return ::kill(static_cast<pid_t>(pid), 0) != 0 && errno == ESRCH;
}

/// The start ticks of an identity, if it is of this place.
std::optional<std::int64_t> startTicksOf(std::string_view identity, std::string_view place)
{
    if (place.empty() || !identity.starts_with(place))
        return std::nullopt;
    identity.remove_prefix(place.size());
    if (!identity.starts_with('-'))
        return std::nullopt;
    std::int64_t ticks = 0;
    const char* const end = identity.data() + identity.size();
    const auto [stop, error] = std::from_chars(identity.data() + 1, end, ticks);
    return error == std::errc{} && stop == end ? std::optional(ticks) : std::nullopt;
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
    return stat->hasEnded() ? ProcessState::Gone : ProcessState::Running;
}

} // namespace lockkeeper::observe
