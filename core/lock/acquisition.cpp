// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lock/acquisition.h"

#include "core/lock/acquire_check.h"
#include "core/lock/ballot.h"
#include "core/lock/deadlock_guard.h"
#include "core/lock/key_watch.h"
#include "core/lock/occupancy.h"
#include "core/lock/retry_pauses.h"
#include "core/lock/round.h"
#include "core/lock/undo.h"
#include "core/lock/wait_announcer.h"
#include "core/lock/waiting_lines.h"
#include "core/loop/lifetime.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <stop_token>
#include <utility>

namespace lockkeeper::lock {

/// Announces a wait after 250 ms, and may search for deadlocks. Without end(), the announcement
/// lasts as long as the connection.
class LastingWait {
public:
    LastingWait(const LockContext& context, SteadyTime start,
        std::function<WaitAnnouncement()> describe, std::function<void()> onDeadlock);

    void end() noexcept;
    [[nodiscard]] std::vector<Deadlocked::Link> circle() const;

private:
    void announce();

    const LockContext& m_context;
    std::function<WaitAnnouncement()> m_describe;
    std::function<void()> m_onDeadlock;
    Scheduler::TimerId m_timer = Scheduler::kNoTimer;
    WaitAnnouncer::Id m_announcement = WaitAnnouncer::kNone;
    std::optional<DeadlockGuard> m_guard;
    Lifetime m_lifetime;
};

namespace {

constexpr std::chrono::milliseconds kAnnounceAfter{250};

} // namespace

LastingWait::LastingWait(const LockContext& context, SteadyTime start,
    std::function<WaitAnnouncement()> describe, std::function<void()> onDeadlock)
    : m_context(context)
    , m_describe(std::move(describe))
    , m_onDeadlock(std::move(onDeadlock))
{
    m_timer = m_context.scheduler->schedule(
        start + kAnnounceAfter, m_lifetime.guard([this] { announce(); }));
}

void LastingWait::end() noexcept
{
    m_context.scheduler->cancel(std::exchange(m_timer, Scheduler::kNoTimer));
    if (m_guard)
        m_guard->end();
    m_context.announcer->withdraw(std::exchange(m_announcement, WaitAnnouncer::kNone));
}

std::vector<Deadlocked::Link> LastingWait::circle() const
{
    return m_guard ? m_guard->circle() : std::vector<Deadlocked::Link>();
}

void LastingWait::announce()
{
    m_timer = Scheduler::kNoTimer;
    m_announcement = m_context.announcer->announce(m_describe());
    auto announced = m_context.announcer->announced(m_announcement);
    if (announced && announced->failsOnDeadlock)
        m_guard.emplace(m_context, std::move(*announced), std::move(m_onDeadlock));
}

namespace {

using Outcome = RoundResult::Outcome;
using StopCallback = std::stop_callback<std::function<void()>>;
using std::chrono::milliseconds;

/// From the first notification to a try, unless a quorum notifies. Doubles with each such try: it
/// takes and returns the key, which notifies all waiters again.
constexpr milliseconds kOthersFollow{5};
constexpr int kMostDoublings = 6;
/// Redis expires a key 1 ms after its TTL.
constexpr milliseconds kExpiryMargin{1};
/// Asking more often fills the masters' logs.
constexpr milliseconds kRefusedPause{1000};
constexpr milliseconds kLastRead{40};

bool isUserRefused(const LockContext& context, const std::vector<MasterVote>& votes)
{
    const auto refused = std::ranges::count_if(votes, [](const MasterVote& vote) {
        return vote.error
            && (isForbidden(vote.error->kind) || vote.error->kind == ErrorClass::AuthRequired
                || vote.error->kind == ErrorClass::WrongPassword);
    });
    return context.masters.size() - static_cast<std::size_t>(refused) < context.quorum();
}

AcquireEnd endOf(const AcquisitionResult& result)
{
    struct {
        AcquireEnd operator()(const HeldClaim&) const { return AcquireEnd::Acquired; }
        AcquireEnd operator()(const Contended&) const { return AcquireEnd::Contended; }
        AcquireEnd operator()(const NoQuorum&) const { return AcquireEnd::NoQuorum; }
        AcquireEnd operator()(const Deadlocked&) const { return AcquireEnd::Deadlocked; }
    } constexpr kEnd;
    return result ? std::visit(kEnd, *result) : AcquireEnd::Failed;
}

class Acquisition : public std::enable_shared_from_this<Acquisition> {
public:
    Acquisition(const LockContext& context, const Owner& owner, std::vector<Resource> resources,
        AcquireOptions options, AcquisitionHandler handler, HeldTokens held)
        : m_context(context)
        , m_owner(owner)
        , m_resources(std::make_shared<const std::vector<Resource>>(std::move(resources)))
        , m_options(std::move(options))
        , m_handler(std::move(handler))
        , m_held(std::move(held))
        , m_start(context.clock->now())
        , m_pauses(context.randomSeed)
    { }

