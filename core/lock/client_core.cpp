// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lock/client_core.h"

#include <memory>
#include <vector>

namespace lockkeeper::lock {

std::shared_ptr<LeaseState> Holds::again(const std::vector<Resource>& resources)
{
    const MutexLock lock(m_mutex);
    const auto found = m_held.find(SortKey(ThreadIdentity::current(), resources));
    if (found == m_held.end() || !found->second.isReentrant)
        return nullptr;
    auto state = found->second.state.lock();
    return state && state->isHeld() && state->addHold() ? state : nullptr;
}

void Holds::add(ThreadIdentity holder, const std::shared_ptr<LeaseState>& state, bool isReentrant)
{
    const MutexLock lock(m_mutex);
    if (m_held.size() >= m_sweepAt) {
        absl::erase_if(m_held, [](const auto& entry) { return entry.second.state.expired(); });
        m_sweepAt = 2 * m_held.size() + 16;
    }
    m_held[Key{holder, state->claim().sharedResources()}] = {state, isReentrant};
}

std::vector<Fingerprint> Holds::tokensOf(ThreadIdentity holder)
{
    const MutexLock lock(m_mutex);
    std::vector<Fingerprint> tokens;
    const std::vector<Resource> first;
    for (auto it = m_held.lower_bound(SortKey(holder, first));
         it != m_held.end() && it->first.holder == holder; ++it) {
        const auto state = it->second.state.lock();
        if (state && state->isHeld())
            tokens.push_back(state->scheme().fingerprintOf(state->claim()));
    }
    return tokens;
}

std::shared_ptr<ClientCore> ClientCore::create(const config::Deployment& deployment, Owner owner,
    const Clock& clock, asio::io_context* context, const Decorate& decorate)
{
    std::shared_ptr<ClientCore> core(
        new ClientCore(context, deployment, std::move(owner), clock), letGo);
    core->m_context.owner = core;
    core->m_context.closing = core->closing();
    core->m_context.post
        = [loop = &core->loop()](std::function<void()> task) { loop->post(std::move(task)); };
    if (decorate)
        decorate(core->m_context);
    list(core, context);
    return core;
}

ClientCore::ClientCore(asio::io_context* context, const config::Deployment& deployment, Owner owner,
    const Clock& clock)
    : LockCore(context)
    , m_masters(loop(), deployment, owner.connectionName(), masters::MastersUse::Vote)
    , m_links(m_masters, owner.connectionName(), deployment.timeout)
    , m_watch(m_masters, m_links, deployment.timeout)
    , m_announcer(m_links)
    , m_waits(m_masters.transports(), loop(), clock, deployment.timeout)
    , m_quarantine(deployment)
    , m_context{m_masters.transports(), &loop(), &clock, deployment.timeout, &m_watch, &m_lines}
    , m_owner(std::move(owner))
{
    m_context.announcer = &m_announcer;
    m_context.waits = &m_waits;
    m_context.quarantine = &m_quarantine;
    m_context.isReadOnly = deployment.isReadOnly;
}

ClientCore::~ClientCore()
{
    loop().stop();
}

void ClientCore::setMetrics(std::shared_ptr<Metrics> metrics)
{
    m_context.metrics = std::move(metrics);
    const bool isFirst = m_metered.empty() && m_context.metrics;
    for (std::size_t i = 0; isFirst && i < m_context.masters.size(); ++i) {
        m_metered.push_back(std::make_unique<MeteredTransport>(*m_context.masters[i]));
        m_context.masters[i] = m_metered.back().get();
    }
    for (const auto& master : m_metered)
        master->setMetrics(m_context.metrics);
}

void ClientCore::disconnect() noexcept
{
    m_masters.close();
}

} // namespace lockkeeper::lock
