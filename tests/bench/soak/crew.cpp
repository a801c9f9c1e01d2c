// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/soak/crew.h"

#include <csignal>
#include <sys/wait.h>
#include <thread>

namespace lockkeeper::bench {

using std::chrono::milliseconds;

namespace {

enum class WorkerEnding { None, Good, Bad };

/// Checks whether the worker has ended, without reaping it.
WorkerEnding endingOf(const sandbox::ChildProcess& worker)
{
    siginfo_t info{};
    const auto pid = static_cast<id_t>(worker.pid());
    if (::waitid(P_PID, pid, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid == 0)
        return WorkerEnding::None;
    return info.si_code == CLD_EXITED && info.si_status == 0 ? WorkerEnding::Good
                                                             : WorkerEnding::Bad;
}

} // namespace

Crew::Crew(Workplace workplace, SharedLog& log, std::uint64_t seed)
    : m_workplace(std::move(workplace))
    , m_log(log)
    , m_workers(m_workplace.options.processes)
    , m_random(static_cast<std::minstd_rand::result_type>(seed))
{ }

Result<void> Crew::start()
{
    for (unsigned index = 0; index < m_workers.size(); ++index) {
        if (auto started = startWorker(index); !started)
            return started;
    }
    m_nextEvent = BootClock::now() + pick(1000, 2000);
    return {};
}

Result<void> Crew::startWorker(unsigned index)
{
    const unsigned threads = m_workplace.options.threads;
    for (unsigned thread = 0; thread < threads; ++thread)
        m_log[index * std::size_t{threads} + thread].promiseNoneBefore(BootClock::now());
    auto worker = bench::startWorker(m_workplace, index, m_starts++);
    if (!worker)
        return tl::make_unexpected(std::move(worker.error()));
    m_workers[index] = std::move(*worker);
    return {};
}

Result<void> Crew::tend(SteadyTime now)
{
    for (const auto& worker : m_workers) {
        if (endingOf(*worker) != WorkerEnding::None)
            return fail(ErrorClass::System, "a worker process has crashed");
    }
    if (now < m_nextEvent)
        return {};
    if (m_stoppedOne) {
        m_workers[*m_stoppedOne]->signal(SIGCONT);
        m_stoppedOne.reset();
        m_nextEvent = now + pick(500, 2000);
        return {};
    }
    const auto index = static_cast<unsigned>(m_random() % m_workers.size());
    if (m_random() % 4 == 0) {
        m_nextEvent = now + pick(500, 2000);
        return replace(index);
    }
    m_workers[index]->signal(SIGSTOP);
    ++m_stopped;
    m_stoppedOne = index;
    m_nextEvent = now + pick(200, 1200);
    return {};
}

Result<void> Crew::replace(unsigned index)
{
    m_workers[index]->kill();
    ++m_killed;
    return startWorker(index);
}

Result<void> Crew::finish(milliseconds patience)
{
    if (m_stoppedOne)
        m_workers[*m_stoppedOne]->signal(SIGCONT);
    m_log.end();
    const SteadyTime deadline = BootClock::now() + patience;
    for (const auto& worker : m_workers) {
        if (!worker)
            continue;
        WorkerEnding ending = WorkerEnding::None;
        while ((ending = endingOf(*worker)) == WorkerEnding::None) {
            if (BootClock::now() > deadline)
                return fail(ErrorClass::Timeout, "a thread did not come back from the library");
            std::this_thread::sleep_for(milliseconds(5));
        }
        if (ending == WorkerEnding::Bad)
            return fail(ErrorClass::System, "a worker process crashed on its way out");
    }
    return {};
}

void Crew::kill()
{
    m_workers.clear();
}

milliseconds Crew::pick(unsigned least, unsigned most)
{
    return milliseconds(std::uniform_int_distribution<unsigned>(least, most)(m_random));
}

} // namespace lockkeeper::bench
