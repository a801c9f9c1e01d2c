// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lock/living_cores.h"

#include "core/lock/client_core.h"
#include "core/lock/inherited.h"
#include "core/redis/tls_contexts.h"

#include <algorithm>
#include <atomic>

namespace lockkeeper::lock {
namespace {

/// How long exit() waits for a core that another thread destroys. That destruction waits for no
/// server, but the thread may be waiting for the one that exits, so there is a limit.
constexpr std::chrono::milliseconds kExitPatience{500};

/// The registry of this process. Never destroyed: a static client may be destroyed later than
/// everything here.
LivingCores& registry()
{
    static std::atomic<LivingCores*> current{new LivingCores};
    LivingCores* cores = current.load();
    if (cores->isOfThisProcess())
        return *cores;
    // The mutex of the one that was inherited may be locked by a thread that is not here.
    keepForEver(std::shared_ptr<void>(cores, [](void*) {}));
    auto fresh = std::make_unique<LivingCores>();
    return current.compare_exchange_strong(cores, fresh.get()) ? *fresh.release() : *cores;
}

/// Destroyed by exit(): ends the cores of clients that are gone.
class EndAtExit {
public:
    enum class Ends {
        WithoutLeases, ///< the core of a lease is left alone
        All,
    };

    explicit EndAtExit(Ends ends)
        : m_ends(ends)
    {
        // Objects that register their destruction now are destroyed after this one.
        redis::initialiseLibraries();
        (void)registry();
    }
    ~EndAtExit()
    {
        for (const auto& core : registry().kept())
            if (core->isClosed() && !core->loop().isLoopThread()
                && (m_ends == Ends::All || !core->hasLeases()))
                core->loop().stop();
        registry().awaitDestroyed(BootClock::now() + kExitPatience);
    }
    EndAtExit(const EndAtExit&) = delete;
    EndAtExit& operator=(const EndAtExit&) = delete;

private:
    Ends m_ends;
};

/// Made before the static objects of the program, so destroyed after them.
[[gnu::init_priority(1000)]] const EndAtExit endLast(EndAtExit::Ends::All);

} // namespace

LivingCores& LivingCores::ofProgram()
{
    // Destroyed before the static objects that are older than the first client, such as its clock.
    static const EndAtExit end(EndAtExit::Ends::WithoutLeases);
    return registry();
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
