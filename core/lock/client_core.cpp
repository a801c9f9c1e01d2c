// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lock/client_core.h"

#include "core/redis/invalidation.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

namespace lockkeeper::lock {

using redis::kInvalidations;

namespace {

/// Optional: waiters also poll.
void ignore(const Result<redis::Reply>&) { }

} // namespace

PushKeyWatch::PushKeyWatch(
    const masters::Masters& masters, ListeningLinks& links, std::chrono::milliseconds timeout)
    : m_masters(masters)
    , m_links(links)
    , m_timeout(timeout)
    , m_clients(links.size())
{
    m_links.onLogin([this](std::size_t master) { subscribe(master); });
    m_links.onPush([this](std::size_t master, const redis::Reply& push) { onPush(master, push); });
}

KeyWatch::ListenerId PushKeyWatch::listen(const std::vector<Resource>& resources, Listener listener)
{
    m_links.open();
    m_listening.emplace(++m_lastId, Listening{resources, std::move(listener)});
    return m_lastId;
}

void PushKeyWatch::forget(ListenerId id) noexcept
{
    m_listening.erase(id);
}

void PushKeyWatch::subscribe(std::size_t index)
{
    m_clients[index].reset();
    m_links.send(index, {"CLIENT", "ID"}, [this, index](const Result<redis::Reply>& reply) {
        if (!reply || !reply->isInteger())
            return;
        m_clients[index] = reply->integer;
        // Earlier reads were not tracked.
        tell(index, nullptr);
    });
    m_links.send(index, {"SUBSCRIBE", kInvalidations});
}

void PushKeyWatch::prepareRead(std::size_t index)
{
    if (!m_clients[index] || !m_links.isUp(index))
        return;
    // Before each read: either connection may be new.
    redis::Transport& master = *m_masters.transports()[index];
    master.send(
        {"CLIENT", "TRACKING", "ON", "REDIRECT", std::to_string(*m_clients[index]), "OPTIN"},
        m_timeout, ignore);
    master.send({"CLIENT", "CACHING", "YES"}, m_timeout, ignore);
}

void PushKeyWatch::onPush(std::size_t index, const redis::Reply& push)
{
    const auto told = redis::invalidationIn(push);
    if (!told)
        return;
    if (told->isFlush)
        return tell(index, nullptr);
    for (const redis::Reply& key : told->keys)
        tell(index, &key.text);
}

void PushKeyWatch::tell(std::size_t index, const std::string* key)
{
    std::vector<ListenerId> concerned;
    for (const auto& [id, listening] : m_listening) {
        const auto isIt = [&](const Resource& resource) { return resource.value() == *key; };
        if (key == nullptr || std::ranges::any_of(listening.resources, isIt))
            concerned.push_back(id);
    }
    for (const ListenerId id : concerned) {
        // A listener may remove another listener.
        if (const auto found = m_listening.find(id); found != m_listening.end()) {
            const Listener listener = found->second.listener;
            listener(index);
        }
    }
}

namespace {

bool isReply(ErrorClass kind) noexcept
{
    return isAnswered(kind) && kind != ErrorClass::TlsFailed && kind != ErrorClass::NotRedis;
}

} // namespace

redis::Transport::Handler MeteredTransport::metered(Handler handler) const
{
    if (!m_metrics)
        return handler;
    return [metrics = m_metrics, master = m_master.master(), sentAt = BootClock::now(),
               handler = std::move(handler)](Result<redis::Reply>&& reply) {
        const bool isAnswered = reply || isReply(reply.error().kind);
        metrics->replied(master, isAnswered, BootClock::now() - sentAt);
        handler(std::move(reply));
    };
}

void MeteredTransport::send(
    const redis::Command& command, std::chrono::milliseconds timeout, Handler handler)
{
    m_master.send(command, timeout, metered(std::move(handler)));
}

void MeteredTransport::sendAll(
    const redis::Pipeline& commands, std::chrono::milliseconds timeout, const Handler& handler)
{
    m_master.sendAll(commands, timeout, metered(handler));
}

void MeteredTransport::sendUndo(
    const redis::Command& command, std::chrono::milliseconds timeout, Handler handler)
{
    m_master.sendUndo(command, timeout, metered(std::move(handler)));
}

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
    , m_announcer(m_links, masters::sharedDatabase(deployment))
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
