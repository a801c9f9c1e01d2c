// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/board/process_probe.h"

#include "core/lock/token.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <ctime>
#include <fstream>
#include <iterator>
#include <limits>
#include <ratio>
#include <string_view>
#include <sys/types.h>
#include <unistd.h>

namespace lockkeeper::observe {

namespace {

using std::chrono::nanoseconds;
using std::chrono::seconds;

constexpr WallTime kCannotTell{};

/// The fields of /proc/<pid>/stat (proc(5)) that are needed here.
struct ProcessStat {
    char state = '?';
    std::int64_t startTicks = 0; ///< since boot
};

/// The command name, in parentheses, may itself contain spaces and parentheses, so fields are
/// counted from after the last parenthesis. The state is field 3, the start time field 22.
std::optional<ProcessStat> parseStat(std::string_view line)
{
    constexpr int kFieldsBetween = 22 - 3;
    const auto nameEnd = line.rfind(") ");
    if (nameEnd == std::string_view::npos || nameEnd + 2 >= line.size())
        return std::nullopt;
    line.remove_prefix(nameEnd + 2);
    ProcessStat stat{.state = line.front()};
    for (int i = 0; i < kFieldsBetween; ++i) {
        const auto space = line.find(' ');
        if (space == std::string_view::npos)
            return std::nullopt;
        line.remove_prefix(space + 1);
    }
    const auto [end, error]
        = std::from_chars(line.data(), line.data() + line.size(), stat.startTicks);
    if (error != std::errc{} || end == line.data())
        return std::nullopt;
    return stat;
}

std::optional<ProcessStat> readStat(std::int64_t pid)
{
    std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
    const std::string text(std::istreambuf_iterator<char>(file), {});
    return parseStat(text);
}

bool isKnownToBeAbsent(std::int64_t pid)
{
    if (pid <= 0 || pid > std::numeric_limits<pid_t>::max())
        return true;
    // Not /proc, which may hide the processes of other users.
    return ::kill(static_cast<pid_t>(pid), 0) != 0 && errno == ESRCH;
}

nanoseconds read(clockid_t clock)
{
    timespec time{};
    ::clock_gettime(clock, &time);
    return seconds(time.tv_sec) + nanoseconds(time.tv_nsec);
}

/// Converts ticks since boot to wall-clock time. Uses the clocks and not `btime` in /proc/stat,
/// because containers show their own start time there.
WallTime wallTimeOf(std::int64_t ticksSinceBoot)
{
    const std::int64_t perSecond = std::max(::sysconf(_SC_CLK_TCK), 1L);
    const auto sinceBoot = seconds(ticksSinceBoot / perSecond)
        + nanoseconds(ticksSinceBoot % perSecond * (std::nano::den / perSecond));
    const auto age = read(CLOCK_BOOTTIME) - sinceBoot;
    if (age < nanoseconds::zero())
        return kCannotTell;
    return WallTime(std::chrono::duration_cast<WallTime::duration>(read(CLOCK_REALTIME) - age));
}

} // namespace

LocalProcessProbe::LocalProcessProbe()
    : m_hostName(lock::Owner::thisProcess({}).host)
{ }

std::optional<WallTime> LocalProcessProbe::startTime(std::int64_t pid) const
{
    if (isKnownToBeAbsent(pid))
        return std::nullopt;
    const auto stat = readStat(pid);
    if (!stat)
        return isKnownToBeAbsent(pid) ? std::nullopt : std::optional(kCannotTell);
    // A zombie has ended; only its exit code is left.
    if (stat->state == 'Z' || stat->state == 'X')
        return std::nullopt;
    return wallTimeOf(stat->startTicks);
}

} // namespace lockkeeper::observe
