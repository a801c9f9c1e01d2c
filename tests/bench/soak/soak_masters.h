// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/sandbox/redis_process.h"
#include "core/clock.h"

#include <filesystem>
#include <random>
#include <string>
#include <vector>

namespace lockkeeper::bench {

/// redis-servers, and the faults that are injected into them. At any time a quorum is healthy: the
/// others are stopped, dead or just back. When killed they keep their data; or they lose it, but
/// then only one at a time is dead or in the clients' quarantine. Call all members on the
/// main thread.
class SoakMasters {
public:
    SoakMasters(std::filesystem::path directory, std::uint64_t seed, bool areForgetful)
        : m_directory(std::move(directory))
        , m_areForgetful(areForgetful)
        , m_random(static_cast<std::minstd_rand::result_type>(seed))
    { }

    [[nodiscard]] Result<void> start(std::size_t count);
    [[nodiscard]] std::vector<std::string> urls() const;
    /// Injects and ends faults that are due at `now`. Call it regularly. An error if a master has
    /// crashed or can't be restarted.
    [[nodiscard]] Result<void> tend(SteadyTime now);
    /// Resumes all stopped masters.
    void resumeAll();

    [[nodiscard]] unsigned stopped() const noexcept { return m_stopped; }
    [[nodiscard]] unsigned killed() const noexcept { return m_killed; }
    [[nodiscard]] unsigned restarted() const noexcept { return m_restarted; }

private:
    enum class State { Fine, Stopped, Dead, Back };
    struct Master {
        sandbox::RedisProcess process;
        State state = State::Fine;
        SteadyTime until{}; ///< end of the state; not for Fine
        bool hasForgotten = false; ///< (Back) what it stored
    };

    [[nodiscard]] Result<void> mend(Master& master, SteadyTime now);
    void harm(Master& master, SteadyTime now);
    [[nodiscard]] std::chrono::milliseconds pick(unsigned least, unsigned most);

    [[nodiscard]] sandbox::RedisProcessOptions optionsFor(
        std::filesystem::path directory, bool hasTcp) const;
    [[nodiscard]] bool mayForget() const;

    std::filesystem::path m_directory;
    bool m_areForgetful;
    std::vector<Master> m_masters;
    SteadyTime m_nextHarm{};
    unsigned m_stopped = 0;
    unsigned m_killed = 0;
    unsigned m_restarted = 0;
    std::minstd_rand m_random;
};

} // namespace lockkeeper::bench
