// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/bench/soak/shared_log.h"
#include "tests/bench/soak/worker.h"

#include <optional>
#include <random>
#include <vector>

namespace lockkeeper::bench {

/// The worker processes of a soak. Now and then stops one for longer than any TTL, or kills one and
/// starts it anew. Used on the main thread.
class Crew {
public:
    Crew(Workplace workplace, SharedLog& log, std::uint64_t seed);

    [[nodiscard]] Result<void> start();
    /// Does what is due. System if a worker ended on its own, or can't be started.
    [[nodiscard]] Result<void> tend(SteadyTime now);
    /// Lets them finish what they are at, and end. Timeout if one of them does not come back,
    /// System if one crashed on its way out.
    [[nodiscard]] Result<void> finish(std::chrono::milliseconds patience);
    /// At once.
    void kill();

    [[nodiscard]] unsigned stopped() const noexcept { return m_stopped; }
    [[nodiscard]] unsigned killed() const noexcept { return m_killed; }

private:
    [[nodiscard]] Result<void> startWorker(unsigned index);
    [[nodiscard]] Result<void> replace(unsigned index);
    [[nodiscard]] std::chrono::milliseconds pick(unsigned least, unsigned most);

    Workplace m_workplace;
    SharedLog& m_log;
    std::vector<std::optional<sandbox::ChildProcess>> m_workers;
    unsigned m_starts = 0;
    unsigned m_stopped = 0;
    unsigned m_killed = 0;
    std::optional<unsigned> m_stoppedOne;
    SteadyTime m_nextEvent{};
    std::minstd_rand m_random;
};

} // namespace lockkeeper::bench
