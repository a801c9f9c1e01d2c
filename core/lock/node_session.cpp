// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lock/node_session.h"

#include "core/config/ensemble.h"
#include "core/lock/lease.h"
#include "core/lock/node_lease.h"
#include "core/lock/node_names.h"
#include "core/lock/round.h"
#include "core/text/display_safe.h"
#include "core/text/translate.h"

#include <absl/strings/substitute.h>
#include <algorithm>
#include <utility>

namespace lockkeeper::lock {
namespace {

using std::chrono::milliseconds;
using zookeeper::Client;

constexpr milliseconds kRemovalPause{1000};

/// Deletes a node, until that is certain.
class NodeRemoval final : public NodeUser, public std::enable_shared_from_this<NodeRemoval> {
public:
    NodeRemoval(NodeSession& session, NodeMark mark, std::function<void(Result<bool>)> handler)
        : m_session(session)
        , m_mark(std::move(mark))
        , m_handler(std::move(handler))
    { }

    void start()
    {
        m_session.loop().cancel(std::exchange(m_timer, Scheduler::kNoTimer));
        if (m_session.client().sessionId() != m_mark.session)
            return finish(false);
        if (m_mark.path.empty())
            return find();
        m_session.client().remove(
            m_mark.path, -1, [self = shared_from_this()](const Result<bool>& removed) {
                if (removed)
                    return self->finish(*removed);
                self->tryLater(
                    zookeeper::withRight(removed.error(), "DELETE", self->m_mark.parent));
            });
    }
    void onSession() override { start(); }

private:
    void find()
    {
        m_session.find(m_mark, [self = shared_from_this()](Result<std::string> found) {
            if (!found)
                return self->tryLater(found.error());
            if (found->empty())
                return self->finish(false);
            self->m_mark.path = std::move(*found);
            self->start();
        });
    }
    void tryLater(const Error& error)
    {
        report(tl::make_unexpected(error));
        m_session.loop().cancel(m_timer);
        m_timer = m_session.loop().schedule(
            BootClock::now() + kRemovalPause, [weak = weak_from_this()] {
                if (const auto self = weak.lock())
                    self->start();
            });
    }
    void finish(bool wasThere)
    {
        m_session.remove(shared_from_this());
        report(wasThere);
    }
    void report(Result<bool> result)
    {
        if (const auto handler = std::exchange(m_handler, nullptr))
            handler(std::move(result));
    }

