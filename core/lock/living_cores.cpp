// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lock/living_cores.h"

#include "core/lock/client_core.h"
#include "core/redis/tls_contexts.h"

#include <algorithm>
#include <unistd.h>

namespace lockkeeper::lock {
namespace {

/// How long exit() waits for a core that another thread destroys. That destruction waits for no
/// server, but the thread may be waiting for the one that exits, so there is a limit.
constexpr std::chrono::milliseconds kExitPatience{500};

/// Destroyed by exit(): ends the cores of clients that are gone.
class EndAtExit {
public:
    explicit EndAtExit(LivingCores& cores)
        : m_cores(cores)
    {
        // Objects that register their destruction now are destroyed after this one.
        redis::initialiseLibraries();
    }
    ~EndAtExit()
    {
        // A forked child has copies of the cores, but not their threads.
        if (m_process != getpid())
            return;
        for (const auto& core : m_cores.kept())
            if (core->isClosed() && !core->loop().isLoopThread())
                core->loop().stop();
        m_cores.awaitDestroyed(BootClock::now() + kExitPatience);
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
    // Never destroyed: a static client may be destroyed later than everything here.
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
