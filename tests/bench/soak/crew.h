// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/bench/soak/shared_log.h"
#include "tests/bench/soak/worker.h"

#include <optional>
#include <random>
#include <vector>

namespace lockkeeper::bench {

/// The worker processes of a soak. Now and then, tend() stops one of them for longer than the TTLs,
/// or kills one and starts it again. Call all members on the main thread.
class Crew {
public:
    Crew(Workplace workplace, SharedLog& log, std::uint64_t seed);

    [[nodiscard]] Result<void> start();
    /// Does what is due at `now`. Call it regularly. System if a worker has crashed or can't be
    /// started.
    [[nodiscard]] Result<void> tend(SteadyTime now);
    /// Asks the workers to end, and blocks until they have. Timeout if one of them has not ended
    /// after `patience`, System if one crashed at its end.
    [[nodiscard]] Result<void> finish(std::chrono::milliseconds patience);
    /// Kills all workers.
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
