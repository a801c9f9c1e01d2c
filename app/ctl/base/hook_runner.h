// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/output/hook_counts.h"
#include "core/clock.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <set>
#include <string>
#include <sys/types.h>
#include <vector>

namespace lockkeeper::ctl {

struct HookLimits {
    std::size_t mostAtOnce = 4;
    std::size_t mostWaiting = 60;
    std::size_t mostAMinute = 60;
    std::chrono::milliseconds longestRun{30'000}; ///< then SIGTERM
    std::chrono::milliseconds grace{5'000}; ///< then SIGKILL
    std::chrono::milliseconds lastWait{5'000}; ///< in finish()
};

/// Runs a command per event, which it gets on standard input; never retries. An id's events run one
/// after the other. Ends a command that runs too long, with its process group. Drops events beyond
/// the limits, unless they end a reported state. Only finish() blocks. Not thread-safe.
class HookRunner {
public:
    struct Job {
        std::string id;
        std::string about; ///< safe to print
        bool isOver = false; ///< ends the state reported under `id`
        bool hasEnd = true;
        bool isUrgent = false;
        /// `leftOut`: events dropped before it.
        std::function<std::string(std::size_t leftOut)> text;
    };
    struct Program {
        std::vector<std::string> words;
        std::vector<std::string> environment;
        int output = -1; ///< descriptor; -1: discarded
    };

    /// `report` prints one line.
    HookRunner(Program program, HookLimits limits, const Clock& clock,
        std::function<void(const std::string&)> report);
    HookRunner(const HookRunner&) = delete;
    HookRunner& operator=(const HookRunner&) = delete;
    /// Kills commands that still run.
    ~HookRunner();

    void offer(Job job);
    /// Counts events dropped elsewhere.
    void drop(std::size_t events);
    /// Call it often while isBusy().
    void work();
    [[nodiscard]] bool isBusy() const noexcept { return !m_waiting.empty() || !m_running.empty(); }
    /// Starts no more commands; ends running ones after lastWait.
    void finish();
    [[nodiscard]] const HookCounts& counts() const noexcept { return m_counts; }

private:
    struct Running {
        pid_t pid = -1;
        std::string id;
        std::string about;
        SteadyTime endBy{};
        bool isTold = false;
        bool isHurried = false;
    };

    [[nodiscard]] bool hasEnded(Running& command);
    void endLate(Running& command);
    void judge(const Running& command, int status);
    void start(Job job);
    void fail(const std::string& about, const std::string& why);
    [[nodiscard]] bool mayStart();
    [[nodiscard]] std::deque<Job>::iterator next();

    const Program m_program;
    const HookLimits m_limits;
    const Clock& m_clock;
    const std::function<void(const std::string&)> m_report;
    std::deque<Job> m_waiting;
    std::vector<Running> m_running;
    std::deque<SteadyTime> m_starts; ///< of the last minute
    std::set<std::string> m_told; ///< of reported states that have not ended
    std::size_t m_leftOut = 0; ///< since the last start
    HookCounts m_counts;
};

} // namespace lockkeeper::ctl
