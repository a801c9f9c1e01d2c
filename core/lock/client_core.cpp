// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lock/client_core.h"

#include "core/lock/inherited.h"
#include "core/lock/living_cores.h"

#include <asio/io_context.hpp>
#include <thread>

namespace lockkeeper::lock {
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
    void operator()(ClientCore* core) const noexcept
    {
        if (core->isInherited())
            return keepForEver(std::shared_ptr<void>(core, [](void*) {}));
        const auto listing = core->listing();
        delete core;
    }
};

/// Destroys a core where none of its code can run meanwhile.
void destroy(std::unique_ptr<ClientCore, DestroyAndRemove> core) noexcept
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
    ClientCore* const raw = core.release();
    try {
        std::thread([raw] { DestroyAndRemove()(raw); }).detach();
    } catch (const std::system_error&) {
        // No thread available: a leak is better than a deadlock.
    }
}

} // namespace

std::shared_ptr<ClientCore> ClientCore::create(const config::Deployment& deployment, Owner owner,
    const Clock& clock, asio::io_context* context, const Decorate& decorate)
{
    auto loop = context == nullptr ? std::make_unique<EventLoop>()
                                   : std::make_unique<EventLoop>(*context);
    std::shared_ptr<ClientCore> core(
        new ClientCore(std::move(loop), deployment, std::move(owner), clock),
        [](ClientCore* that) { destroy(std::unique_ptr<ClientCore, DestroyAndRemove>(that)); });
    core->m_context.owner = core;
    core->m_context.closing = core->m_closing.get_token();
    core->m_context.post
        = [loop = core->m_loop.get()](std::function<void()> task) { loop->post(std::move(task)); };
    if (decorate)
        decorate(core->m_context);
    LivingCores& living = context == nullptr ? LivingCores::ofProgram()
                                             : asio::use_service<CoresOnContext>(*context).cores();
    core->m_listing = living.add(core);
    return core;
}

ClientCore::ClientCore(std::unique_ptr<EventLoop> loop, const config::Deployment& deployment,
    Owner owner, const Clock& clock)
    : m_loop(std::move(loop))
    , m_masters(*m_loop, deployment, owner.connectionName(), masters::MastersUse::Vote)
    , m_links(m_masters, owner.connectionName(), deployment.timeout)
    , m_watch(m_masters, m_links, deployment.timeout)
    , m_announcer(m_links)
    , m_waits(m_masters.transports(), *m_loop, clock, deployment.timeout)
    , m_quarantine(deployment)
    , m_context{m_masters.transports(), m_loop.get(), &clock, deployment.timeout, &m_watch,
          &m_lines}
    , m_owner(std::move(owner))
{
    m_context.announcer = &m_announcer;
    m_context.waits = &m_waits;
    m_context.quarantine = &m_quarantine;
    m_context.isReadOnly = deployment.isReadOnly;
}

ClientCore::~ClientCore()
{
    m_loop->stop();
}

void ClientCore::end() noexcept
{
    m_loop->stop();
    m_masters.close();
}

} // namespace lockkeeper::lock
