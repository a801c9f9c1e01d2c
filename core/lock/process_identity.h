// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace lockkeeper::lock {

/// /proc/<pid>/stat: proc(5).
struct ProcessStat {
    char state = '?';
    std::int64_t startTicks = 0; ///< since boot
    std::int64_t threads = 0;
    std::int64_t parent = 0;

    /// Also a zombie; but a main thread that ended looks like one while others run.
    [[nodiscard]] bool hasEnded() const noexcept
    {
        return (state == 'Z' || state == 'X') && threads <= 1;
    }
};

/// One letter per thread, as in /proc/<pid>/task/<tid>/stat. Empty if not permitted. Reads one file
/// per thread.
inline constexpr std::size_t kMostThreads = 1024;
[[nodiscard]] std::string readThreadStates(std::int64_t pid);

[[nodiscard]] std::optional<ProcessStat> readProcessStat(std::int64_t pid);

/// Where pids and start times are comparable: boot, pid and time namespace, as 16 hex digits. Empty
/// without /proc.
[[nodiscard]] std::string thisPlace();

/// `<place>-<start ticks>`: unique among processes of this pid, whatever the wall clock. Empty
/// without /proc.
[[nodiscard]] std::string processIdentity(std::int64_t pid);

} // namespace lockkeeper::lock
