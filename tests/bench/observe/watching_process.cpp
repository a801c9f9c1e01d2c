// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/observe/watching_process.h"

#include "core/observe/watcher.h"

#include <csignal>
#include <fstream>
#include <mutex>
#include <stdexcept>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace lockkeeper::bench {
namespace {

/// Watches until it is killed. Writes one byte to `ready` when the first sweep is complete.
[[noreturn]] void watchUntilKilled(const config::Deployment& deployment, int ready)
{
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    const SystemClock clock;
    const observe::LocalProcessProbe processes;
    std::once_flag isTold;
    const observe::Watcher watcher(
        deployment, clock, processes, [&](const observe::BoardUpdate& update) {
            if (update.isComplete)
                std::call_once(isTold, [&] {
                    if (::write(ready, "", 1) != 1)
                        ::_exit(1);
                });
        });
    while (true)
        ::pause();
}

} // namespace

WatchingProcess::WatchingProcess(const config::Deployment& deployment)
{
    int ends[2];
    if (::pipe(ends) != 0)
        throw std::runtime_error("no pipe");
    m_child = ::fork();
    if (m_child == 0)
        watchUntilKilled(deployment, ends[1]);
    ::close(ends[1]);
    char byte = 0;
    const bool isReady = ::read(ends[0], &byte, 1) == 1;
    ::close(ends[0]);
    if (!isReady)
        throw std::runtime_error("the watcher's process failed");
}

WatchingProcess::~WatchingProcess()
{
    ::kill(m_child, SIGKILL);
    ::waitpid(m_child, nullptr, 0);
}

double WatchingProcess::cpuSeconds() const
{
    // See proc(5): after the name in parentheses, utime and stime are the 12th and 13th field.
    std::ifstream file("/proc/" + std::to_string(m_child) + "/stat");
    file.ignore(4096, ')');
    std::string field;
    for (int i = 0; i < 11; ++i)
        file >> field;
    double user = 0;
    double system = 0;
    file >> user >> system;
    return (user + system) / static_cast<double>(::sysconf(_SC_CLK_TCK));
}

} // namespace lockkeeper::bench