    NodeSession& m_session;
    NodeMark m_mark;
    std::function<void(Result<bool>)> m_handler;
    Scheduler::TimerId m_timer = Scheduler::kNoTimer;
};

} // namespace

NodeSession::NodeSession(EventLoop& loop, const config::Deployment& deployment,
    const SessionOptions& options, const Clock& clock)
    : m_loop(loop)
    , m_clock(clock)
    , m_master(deployment.masters.front().id)
    , m_root(deployment.otherStore()->root)
    , m_timeout(deployment.timeout)
    , m_driftFactor(options.driftFactor)
    , m_client(std::make_unique<Client>(loop,
          zookeeper::ClientOptions{.servers = config::serversOf(deployment.masters.front()),
              .master = m_master,
              .access = redis::Access::Full,
              .sessionTimeout = options.timeout,
              .connectTimeout = m_timeout,
              .timeout = m_timeout,
              .isReadOnlyAllowed = false,
              .isConfirmed = true,
              .onSession = [this] { onSession(); },
              .onEvent = [this](const zookeeper::Event& event) { onEvent(event); },
              .onDrop = [this] { onDrop(); },
              .onConfirmed = [this] { onConfirmed(); }}))
{ }

SteadyTime NodeSession::lossTime() const noexcept
{
    return lock::lossTime(m_life->deadline, client().sessionTimeout());
}

void NodeSession::addLease(const std::shared_ptr<NodeLease>& lease)
{
    std::erase_if(m_leases, [](const auto& other) { return other.expired(); });
    m_leases.push_back(lease);
}

void NodeSession::onConfirmed()
{
    const std::int64_t id = client().sessionId();
    if (!m_life || m_life->id != id) {
        endLeases({ErrorClass::LeaseLost, trNoop("the session has expired", "data"), m_master});
        m_life = std::make_shared<Life>();
        m_life->id = id;
    }
    // First: a lease that is over stays over.
    checkDeadline();
    const milliseconds timeout = client().sessionTimeout();
    m_life->deadline = std::max(m_life->deadline.load(),
        client().confirmedAt() + timeout - clockDrift(timeout, m_driftFactor));
    setTimer();
}

void NodeSession::setTimer()
{
    m_loop.cancel(m_timer);
    m_timer = m_loop.schedule(lossTime(), [this] {
        m_timer = Scheduler::kNoTimer;
        checkDeadline();
    });
}

void NodeSession::checkDeadline()
{
    if (m_life && m_clock.now() >= lossTime())
        endLeases(client().status().error.value_or(Error{ErrorClass::Timeout,
            trNoop("the session was not confirmed in time", "data"), m_master}));
}

void NodeSession::endLeases(const Error& why)
{
    for (const auto& weak : std::exchange(m_leases, {})) {
        if (const auto lease = weak.lock())
            lease->lose(why);
    }
}

void NodeSession::onSession()
{
    for (const auto& weak : std::vector(m_leases)) {
        if (const auto lease = weak.lock())
            lease->look();
    }
    for (const auto& user : std::set(m_users)) {
        if (m_users.contains(user)) // an earlier one may have ended it
            user->onSession();
    }
}

void NodeSession::onDrop()
{
    if (!m_client)
        return; // its first attempt failed at once
    m_watches.clear();
    if (client().sessionId() == 0)
        endLeases({ErrorClass::LeaseLost, trNoop("the session has expired", "data"), m_master});
    for (const auto& user : std::set(m_users)) {
        if (m_users.contains(user))
            user->onDrop();
    }
}

void NodeSession::onEvent(const zookeeper::Event& event)
{
    std::vector<EventHandler> handlers;
    const auto [begin, end] = m_watches.equal_range(event.path);
    for (auto watch = begin; watch != end; ++watch)
        handlers.push_back(std::move(watch->second.handler));
    m_watches.erase(begin, end);
    for (const EventHandler& handler : handlers)
        handler(event.type);
}

NodeSession::WatchId NodeSession::watch(const std::string& path, EventHandler handler)
{
    m_watches.emplace(path, Watch{m_nextWatch, std::move(handler)});
    return m_nextWatch++;
}

void NodeSession::unwatch(WatchId id)
{
    const auto found = std::ranges::find_if(
        m_watches, [id](const auto& watch) { return watch.second.id == id; });
    if (found != m_watches.end())
        m_watches.erase(found);
}

void NodeSession::find(const NodeMark& mark, Client::Handler<std::string> handler)
{
    // The creating connection may have used another server.
    client().sync(mark.parent, [](const Result<void>&) {});
    client().getChildren(mark.parent,
        [parent = mark.parent, prefix = placePrefix(mark.uuid), handler = std::move(handler)](
            const Result<std::optional<zookeeper::NodeChildren>>& children) {
            if (!children)
                return handler(tl::make_unexpected(children.error()));
            if (!*children)
                return handler(std::string());
            const auto& names = (*children)->names;
            const auto found = std::ranges::find_if(
                names, [&](const std::string& name) { return name.starts_with(prefix); });
            handler(found == names.end() ? std::string() : parent + "/" + *found);
        });
}

void NodeSession::removeNode(NodeMark mark, std::function<void(Result<bool>)> handler)
{
    const auto removal = std::make_shared<NodeRemoval>(*this, std::move(mark), std::move(handler));
    add(removal);
    removal->start();
}

void NodeSession::makeParents(const std::string& path, Client::Handler<void> handler)
{
    std::vector<std::string> missing;
    for (std::size_t end = path.find('/', m_root.size() + 1);; end = path.find('/', end + 1)) {
        missing.push_back(path.substr(0, end));
        if (end == std::string::npos)
            break;
    }
    auto make = [this, missing = std::move(missing), handler] {
        makeNodes(missing, zookeeper::CreateMode::Container, handler);
    };
    if (m_root.empty())
        return make();
    client().exists(m_root,
        [this, make = std::move(make), handler](
            const Result<std::optional<zookeeper::Stat>>& root) {
            if (!root)
                return handler(tl::make_unexpected(root.error()));
            if (!*root)
                return handler(tl::make_unexpected(zookeeper::missingRoot(m_root, m_master)));
            make();
        });
}

void NodeSession::makeNodes(
    std::vector<std::string> paths, zookeeper::CreateMode mode, Client::Handler<void> handler)
{
    const std::string first = std::move(paths.front());
    paths.erase(paths.begin());
    client().create(first, "", mode,
        [this, mode, first, paths = std::move(paths), handler = std::move(handler)](
            const Result<std::string>& made, std::int32_t code) mutable {
            if (code == zookeeper::kUnimplemented && mode == zookeeper::CreateMode::Container) {
                paths.insert(paths.begin(), first);
                return makeNodes(
                    std::move(paths), zookeeper::CreateMode::Persistent, std::move(handler));
            }
            if (!made && code != zookeeper::kNodeExists)
                return handler(tl::make_unexpected(zookeeper::withRight(
                    made.error(), "CREATE", first.substr(0, first.rfind('/')))));
            if (paths.empty())
                return handler({});
            makeNodes(std::move(paths), mode, std::move(handler));
        });
}

} // namespace lockkeeper::lock
