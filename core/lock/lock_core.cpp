// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lock/lock_core.h"

#include "core/lock/inherited.h"
#include "core/loop/mutex.h"
#include "core/redis/tls_contexts.h"

#include <algorithm>
#include <asio/io_context.hpp>
#include <map>
#include <pthread.h>
#include <system_error>
#include <thread>
#include <vector>

namespace lockkeeper::lock {

std::atomic<unsigned> ProcessMark::forksOfProgram{0};

ProcessMark::ProcessMark()
{
    static const int failure = ::pthread_atfork(
        nullptr, nullptr, [] { forksOfProgram.fetch_add(1, std::memory_order_relaxed); });
    if (failure != 0)
        throw std::system_error(failure, std::generic_category(), "pthread_atfork");
    m_forks = forksOfProgram.load(std::memory_order_relaxed);
}

/// Cores that are not destroyed yet. Its owner ends them first. Thread-safe.
class LivingCores {
public:
    /// For cores with their own thread. exit() stops those without client and leases before objects
    /// that they use are destroyed. Others may belong to static objects: they stop just before
    /// those of Asio and OpenSSL.
    [[nodiscard]] static LivingCores& ofProgram();

    [[nodiscard]] bool isOfThisProcess() const noexcept { return m_process.isHere(); }
    /// Lists the core while a copy of the result lives: keep one while its code can run.
    [[nodiscard]] std::shared_ptr<void> add(const std::shared_ptr<LockCore>& core);
    [[nodiscard]] std::vector<std::shared_ptr<LockCore>> kept() const;
    /// Blocks while closed cores without leases wait for masters, at most for their timeout. A
    /// server that is answering a renewal never reads a release behind it if the connection closes.
    void awaitAnswers();
    /// Blocks while an unreferenced core is listed, until `end`.
    void awaitDestroyed(SteadyTime end) noexcept;

private:
    void remove(const LockCore* core) noexcept;
    [[nodiscard]] bool isOneBeingDestroyed() const LK_REQUIRES(m_mutex);

    ProcessMark m_process;
    mutable Mutex m_mutex;
    Condition m_removed;
    std::map<const LockCore*, std::weak_ptr<LockCore>> m_cores LK_GUARDED_BY(m_mutex);
};

namespace {

/// Another thread destroys the core, and may wait for the exiting one.
constexpr std::chrono::milliseconds kExitPatience{500};

/// Never destroyed: a static client may be destroyed later.
LivingCores& registry()
{
    static std::atomic<LivingCores*> current{new LivingCores};
    LivingCores* cores = current.load();
    if (cores->isOfThisProcess())
        return *cores;
    // A thread that is missing here may have locked its mutex.
    keepForEver(std::shared_ptr<void>(cores, [](void*) {}));
    auto fresh = std::make_unique<LivingCores>();
    return current.compare_exchange_strong(cores, fresh.get()) ? *fresh.release() : *cores;
}

class EndAtExit {
public:
    enum class Ends {
        WithoutLeases,
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
        if (m_ends == Ends::WithoutLeases)
            registry().awaitAnswers();
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

/// Made before, so destroyed after, the program's static objects.
[[gnu::init_priority(1000)]] const EndAtExit endLast(EndAtExit::Ends::All);

} // namespace

LivingCores& LivingCores::ofProgram()
{
    // Destroyed before static objects older than the first client, such as its clock.
    static const EndAtExit end(EndAtExit::Ends::WithoutLeases);
    return registry();
}

std::shared_ptr<void> LivingCores::add(const std::shared_ptr<LockCore>& core)
{
    const MutexLock lock(m_mutex);
    m_cores.emplace(core.get(), core);
    return {nullptr, [this, key = core.get()](void*) { remove(key); }};
}

void LivingCores::remove(const LockCore* core) noexcept
{
    const MutexLock lock(m_mutex);
    m_cores.erase(core);
    m_removed.notify();
}

std::vector<std::shared_ptr<LockCore>> LivingCores::kept() const
{
    std::vector<std::shared_ptr<LockCore>> kept;
    const MutexLock lock(m_mutex);
    for (const auto& [key, weak] : m_cores)
        if (auto core = weak.lock())
            kept.push_back(std::move(core));
    return kept;
}

void LivingCores::awaitAnswers()
{
    constexpr std::chrono::milliseconds kLook{5};
    const SteadyTime start = BootClock::now();
    const auto isAwaited = [start](const std::shared_ptr<LockCore>& core) {
        return core->isClosed() && !core->hasLeases() && !core->isInherited()
            && !core->loop().isLoopThread() && BootClock::now() < start + core->timeout();
    };
    // Polls: a kept reference would keep the core.
    while (std::ranges::any_of(kept(), isAwaited)) {
        const MutexLock lock(m_mutex);
        m_removed.waitUntil(m_mutex, BootClock::now() + kLook);
    }
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

namespace {

/// Operations and connections keep cores alive: this service ends them if the caller's context is
/// destroyed without running again.
class CoresOnContext final : public asio::execution_context::service {
public:
    static inline asio::execution_context::id id{};

    explicit CoresOnContext(asio::execution_context& context)
        : service(context)
    { }
    [[nodiscard]] LivingCores& cores() noexcept { return m_cores; }

private:
    void shutdown() override
    {
        if (!m_cores.isOfThisProcess())
            return;
        for (const auto& core : m_cores.kept())
            core->end();
    }

    LivingCores m_cores;
};

struct DestroyAndRemove {
    void operator()(LockCore* core) const noexcept
    {
        if (core->isInherited())
            return keepForEver(std::shared_ptr<void>(core, [](void*) {}));
        const auto listing = core->listing();
        delete core;
    }
};

void destroy(std::unique_ptr<LockCore, DestroyAndRemove> core) noexcept
{
    if (core->isInherited())
        return core.reset();
    EventLoop& loop = core->loop();
    if (loop.hasThread() != loop.isLoopThread())
        return core.reset();
    if (!loop.hasThread())
        return loop.post([owned = std::move(core)] {});
    // A loop can't join its own thread.
    LockCore* const raw = core.release();
    try {
        std::thread([raw] { DestroyAndRemove()(raw); }).detach();
    } catch (const std::system_error&) {
        // A leak is better than a deadlock.
    }
}

} // namespace

LockCore::LockCore(asio::io_context* context)
    : m_loop(
        context == nullptr ? std::make_unique<EventLoop>() : std::make_unique<EventLoop>(*context))
{ }

void LockCore::list(const std::shared_ptr<LockCore>& core, asio::io_context* context)
{
    LivingCores& living = context == nullptr ? LivingCores::ofProgram()
                                             : asio::use_service<CoresOnContext>(*context).cores();
    core->m_listing = living.add(core);
}

void LockCore::letGo(LockCore* core) noexcept
{
    destroy(std::unique_ptr<LockCore, DestroyAndRemove>(core));
}

void LockCore::closeForClient()
{
    close();
    if (m_loop->hasThread())
        m_loop->call([] {});
}

void LockCore::end() noexcept
{
    m_loop->stop();
    disconnect();
}

} // namespace lockkeeper::lock
