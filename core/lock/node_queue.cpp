// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lock/node_queue.h"

#include "core/lock/node_names.h"
#include "core/lock/uuid.h"
#include "core/text/display_safe.h"
#include "core/text/translate.h"

#include <absl/strings/substitute.h>
#include <algorithm>
#include <optional>
#include <stop_token>
#include <utility>

namespace lockkeeper::lock {
namespace {

using std::chrono::milliseconds;
using zookeeper::Client;
using zookeeper::NodeChildren;
using zookeeper::NodeData;

constexpr milliseconds kNodePause{100};
/// A stopped wait does not wait longer for its last replies.
constexpr milliseconds kLastReplies{100};
constexpr int kMostParents = 10;

class NodeQueue final : public NodeUser, public std::enable_shared_from_this<NodeQueue> {
public:
    NodeQueue(NodeSession& session, WantedNode wanted, NodeHandler handler)
        : m_session(session)
        , m_wanted(std::move(wanted))
        , m_handler(std::move(handler))
        , m_until(session.clock().now() + std::max(m_wanted.options.wait, session.timeout()))
    { }

    void start();
    void onSession() override;
    void onDrop() override;

private:
    enum class Step {
        Connecting,
        Asking,
        Waiting,
        Ended,
    };
    using StopCallback = std::stop_callback<std::function<void()>>;

    [[nodiscard]] bool isPatient() const { return m_wanted.options.wait > milliseconds(0); }
    [[nodiscard]] bool isOver() const { return m_isStopped || m_session.clock().now() >= m_until; }
    [[nodiscard]] const std::string& parent() const { return m_wanted.resource.value(); }

    template <class T, class Next> Client::Handler<T> then(Next next)
    {
        return [self = shared_from_this(), next = std::move(next)](Result<T> result) {
            if (self->m_step == Step::Ended)
                return;
            if (!result)
                return self->onError(result.error());
            next(*self, std::move(*result));
        };
    }

    void resume();
    void create();
    void onCreated(std::string path);
    void onNotCreated(const Error& error, std::int32_t code);
    void makeParents();
    void find();
    void restart();
    void look();
    void onChildren(const std::optional<NodeChildren>& children);
    void awaitPlaceAhead(const std::string& name);
    void claim();
    void onOwn(const std::optional<NodeData>& node);
    void onError(const Error& error);
    void tryAgainSoon();
    void onStop();
    void onTimeOver();
    void endAtOnce();
    void listenToStop();

    void giveUp();
    void endQuietly();
    [[nodiscard]] MasterVote vote(MasterVote::State state) const
    {
        return {.master = m_session.master(), .state = state};
    }
    void finish(NodeOutcome outcome);

