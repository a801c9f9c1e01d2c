// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace lockkeeper::lock {

/// What /proc/<pid>/stat tells of a process (proc(5)).
struct ProcessStat {
    char state = '?';
    std::int64_t startTicks = 0; ///< since boot
    std::int64_t threads = 0;

    /// True for a zombie too: only its exit code is left. A process whose main thread has ended
    /// looks like a zombie while its other threads run.
    [[nodiscard]] bool hasEnded() const noexcept
    {
        return (state == 'Z' || state == 'X') && threads <= 1;
    }
};

/// The states of the threads of a process, one letter each as in /proc/<pid>/task/<tid>/stat, of
/// kMostThreads at most. Empty if they may not be seen. Reads one file of /proc per thread.
inline constexpr std::size_t kMostThreads = 1024;
[[nodiscard]] std::string readThreadStates(std::int64_t pid);

/// Reads /proc once. nullopt if there is no such process, or if it may not be seen.
[[nodiscard]] std::optional<ProcessStat> readProcessStat(std::int64_t pid);

/// Names the place in which pids and start times mean the same: a boot of a machine, its pid
/// namespace and its time namespace. 16 hex digits, different for each other place. Empty if /proc
/// does not tell. Reads a few files of /proc.
[[nodiscard]] std::string thisPlace();

/// `<place>-<start ticks>`: tells a process of this place from all others that had or will have its
/// pid, by no clock that can be set. Empty if /proc does not tell. Reads a few files of /proc.
[[nodiscard]] std::string processIdentity(std::int64_t pid);

} // namespace lockkeeper::lock
