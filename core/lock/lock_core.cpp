// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lock/lock_core.h"

#include "core/lock/inherited.h"
#include "core/loop/mutex.h"
#include "core/redis/tls_contexts.h"

#include <algorithm>
#include <asio/io_context.hpp>
#include <map>
#include <thread>
#include <vector>

namespace lockkeeper::lock {

/// Registry of the cores that are not destroyed yet. It belongs to something they depend on, which
/// ends the cores before it is itself destroyed. Thread-safe.
class LivingCores {
public:
    /// The registry of cores with their own thread, another one in each process. At program exit it
    /// stops those whose client and leases are gone, because no thread may run while exit()
    /// destroys the objects that it uses. A core whose client or lease still exists is left alone:
    /// its owner may be a static object that is destroyed later.
    ///
    /// The static objects of Asio and OpenSSL outlive those of the program. Just before them, the
    /// cores whose clients are gone are stopped.
    [[nodiscard]] static LivingCores& ofProgram();

    /// False in a child made by fork() since. There, nothing else may be called.
    [[nodiscard]] bool isOfThisProcess() const noexcept { return m_process.isHere(); }
    /// Lists the core until the last copy of the result is destroyed. Keep a copy until nothing of
    /// the core can run any more.
    [[nodiscard]] std::shared_ptr<void> add(const std::shared_ptr<LockCore>& core);
    /// The cores that are still referenced.
    [[nodiscard]] std::vector<std::shared_ptr<LockCore>> kept() const;
    /// Blocks until no core whose client and leases are gone waits for masters, at most for the
    /// timeout of its commands. A server that is answering a renewal drops what it has not read of
    /// a connection that is closed meanwhile, such as the release behind it.
    void awaitAnswers();
    /// Blocks until no unreferenced core is listed, at most until `end`.
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

/// Made before the static objects of the program, so destroyed after them.
[[gnu::init_priority(1000)]] const EndAtExit endLast(EndAtExit::Ends::All);

} // namespace

LivingCores& LivingCores::ofProgram()
{
    // Destroyed before the static objects that are older than the first client, such as its clock.
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
    // Looks again and again: whoever holds a reference to find out keeps the core from ending.
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

/// The cores on a caller's context. Operations in progress keep their core alive, and the core's
/// connections keep the operations. If the context is destroyed without running again, this service
/// ends both.
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

/// Destroys a core where none of its code can run meanwhile.
void destroy(std::unique_ptr<LockCore, DestroyAndRemove> core) noexcept
{
    if (core->isInherited())
        return core.reset(); // keeps it
    EventLoop& loop = core->loop();
    if (loop.hasThread() != loop.isLoopThread())
        return core.reset();
    // Whether the caller's context runs is unknown. The task owns the core: it is destroyed once,
    // either when the context runs the task or when the context is destroyed with it.
    if (!loop.hasThread())
        return loop.post([owned = std::move(core)] {});
    // A loop can't join its thread on that thread; another thread has to.
    LockCore* const raw = core.release();
    try {
        std::thread([raw] { DestroyAndRemove()(raw); }).detach();
    } catch (const std::system_error&) {
        // No thread available: a leak is better than a deadlock.
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
