// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/clock.h"
#include "core/sandbox/redis_process.h"

#include <filesystem>
#include <random>
#include <string>
#include <vector>

namespace lockkeeper::bench {

/// redis-servers that keep their data over a kill, and what befalls them: fewer than a quorum is
/// stopped, dead or just back at any time. Used on the main thread.
class SoakMasters {
public:
    SoakMasters(std::filesystem::path directory, std::uint64_t seed)
        : m_directory(std::move(directory))
        , m_random(static_cast<std::minstd_rand::result_type>(seed))
    { }

    [[nodiscard]] Result<void> start(std::size_t count);
    [[nodiscard]] std::vector<std::string> urls() const;
    /// Does what is due. Fails if a master can't be started again, or has ended on its own.
    [[nodiscard]] Result<void> tend(SteadyTime now);
    /// Resumes those that are stopped.
    void resumeAll();

    [[nodiscard]] unsigned stopped() const noexcept { return m_stopped; }
    [[nodiscard]] unsigned killed() const noexcept { return m_killed; }
    [[nodiscard]] unsigned restarted() const noexcept { return m_restarted; }

private:
    enum class State { Fine, Stopped, Dead, Back };
    struct Master {
        sandbox::RedisProcess process;
        State state = State::Fine;
        SteadyTime until{}; ///< of any state but Fine
    };

    [[nodiscard]] Result<void> mend(Master& master, SteadyTime now);
    void harm(Master& master, SteadyTime now);
    [[nodiscard]] std::chrono::milliseconds pick(unsigned least, unsigned most);

    std::filesystem::path m_directory;
    std::vector<Master> m_masters;
    SteadyTime m_nextHarm{};
    unsigned m_stopped = 0;
    unsigned m_killed = 0;
    unsigned m_restarted = 0;
    std::minstd_rand m_random;
};

} // namespace lockkeeper::bench