    NodeSession& m_session;
    WantedNode m_wanted;
    NodeHandler m_handler;
    SteadyTime m_until;
    Step m_step = Step::Connecting;
    NodeMark m_mark;
    int m_parentsMade = 0;
    std::string m_first;
    std::optional<Error> m_failure;
    NodeSession::WatchId m_watch = 0;
    Scheduler::TimerId m_timer = Scheduler::kNoTimer;
    Scheduler::TimerId m_pause = Scheduler::kNoTimer;
    bool m_isStopped = false;
    std::optional<StopCallback> m_onStop;
    std::optional<StopCallback> m_onClosing;
};

void NodeQueue::start()
{
    m_session.add(shared_from_this());
    listenToStop();
    m_timer = m_session.loop().schedule(m_until, [weak = weak_from_this()] {
        if (const auto self = weak.lock())
            self->onTimeOver();
    });
    if (m_session.isUp())
        resume();
}

void NodeQueue::onSession()
{
    if (m_step == Step::Connecting || m_step == Step::Waiting)
        resume();
}

void NodeQueue::onDrop()
{
    if (m_step == Step::Waiting)
        m_step = Step::Connecting;
    if (m_step != Step::Connecting)
        return;
    const auto status = m_session.client().status();
    const bool haveAllFailed = status.state != redis::LinkState::Connecting;
    if (haveAllFailed && status.error)
        m_failure = status.error;
    // Also without patience: it may have a place.
    if (isOver() || (haveAllFailed && !isPatient() && m_mark.uuid.empty()))
        giveUp();
}

void NodeQueue::resume()
{
    m_session.loop().cancel(std::exchange(m_pause, Scheduler::kNoTimer));
    m_session.unwatch(std::exchange(m_watch, 0));
    m_step = Step::Asking;
    if (m_mark.session != m_session.client().sessionId())
        m_mark = {}; // the old session's nodes go with it
    if (!m_mark.path.empty())
        return look();
    if (!m_wanted.options.isProtected)
        m_mark = {};
    m_mark.uuid.empty() ? create() : find();
}

void NodeQueue::create()
{
    if (m_mark.uuid.empty()) {
        auto uuid = makeUuid4();
        if (!uuid)
            return finish(tl::make_unexpected(std::move(uuid.error())));
        m_mark = {.session = m_session.client().sessionId(),
            .parent = parent(),
            .uuid = std::move(*uuid)};
    }
    m_session.client().create(parent() + "/" + placePrefix(m_mark.uuid), m_wanted.text,
        zookeeper::CreateMode::EphemeralSequential,
        [self = shared_from_this()](Result<std::string> path, std::int32_t code) {
            if (self->m_step == Step::Ended)
                return;
            path ? self->onCreated(std::move(*path)) : self->onNotCreated(path.error(), code);
        });
    // Saves a round trip: the server answers in order.
    m_session.client().getChildren(parent(),
        [self = shared_from_this(), uuid = m_mark.uuid](
            const Result<std::optional<NodeChildren>>& children) {
            const bool isWanted = self->m_step == Step::Asking && !self->m_mark.path.empty()
                && self->m_mark.uuid == uuid;
            if (isWanted)
                children ? self->onChildren(*children) : self->onError(children.error());
        });
}

void NodeQueue::onCreated(std::string path)
{
    m_mark.path = std::move(path);
    if (placeNumber(m_mark.path).value_or(-1) >= 0)
        return;
    m_failure = Error{ErrorClass::Unsupported,
        absl::Substitute(
            trNoop("the numbers of $0 have run over, so that nobody knows who is first: let "
                   "all its users end, and delete that node",
                "data"),
            displaySafe(parent())),
        m_session.master()};
    giveUp();
}

void NodeQueue::onNotCreated(const Error& error, std::int32_t code)
{
    if (code == zookeeper::kNoNode && m_parentsMade < kMostParents)
        return makeParents();
    if (isDefinite(error.kind))
        m_mark = {};
    onError(zookeeper::withRight(error, "CREATE", parent()));
}

void NodeQueue::makeParents()
{
    ++m_parentsMade;
    m_session.makeParents(parent(), [self = shared_from_this()](const Result<void>& made) {
        if (self->m_step == Step::Ended)
            return;
        if (made)
            return self->create();
        self->m_mark = {};
        self->onError(made.error());
    });
}

void NodeQueue::find()
{
    m_session.find(m_mark, then<std::string>([](NodeQueue& self, std::string path) {
        if (path.empty())
            return self.create();
        self.onCreated(std::move(path));
        if (self.m_step == Step::Asking)
            self.look();
    }));
}

void NodeQueue::restart()
{
    m_mark = {};
    isOver() ? giveUp() : create();
}

void NodeQueue::look()
{
    m_step = Step::Asking;
    m_session.client().getChildren(parent(),
        then<std::optional<NodeChildren>>(
            [](NodeQueue& self, const std::optional<NodeChildren>& children) {
                self.onChildren(children);
            }));
}

void NodeQueue::onChildren(const std::optional<NodeChildren>& children)
{
    m_failure.reset();
    const auto places = placesIn(children ? children->names : std::vector<std::string>());
    const std::string own = m_mark.path.substr(parent().size() + 1);
    const auto place = std::ranges::find(places, own);
    if (place == places.end())
        return restart();
    if (place == places.begin())
        return claim();
    m_first = places.front();
    if (!isPatient() || isOver())
        return giveUp();
    awaitPlaceAhead(*std::prev(place));
}

/// Watches by reading: a watch on a missing node would stay for ever.
void NodeQueue::awaitPlaceAhead(const std::string& name)
{
    const std::string path = parent() + "/" + name;
    m_session.client().watchData(path,
        then<std::optional<NodeData>>([path](NodeQueue& self, const std::optional<NodeData>& node) {
            if (!node)
                return self.look();
            if (self.isOver())
                return self.giveUp();
            self.m_step = Step::Waiting;
            self.m_watch
                = self.m_session.watch(path, [weak = self.weak_from_this()](zookeeper::EventType) {
                      const auto that = weak.lock();
                      if (that && that->m_step == Step::Waiting)
                          that->look();
                  });
        }));
}

void NodeQueue::claim()
{
    m_session.client().watchData(m_mark.path,
        then<std::optional<NodeData>>(
            [](NodeQueue& self, const std::optional<NodeData>& node) { self.onOwn(node); }));
}

void NodeQueue::onOwn(const std::optional<NodeData>& node)
{
    if (!node || node->stat.ephemeralOwner != m_mark.session)
        return restart();
    if (m_session.clock().now() >= m_session.lossTime()) {
        m_failure = Error{ErrorClass::Timeout,
            trNoop("the session was not confirmed in time", "data"), m_session.master()};
        return giveUp();
    }
    auto lease = std::make_shared<NodeLease>(m_session,
        NodeLease::Place{m_wanted.resource, m_mark, node->stat.czxid},
        std::move(m_wanted.options.onLost));
    lease->start();
    finish(std::move(lease));
}

void NodeQueue::onError(const Error& error)
{
    m_failure = error;
    if ((isAnswered(error.kind) && error.kind != ErrorClass::Busy) || isOver())
        return giveUp();
    m_step = Step::Connecting;
    if (m_session.isUp())
        tryAgainSoon();
}

void NodeQueue::tryAgainSoon()
{
    m_pause = m_session.loop().schedule(BootClock::now() + kNodePause, [weak = weak_from_this()] {
        const auto self = weak.lock();
        if (self && self->m_step == Step::Connecting && self->m_session.isUp())
            self->resume();
    });
}

void NodeQueue::listenToStop()
{
    std::function<void()> call = [post = m_wanted.post, weak = weak_from_this()] {
        post([weak] {
            if (const auto self = weak.lock())
                self->onStop();
        });
    };
    if (m_wanted.options.stop.stop_possible())
        m_onStop.emplace(m_wanted.options.stop, call);
    m_onClosing.emplace(m_wanted.closing, std::move(call));
}

void NodeQueue::onStop()
{
    m_isStopped = true;
    m_session.loop().schedule(BootClock::now() + kLastReplies, [weak = weak_from_this()] {
        if (const auto self = weak.lock())
            self->endAtOnce();
    });
    onTimeOver();
}

/// Deletes its node, behind what is not answered yet.
void NodeQueue::endAtOnce()
{
    if (!m_handler)
        return;
    if (m_step != Step::Ended && !m_mark.uuid.empty())
        m_session.removeNode(m_mark, [](const Result<bool>&) {});
    MasterVote stopped = vote(MasterVote::State::Failed);
    stopped.error = m_failure.value_or(
        Error{ErrorClass::Timeout, trNoop("stopped without a reply", "data"), m_session.master()});
    finish(NoQuorum{.votes = {std::move(stopped)}});
}

void NodeQueue::onTimeOver()
{
    if (m_step == Step::Waiting || m_step == Step::Connecting)
        giveUp();
}

void NodeQueue::giveUp()
{
    endQuietly();
    const auto self = shared_from_this();
    const auto remove = [self](std::function<void()> done) {
        if (self->m_mark.uuid.empty())
            return done();
        self->m_session.removeNode(
            self->m_mark, [done = std::move(done)](const Result<bool>&) { done(); });
    };
    if (m_failure || m_first.empty()) {
        MasterVote failed = vote(MasterVote::State::Failed);
        failed.error = m_failure.value_or(
            Error{ErrorClass::Unreachable, trNoop("not connected", "data"), m_session.master()});
        return remove([self, failed] { self->finish(NoQuorum{.votes = {failed}}); });
    }
    m_session.client().getData(
        parent() + "/" + m_first, [self, remove](const Result<std::optional<NodeData>>& node) {
            Contended contended{.votes = {self->vote(MasterVote::State::No)}};
            if (node && *node) {
                const auto owner = readPlaceText((*node)->data);
                contended.holder = CurrentHolder{.resource = self->m_wanted.resource,
                    .fingerprint = fingerprintOfNode(self->m_first, (*node)->stat.czxid),
                    .masters = 1};
                if (owner)
                    contended.holder->parts = TokenParts{owner->owner, owner->time, {}};
            }
            remove([self, contended = std::move(contended)] { self->finish(contended); });
        });
}

void NodeQueue::endQuietly()
{
    m_step = Step::Ended;
    m_onStop.reset();
    m_onClosing.reset();
    m_session.unwatch(std::exchange(m_watch, 0));
    m_session.loop().cancel(std::exchange(m_timer, Scheduler::kNoTimer));
    m_session.loop().cancel(std::exchange(m_pause, Scheduler::kNoTimer));
}

void NodeQueue::finish(NodeOutcome outcome)
{
    if (!m_handler)
        return; // stopped before its last replies
    endQuietly();
    const auto self = shared_from_this();
    m_session.remove(self);
    std::exchange(m_handler, nullptr)(std::move(outcome));
}

} // namespace

void queueForNode(NodeSession& session, WantedNode wanted, NodeHandler handler)
{
    std::make_shared<NodeQueue>(session, std::move(wanted), std::move(handler))->start();
}

} // namespace lockkeeper::lock
