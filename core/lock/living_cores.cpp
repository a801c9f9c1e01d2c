// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lock/living_cores.h"

#include "core/lock/client_core.h"
#include "core/redis/tls_contexts.h"

#include <algorithm>
#include <unistd.h>

namespace lockkeeper::lock {
namespace {

/// For a core that another thread destroys while the program exits: it waits for no server. A limit
/// all the same, for that thread may wait for the one that exits.
constexpr std::chrono::milliseconds kLongestWait{500};

/// Ends the cores of clients that are gone when exit() destroys it.
class EndAtExit {
public:
    explicit EndAtExit(LivingCores& cores)
        : m_cores(cores)
    {
        // What registers its own end now is ended after this.
        redis::initialiseLibraries();
    }
    ~EndAtExit()
    {
        // A forked child has the cores, but not their threads.
        if (m_process != getpid())
            return;
        for (const auto& core : m_cores.kept())
            if (core->isClosed() && !core->loop().isLoopThread())
                core->loop().stop();
        m_cores.awaitDestroyed(BootClock::now() + kLongestWait);
    }
    EndAtExit(const EndAtExit&) = delete;
    EndAtExit& operator=(const EndAtExit&) = delete;

private:
    LivingCores& m_cores;
    pid_t m_process = getpid();
};

} // namespace

LivingCores& LivingCores::ofProgram()
{
    // Never destroyed: a static client may be, later than everything here.
    static auto* const cores = new LivingCores;
    static const EndAtExit end(*cores);
    return *cores;
}

std::shared_ptr<void> LivingCores::add(const std::shared_ptr<ClientCore>& core)
{
    const MutexLock lock(m_mutex);
    m_cores.emplace(core.get(), core);
    return {nullptr, [this, key = core.get()](void*) { remove(key); }};
}

void LivingCores::remove(const ClientCore* core) noexcept
{
    const MutexLock lock(m_mutex);
    m_cores.erase(core);
    m_removed.notify();
}

std::vector<std::shared_ptr<ClientCore>> LivingCores::kept() const
{
    std::vector<std::shared_ptr<ClientCore>> kept;
    const MutexLock lock(m_mutex);
    for (const auto& [key, weak] : m_cores)
        if (auto core = weak.lock())
            kept.push_back(std::move(core));
    return kept;
}

void LivingCores::awaitDestroyed(SteadyTime end) noexcept
{
    const MutexLock lock(m_mutex);
    while (isOneBeingDestroyed() && BootClock::now() < end)
        m_removed.waitUntil(m_mutex, end);
}

bool LivingCores::isOneBeingDestroyed() const
{
    return std::ranges::any_of(m_cores, [](const auto& core) { return core.second.expired(); });
}

} // namespace lockkeeper::lock