    void start();

private:
    void tryOnce();
    [[nodiscard]] Result<Token> makeToken() const;
    void onRound(Claim claim, RoundResult result);
    void finishWithout(RoundResult result);

    [[nodiscard]] bool isPatient() const { return m_options.wait > milliseconds(0); }
    [[nodiscard]] unsigned triesAllowed() const
    {
        return m_options.tries.value_or(isPatient() ? std::numeric_limits<unsigned>::max() : 1);
    }
    [[nodiscard]] milliseconds timeout() const
    {
        return m_options.timeout.value_or(m_context.timeout);
    }
    [[nodiscard]] Validity validity() const { return {m_options.ttl, m_options.driftFactor}; }
    [[nodiscard]] SteadyTime::duration waited() const { return m_context.clock->now() - m_start; }
    [[nodiscard]] bool isTimeOver() const { return isPatient() && waited() >= m_options.wait; }

    /// Not with `tries`: only the first in a queue tries.
    [[nodiscard]] bool waitsInLine() const
    {
        return m_context.lines != nullptr && isPatient() && !m_options.tries;
    }

    [[nodiscard]] bool isStopped() const
    {
        return m_options.stop.stop_requested() || m_context.closing.stop_requested();
    }

    void waitForNextTry(RoundResult result);
    [[nodiscard]] bool takePlace();
    void leaveLine();
    void onFirst();
    void onQuicker();
    [[nodiscard]] RetryPace pace() const;
    void announceLater();
    [[nodiscard]] WaitAnnouncement describe();
    void onDeadlock();
    void watch();
    void stopListening();
    void listenToStop();
    void onStop();
    void onOccupancy(const Occupancy& occupancy);
    void onTouched(std::size_t master);
    void wakeAt(SteadyTime when);
    void finishContended(std::vector<MasterVote> votes);
    /// Undoes the last try on reachable masters first: the caller may exit next.
    void finishUndone(AcquisitionResult result);
    void finish(AcquisitionResult result);

