// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lock/node_lease.h"

#include "core/lock/node_names.h"
#include "core/text/translate.h"
#include "core/zookeeper/node_id.h"

#include <absl/strings/substitute.h>
#include <algorithm>
#include <utility>

namespace lockkeeper::lock {
namespace {

constexpr const char* kAnyCurator = trNoop("a program with Curator's Revoker", "data");

constexpr const char* kDeleted = trNoop("somebody has deleted the lock's node", "data");

tl::unexpected<Error> nodeLeaseIsOver()
{
    return fail(ErrorClass::LeaseLost, trNoop("the lease is over: acquire it again", "data"));
}

} // namespace

NodeLease::NodeLease(NodeSession& session, Place place, std::function<void()> onLost)
    : HeldLock(
        session.clock(), FencingToken{static_cast<std::uint64_t>(place.czxid)}, std::move(onLost))
    , m_session(session)
    , m_resources{std::move(place.resource)}
    , m_mark(std::move(place.mark))
    , m_czxid(place.czxid)
    , m_life(session.life())
{ }

void NodeLease::start()
{
    m_session.addLease(shared_from_this());
    watch();
}

void NodeLease::watch()
{
    m_session.unwatch(m_watch);
    m_watch = m_session.watch(m_mark.path, [weak = weak_from_this()](zookeeper::EventType event) {
        const auto self = weak.lock();
        if (!self || self->isEnded())
            return;
        if (event == zookeeper::EventType::Deleted)
            self->loseNode();
        else
            self->look();
    });
}

void NodeLease::look()
{
    if (isEnded())
        return;
    m_session.client().watchData(m_mark.path,
        [self = shared_from_this()](const Result<std::optional<zookeeper::NodeData>>& node) {
            if (self->isEnded() || !node)
                return;
            if (!*node || !self->isOurs((*node)->stat.ephemeralOwner))
                return self->loseNode();
            self->watch();
            if ((*node)->data.starts_with(zookeeper::kCuratorAsk))
                self->noteAsk({.by = kAnyCurator, .at = self->clock().wallNow()});
        });
}

void NodeLease::loseNode()
{
    lose({ErrorClass::LeaseLost, kDeleted, m_session.master()});
}

void NodeLease::end() noexcept
{
    m_session.unwatch(std::exchange(m_watch, 0));
    setEnded();
}

void NodeLease::lose(const Error& why)
{
    if (isEnded())
        return;
    m_overAt = m_life->deadline.load();
    end();
    setFailedVotes(
        {{.master = m_session.master(), .state = MasterVote::State::Failed, .error = why}});
    notifyLoss();
    // The node may outlive the deadline; nobody may hold the lock before.
    m_session.loop().schedule(m_overAt.load(), [weak = weak_from_this()] {
        if (const auto self = weak.lock())
            self->m_session.removeNode(self->m_mark, [self](const Result<bool>&) {});
    });
}

Fingerprint NodeLease::fingerprint() const
{
    return fingerprintOfNode(m_mark.path, m_czxid);
}

Margin NodeLease::margin() const noexcept
{
    return {.stored = isHeld() ? 1U : 0U, .masters = 1, .quorum = 1};
}

SteadyTime NodeLease::deadline() const noexcept
{
    return std::min(m_life->deadline.load(), m_overAt.load());
}

void NodeLease::extend(Ttl ttl, ExtendHandler handler)
{
    if (!isHeld())
        return handler(nodeLeaseIsOver());
    m_session.client().sync(m_mark.path, [](const Result<void>&) {});
    m_session.client().exists(m_mark.path,
        [self = shared_from_this(), ttl, handler = std::move(handler)](
            const Result<std::optional<zookeeper::Stat>>& stat) {
            if (!stat)
                return handler(fail(ErrorClass::NoQuorum,
                    trNoop("the ensemble did not answer; the lease ends at its deadline unless it "
                           "does",
                        "data")));
            if (!self->isEnded() && (!*stat || !self->isOurs((*stat)->ephemeralOwner)))
                self->loseNode();
            if (!self->isHeld())
                return handler(nodeLeaseIsOver());
            const auto timeout = self->m_session.client().sessionTimeout();
            if (!ttl.isFinite() || ttl.value() > timeout)
                return handler(fail(ErrorClass::Unsupported,
                    absl::Substitute(trNoop("a lease in ZooKeeper lasts as long as its session, "
                                            "which ends $0 ms after the last sign of life",
                                         "data"),
                        timeout.count())));
            handler({});
        });
}

void NodeLease::extendBy(std::chrono::milliseconds /*additional*/, ExtendHandler handler)
{
    handler(fail(ErrorClass::Unsupported,
        trNoop("a lease in ZooKeeper can't be prolonged: its session is kept as long as the "
               "client lives",
            "data")));
}

void NodeLease::free(ReleaseHandler handler)
{
    end();
    m_session.removeNode(m_mark,
        [self = shared_from_this(), handler = std::move(handler)](const Result<bool>& removed) {
            MasterVote vote{.master = self->m_session.master()};
            vote.state = !removed ? MasterVote::State::Failed
                : *removed        ? MasterVote::State::Yes
                                  : MasterVote::State::No;
            if (!removed)
                vote.error = removed.error();
            handler({std::move(vote)});
        });
}

void NodeLease::leave() noexcept
{
    end();
    m_session.client().keepSession();
}

} // namespace lockkeeper::lock
