// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lock/client_core.h"

#include <thread>

namespace lockkeeper::lock {
namespace {

/// Takes a core apart where nothing of it can run meanwhile.
void destroy(std::unique_ptr<ClientCore> core) noexcept
{
    EventLoop& loop = core->loop();
    if (loop.hasThread() != loop.isLoopThread()) {
        core.reset();
        return;
    }
    // Nobody can tell whether a caller's context runs. The task owns the core: it goes once,
    // whether the context runs the task or is destroyed with it.
    if (!loop.hasThread())
        return loop.post([owned = std::move(core)] {});
    // A loop can't end its thread on that thread: another one has to.
    ClientCore* const raw = core.release();
    try {
        std::thread([raw] { delete raw; }).detach();
    } catch (const std::system_error&) {
        // No thread to be had: better to leak than to wait for oneself.
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
        [](ClientCore* that) { destroy(std::unique_ptr<ClientCore>(that)); });
    core->m_context.owner = core;
    core->m_context.closing = core->m_closing.get_token();
    core->m_context.post
        = [loop = core->m_loop.get()](std::function<void()> task) { loop->post(std::move(task)); };
    if (decorate)
        decorate(core->m_context);
    return core;
}

ClientCore::ClientCore(std::unique_ptr<EventLoop> loop, const config::Deployment& deployment,
    Owner owner, const Clock& clock)
    : m_loop(std::move(loop))
    , m_masters(*m_loop, deployment, owner.connectionName(), masters::MastersUse::Vote)
    , m_watch(m_masters, owner.connectionName(), deployment.timeout)
    , m_context{m_masters.transports(), m_loop.get(), &clock, deployment.timeout, &m_watch,
          &m_lines}
    , m_owner(std::move(owner))
{ }

ClientCore::~ClientCore()
{
    m_loop->stop();
}

} // namespace lockkeeper::lock