    const LockContext& m_context;
    const Owner& m_owner;
    Claim::Resources m_resources;
    AcquireOptions m_options;
    AcquisitionHandler m_handler;
    HeldTokens m_held;
    SteadyTime m_start;
    RetryPauses m_pauses;
    unsigned m_tries = 0;
    std::shared_ptr<Undoing> m_undoing;
    bool m_isWaiting = false;
    std::set<std::size_t> m_touched;
    int m_minorityWakes = 0;
    SteadyTime m_wakeAt{};
    Scheduler::TimerId m_timer = Scheduler::kNoTimer;
    KeyWatch::ListenerId m_listener = 0;
    std::unique_ptr<LastingWait> m_lasting;
    WaitingLines::Place m_place = WaitingLines::kNone;
    bool m_hasMovedUp = false;
    RoundResult m_last;
    std::optional<CurrentHolder> m_holder;
    std::optional<StopCallback> m_onStop;
    std::optional<StopCallback> m_onClosing;
};

void Acquisition::start()
{
    if (m_context.metrics)
        m_context.metrics->started(*m_resources);
    if (!waitsInLine() || m_context.lines->isEmpty(*m_resources))
        return tryOnce();
    waitForNextTry({Outcome::Denied, Ballot(m_context).takeVotes()});
}

void Acquisition::tryOnce()
{
    m_isWaiting = m_hasMovedUp = false;
    m_context.scheduler->cancel(std::exchange(m_timer, Scheduler::kNoTimer));
    ++m_tries;
    auto token = makeToken();
    if (!token)
        return finish(tl::make_unexpected(std::move(token.error())));
    Claim claim{m_resources, std::move(*token), m_options.inPlaceOf};
    m_context.allow(m_options.ttl);
    Attempt attempt{claim, validity(), m_options.isFenced, m_options.timeout,
        m_options.isRenewed ? m_options.maxHold : milliseconds(0)};
    m_options.scheme.get().tryAcquire(m_context, std::move(attempt),
        [self = shared_from_this(), claim = std::move(claim)](
            RoundResult result) mutable { self->onRound(std::move(claim), std::move(result)); });
}

Result<Token> Acquisition::makeToken() const
{
    const Scheme& scheme = m_options.scheme.get();
    const WallTime now = m_context.clock->wallNow();
    if (!m_options.isRenewed || !scheme.abilities().hearsAsks)
        return scheme.makeToken(m_owner, now, m_options.ttl);
    Owner owner = m_owner;
    owner.hearsAsks = true;
    return scheme.makeToken(owner, now, m_options.ttl);
}

void Acquisition::onRound(Claim claim, RoundResult result)
{
    if (result.outcome == Outcome::Won)
        return finish(HeldClaim{std::move(claim), validity(), result.deadline, result.fence,
            m_options.isRenewed, m_options.maxHold, std::move(m_options.onLost)});
    m_undoing = std::move(result.undoing);
    const bool isLast = m_tries >= triesAllowed() || isTimeOver() || isStopped();
    if (!isLast)
        return waitForNextTry(std::move(result));
    if (result.outcome == Outcome::Denied)
        return finishContended(std::move(result.votes));
    finishWithout(std::move(result));
}

void Acquisition::finishWithout(RoundResult result)
{
    switch (result.outcome) {
    case Outcome::Denied:
        return finishUndone(Contended{std::move(result.votes), std::move(m_holder)});
    case Outcome::TooLate:
        return finishUndone(NoQuorum{std::move(result.votes), NoQuorum::Reason::TooLate});
    case Outcome::NoQuorum:
    case Outcome::Won:
        return finishUndone(NoQuorum{std::move(result.votes)});
    }
}

void Acquisition::waitForNextTry(RoundResult result)
{
    if (auto circle = m_lasting ? m_lasting->circle() : std::vector<Deadlocked::Link>();
        !circle.empty())
        return finishUndone(Deadlocked{std::move(result.votes), std::move(circle)});
    m_isWaiting = true;
    const Outcome outcome = result.outcome;
    m_last = std::move(result);
    if (!m_onClosing) {
        listenToStop();
        announceLater();
    }
    m_touched.clear();
    if (outcome != Outcome::Denied) {
        leaveLine(); // the next waiter may succeed
        auto pause = m_pauses.usual(pace());
        if (isUserRefused(m_context, m_last.votes))
            pause = std::max(pause, kRefusedPause);
        return wakeAt(m_context.clock->now() + pause);
    }
    if (takePlace())
        return watch();
    stopListening();
    wakeAt(SteadyTime::max());
}

bool Acquisition::takePlace()
{
    if (!waitsInLine())
        return true;
    if (m_place == WaitingLines::kNone) {
        auto onFirst = [weak = weak_from_this()] {
            if (const auto self = weak.lock())
                self->onFirst();
        };
        auto onQuicker = [weak = weak_from_this()] {
            if (const auto self = weak.lock())
                self->onQuicker();
        };
        m_place = m_context.lines->join(
            *m_resources, {pace(), std::move(onFirst), std::move(onQuicker)});
    }
    return m_context.lines->isFirst(*m_resources, m_place);
}

void Acquisition::leaveLine()
{
    if (m_place != WaitingLines::kNone)
        m_context.lines->leave(*m_resources, std::exchange(m_place, WaitingLines::kNone));
}

void Acquisition::onFirst()
{
    if (!m_isWaiting)
        return;
    m_hasMovedUp = true;
    watch();
}

void Acquisition::onQuicker()
{
    if (m_isWaiting)
        wakeAt(m_context.clock->now() + m_pauses.usual(pace()));
}

RetryPace Acquisition::pace() const
{
    return m_place == WaitingLines::kNone ? RetryPace(m_options.retryDelay, m_options.retryJitter)
                                          : m_context.lines->pace(*m_resources);
}

void Acquisition::announceLater()
{
    if (m_context.announcer == nullptr || !m_options.isWaitAnnounced)
        return;
    m_lasting = std::make_unique<LastingWait>(
        m_context, m_start, [this] { return describe(); },
        [weak = weak_from_this()] {
            if (const auto self = weak.lock())
                self->onDeadlock();
        });
}

WaitAnnouncement Acquisition::describe()
{
    if (!m_options.holding && m_held)
        m_options.holding = m_held();
    const auto since
        = m_context.clock->wallNow() - std::chrono::duration_cast<WallTime::duration>(waited());
    return {.resources = *m_resources,
        .owner = m_owner,
        .since = since,
        .id = {},
        .holding = std::move(m_options.holding),
        .isHoldingCertain = m_options.isHoldingCertain,
        .failsOnDeadlock = m_options.onDeadlock == OnDeadlock::Fail};
}

void Acquisition::onDeadlock()
{
    if (!std::exchange(m_isWaiting, false))
        return;
    m_context.scheduler->cancel(std::exchange(m_timer, Scheduler::kNoTimer));
    waitForNextTry(std::move(m_last));
}

void Acquisition::watch()
{
    wakeAt(m_context.clock->now() + m_pauses.usual(pace()));
    if (m_context.watch != nullptr && m_listener == 0)
        m_listener
            = m_context.watch->listen(*m_resources, [weak = weak_from_this()](std::size_t master) {
                  if (const auto self = weak.lock())
                      self->onTouched(master);
              });
    readOccupancy(m_context, {.resources = *m_resources, .timeout = timeout(), .isWatched = true},
        [self = shared_from_this(), tries = m_tries](const Occupancy& occupancy) {
            if (self->m_isWaiting && tries == self->m_tries)
                self->onOccupancy(occupancy);
        });
}

void Acquisition::stopListening()
{
    if (m_listener != 0)
        m_context.watch->forget(std::exchange(m_listener, 0));
}

void Acquisition::listenToStop()
{
    auto onStop = [weak = weak_from_this()] {
        if (const auto self = weak.lock())
            self->onStop();
    };
    std::function<void()> call = [&context = m_context, onStop] {
        context.scheduler->schedule(context.clock->now(), onStop);
    };
    if (m_context.post)
        call = [&context = m_context, owner = m_context.owner, onStop] {
            // The client and its loop may be about to be destroyed.
            if (const auto keep = owner.lock())
                context.post(onStop);
        };
    if (m_options.stop.stop_possible())
        m_onStop.emplace(m_options.stop, call);
    m_onClosing.emplace(m_context.closing, std::move(call));
}

void Acquisition::onStop()
{
    if (!std::exchange(m_isWaiting, false))
        return;
    m_context.scheduler->cancel(std::exchange(m_timer, Scheduler::kNoTimer));
    finishWithout(std::move(m_last));
}

void Acquisition::onOccupancy(const Occupancy& occupancy)
{
    m_holder = occupancy.holder;
    const SteadyTime now = m_context.clock->now();
    if (occupancy.freeAt == SteadyTime::max())
        return;
    if (occupancy.freeAt > now) {
        m_pauses.endSplits();
        return wakeAt(occupancy.freeAt + kExpiryMargin);
    }
    // Free, or split between contenders that all give up now.
    wakeAt(m_hasMovedUp ? now : now + m_pauses.afterSplit(pace()));
}

void Acquisition::onTouched(std::size_t master)
{
    if (!m_isWaiting)
        return;
    if (!m_touched.insert(master).second)
        return;
    if (m_touched.size() >= m_context.quorum()) {
        m_minorityWakes = 0;
        return tryOnce();
    }
    if (m_touched.size() > 1)
        return;
    wakeAt(m_context.clock->now() + kOthersFollow * (1 << m_minorityWakes));
    m_minorityWakes = std::min(m_minorityWakes + 1, kMostDoublings);
}

void Acquisition::wakeAt(SteadyTime when)
{
    if (isPatient())
        when = std::min(when, m_start + m_options.wait);
    if (m_timer != Scheduler::kNoTimer && m_wakeAt <= when)
        return;
    m_context.scheduler->cancel(m_timer);
    m_wakeAt = when;
    m_timer = m_context.scheduler->schedule(when, [self = shared_from_this()] { self->tryOnce(); });
}

void Acquisition::finishContended(std::vector<MasterVote> votes)
{
    const auto left
        = std::chrono::ceil<milliseconds>(std::max(m_options.wait, timeout()) - waited());
    // A timeout as short as the patience would make masters look silent to other users.
    readOccupancy(m_context,
        {.resources = *m_resources, .timeout = timeout(), .patience = std::max(left, kLastRead)},
        [self = shared_from_this(), votes = std::move(votes)](Occupancy occupancy) mutable {
            self->finishUndone(Contended{std::move(votes), std::move(occupancy.holder)});
        });
}

void Acquisition::finishUndone(AcquisitionResult result)
{
    // Its handler keeps this object: no cycle.
    const auto undoing = std::exchange(m_undoing, nullptr);
    if (!undoing)
        return finish(std::move(result));
    undoing->onFinished([self = shared_from_this(), result = std::move(result)]() mutable {
        self->finish(std::move(result));
    });
}

void Acquisition::finish(AcquisitionResult result)
{
    m_onStop.reset();
    m_onClosing.reset();
    stopListening();
    leaveLine();
    if (m_lasting)
        m_lasting->end();
    if (m_context.metrics)
        m_context.metrics->ended(*m_resources, endOf(result), waited());
    std::exchange(m_handler, nullptr)(std::move(result));
}

} // namespace

void acquire(const LockContext& context, const Owner& owner, std::vector<Resource> resources,
    AcquireOptions options, AcquisitionHandler handler, HeldTokens held)
{
    if (auto checked = checkAcquire(context, resources, options); !checked)
        return handler(tl::make_unexpected(std::move(checked.error())));
    options.wait = inMilliseconds(options.wait);
    std::make_shared<Acquisition>(context, owner, inCanonicalOrder(std::move(resources)),
        std::move(options), std::move(handler), std::move(held))
        ->start();
}

std::vector<Resource> inCanonicalOrder(std::vector<Resource> resources)
{
    std::ranges::sort(resources);
    const auto repeated = std::ranges::unique(resources);
    resources.erase(repeated.begin(), repeated.end());
    return resources;
}

} // namespace lockkeeper::lock
