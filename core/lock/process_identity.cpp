// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lock/process_identity.h"

#include "core/text/fingerprint.h"

#include <charconv>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>

namespace lockkeeper::lock {
namespace {

std::string readWhole(const std::string& path)
{
    std::ifstream file(path);
    return std::string(std::istreambuf_iterator<char>(file), {});
}

std::string namespaceName(const char* link)
{
    std::error_code failure;
    return std::filesystem::read_symlink(link, failure).string();
}

bool readField(std::string_view& line, int count, std::int64_t& number)
{
    for (int i = 0; i < count; ++i) {
        const auto space = line.find(' ');
        if (space == std::string_view::npos)
            return false;
        line.remove_prefix(space + 1);
    }
    const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), number);
    return error == std::errc{} && end != line.data();
}

/// Names may hold spaces and parentheses: fields count from behind the last one. 3: state, 4:
/// parent, 20: threads, 22: start time.
std::optional<ProcessStat> parseStat(std::string_view line)
{
    const auto nameEnd = line.rfind(") ");
    if (nameEnd == std::string_view::npos || nameEnd + 2 >= line.size())
        return std::nullopt;
    line.remove_prefix(nameEnd + 2);
    ProcessStat stat{.state = line.front()};
    if (!readField(line, 4 - 3, stat.parent) || !readField(line, 20 - 4, stat.threads)
        || !readField(line, 22 - 20, stat.startTicks))
        return std::nullopt;
    return stat;
}

} // namespace

std::optional<ProcessStat> readProcessStat(std::int64_t pid)
{
    return parseStat(readWhole("/proc/" + std::to_string(pid) + "/stat"));
}

std::string readThreadStates(std::int64_t pid)
{
    std::string states;
    std::error_code failure;
    std::filesystem::directory_iterator tasks("/proc/" + std::to_string(pid) + "/task", failure);
    for (;
         !failure && tasks != std::filesystem::directory_iterator() && states.size() < kMostThreads;
         tasks.increment(failure)) {
        if (const auto stat = parseStat(readWhole(tasks->path() / "stat")))
            states += stat->state;
    }
    return states;
}

std::string thisPlace()
{
    constexpr std::size_t kDigits = 16;
    const std::string boot = readWhole("/proc/sys/kernel/random/boot_id");
    const std::string pids = namespaceName("/proc/self/ns/pid");
    if (boot.empty() || pids.empty())
        return {};
    // Kernels before 5.6 have no time namespaces.
    const std::string place = boot + pids + namespaceName("/proc/self/ns/time");
    return Fingerprint::ofString(place).hex().substr(0, kDigits);
}

std::string processIdentity(std::int64_t pid)
{
    const std::string place = thisPlace();
    const auto stat = readProcessStat(pid);
    if (place.empty() || !stat)
        return {};
    return place + '-' + std::to_string(stat->startTicks);
}

} // namespace lockkeeper::lock
