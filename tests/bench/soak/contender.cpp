// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/soak/contender.h"

#include "core/lock/round.h"

#include <algorithm>
#include <cstdio>
#include <future>
#include <set>
#include <thread>
#include <utility>

namespace lockkeeper::bench {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;

/// A loss must be reported within this time, however busy the machine is.
constexpr milliseconds kTellTimeout{5000};
constexpr milliseconds kStep{10};
/// A thread that did not run for this long was stopped or got no CPU time.
constexpr milliseconds kPause{100};
constexpr double kDriftFactor = 0.01;

SteadyTime now() noexcept
{
    return BootClock::now();
}

std::uint32_t claimOf(const lock::Lease& lease)
{
    return static_cast<std::uint32_t>(
        std::stoul(lease.fingerprint().hex().substr(0, 8), nullptr, 16));
}

} // namespace

struct Contender::Told {
    std::atomic<int> times{0};
    std::atomic<SteadyTime> when{SteadyTime::max()};
};

struct Contender::Plan {
    std::vector<std::size_t> resources;
    milliseconds ttl{};
    milliseconds wait{};
    milliseconds retryDelay{};
    microseconds holdTime{};
    bool isRenewed = false;
    bool isFenced = false;
    bool isReentrant = false;
    bool isAsync = false;
};

struct Contender::Hold {
    lock::Lease lease;
    SteadyTime start{};
    SteadyTime latestEnd{}; ///< latest end if the lease is neither renewed nor extended
    milliseconds longestTtl{};
    bool isProlonged = false;
    std::uint32_t claim = 0;
    std::shared_ptr<Told> told;
    bool isAtFault = false; ///< a violation was reported; one per lease is enough
};

Resource soakResource(std::size_t index)
{
    return Resource("soak:" + std::to_string(index));
}

Contender::Contender(lock::LockClient& client, const Sabotage& sabotage, ContenderLog& log,
    Place place, std::uint64_t seed)
    : m_client(client)
    , m_sabotage(sabotage)
    , m_log(log)
    , m_place(place)
    , m_random(seed)
{ }

void Contender::takeTurn()
{
    m_log.promiseNoneBefore(now());
    if (m_place.isOrdered)
        return takeInOrder();
    const Plan plan = makePlan();
    auto hold = acquire(plan);
    if (!hold) {
        std::this_thread::sleep_for(microseconds(upTo(2000)));
        return;
    }
    std::unique_ptr<Hold> inner;
    if (plan.isReentrant)
        inner = acquire(plan);
    keep(plan, *hold);
    // The inner lease is on the same claim, which ends with the outer lease.
    if (inner && inner->claim == hold->claim) {
        m_log.count(Count::Again);
        inner.reset();
    }
    if (inner)
        dropHold(plan, *inner);
    dropHold(plan, *hold);
}

/// Where there are deadlocks, few waits end by them, so that the watcher sees some.
lock::OnDeadlock Contender::chooseOnDeadlock()
{
    const bool isChosen = m_place.variant != Variant::AnyOrder || isOneIn(4);
    return m_place.isOrdered && isChosen ? lock::OnDeadlock::Fail : lock::OnDeadlock::Wait;
}

/// Takes two or three locks one after the other, and keeps all of them for some time. Some keep
/// them for so long that others announce that they wait.
void Contender::takeInOrder()
{
    std::set<std::size_t> chosen;
    const std::size_t wanted = std::min(2 + upTo(1), m_place.resources);
    while (chosen.size() < wanted)
        chosen.insert(upTo(m_place.resources - 1));
    std::vector<std::size_t> order(chosen.begin(), chosen.end());
    if (m_place.variant == Variant::AnyOrder)
        std::ranges::shuffle(order, m_random);
    std::vector<std::pair<Plan, std::unique_ptr<Hold>>> holds;
    for (const std::size_t resource : order) {
        Plan plan = planOneOf(resource);
        auto hold = acquire(plan);
        if (!hold)
            break;
        keep(plan, *hold);
        holds.emplace_back(std::move(plan), std::move(hold));
    }
    for (; !holds.empty(); holds.pop_back())
        dropHold(holds.back().first, *holds.back().second);
}

Contender::Plan Contender::planOneOf(std::size_t resource)
{
    Plan plan;
    plan.resources = {resource};
    plan.ttl = milliseconds(500 + upTo(1000));
    plan.wait = milliseconds(3000);
    plan.retryDelay = milliseconds(2 + upTo(40));
    plan.isRenewed = true;
    plan.holdTime = isOneIn(2000) ? milliseconds(300 + upTo(700)) : microseconds(upTo(100));
    return plan;
}

Contender::Plan Contender::makePlan()
{
    Plan plan;
    std::set<std::size_t> chosen; // low indexes are chosen more often
    const unsigned wanted = isOneIn(12) ? 2 + upTo(1) : 1;
    while (chosen.size() < std::min(wanted, m_place.resources))
        chosen.insert(std::min(upTo(m_place.resources - 1), upTo(m_place.resources - 1)));
    plan.resources.assign(chosen.begin(), chosen.end());
    plan.ttl = milliseconds(150 + upTo(350));
    plan.wait = milliseconds(isOneIn(3) ? 0 : 50 + upTo(350));
    plan.retryDelay = milliseconds(2 + upTo(40));
    plan.isRenewed = isOneIn(2);
    plan.isFenced = !m_place.isForgetful && isOneIn(10);
    plan.isReentrant = isOneIn(10);
    plan.isAsync = !plan.isReentrant && isOneIn(8);
    plan.holdTime = chooseHoldTime(plan.ttl);
    return plan;
}

/// Chooses mostly short times, so that there are many holds. Some outlast a renewal, and some the
/// TTL.
microseconds Contender::chooseHoldTime(milliseconds ttl)
{
    const unsigned longOnes = m_place.variant == Variant::None ? 300 : 10;
    if (isOneIn(longOnes))
        return ttl / 3 + milliseconds(upTo(static_cast<unsigned>(ttl.count())));
    return microseconds(isOneIn(2) ? 0 : upTo(isOneIn(5) ? 3000 : 300));
}

std::unique_ptr<Contender::Hold> Contender::acquire(const Plan& plan)
{
    auto told = std::make_shared<Told>();
    const lock::AcquireOptions options{.ttl = *lock::Ttl::from(plan.ttl),
        .wait = plan.wait,
        .retryDelay = plan.retryDelay,
        .retryJitter = plan.retryDelay / 2,
        .driftFactor = kDriftFactor,
        .isRenewed = plan.isRenewed,
        .isFenced = plan.isFenced,
        .isReentrant = plan.isReentrant,
        .onDeadlock = chooseOnDeadlock(),
        .onLost = [told] {
            told->when = now();
            ++told->times;
        }};
    auto outcome = acquireAsAsked(plan, options);
    const SteadyTime start = now();
    auto* const lease = outcome ? std::get_if<lock::Lease>(&*outcome) : nullptr;
    if (lease == nullptr) {
        countFailure(outcome);
        return nullptr;
    }
    m_log.count(Count::Acquired);
    if (plan.resources.size() > 1)
        m_log.count(Count::Several);
    const std::uint32_t claim = claimOf(*lease);
    return std::make_unique<Hold>(Hold{.lease = std::move(*lease),
        .start = start,
        .latestEnd = start + plan.ttl - lock::clockDrift(plan.ttl, kDriftFactor),
        .longestTtl = plan.ttl,
        .isProlonged = plan.isRenewed,
        .claim = claim,
        .told = std::move(told)});
}

Result<lock::AcquireOutcome> Contender::acquireAsAsked(
    const Plan& plan, lock::AcquireOptions options)
{
    std::vector<Resource> resources;
    for (const std::size_t index : plan.resources)
        resources.push_back(soakResource(index));
    if (!plan.isAsync)
        return m_client.acquire(std::move(resources), std::move(options));
    const auto result = std::make_shared<std::promise<Result<lock::AcquireOutcome>>>();
    m_client.startAcquire(std::move(resources), std::move(options),
        [result](Result<lock::AcquireOutcome> outcome) { result->set_value(std::move(outcome)); });
    return result->get_future().get();
}

void Contender::countFailure(const Result<lock::AcquireOutcome>& outcome)
{
    const auto* const noQuorum = outcome ? std::get_if<lock::NoQuorum>(&*outcome) : nullptr;
    if (!outcome)
        m_log.count(Count::Failed);
    else if (std::holds_alternative<lock::Deadlocked>(*outcome))
        m_log.count(Count::Deadlocked);
    else if (noQuorum == nullptr)
        m_log.count(Count::Contended);
    else
        m_log.count(
            noQuorum->reason == lock::NoQuorum::Reason::TooLate ? Count::TooLate : Count::NoQuorum);
}

void Contender::keep(const Plan& plan, Hold& hold)
{
    m_lastSeen = hold.start;
    checkHonest(hold);
    if (isOneIn(40))
        extend(hold);
    const SteadyTime until = hold.start + plan.holdTime;
    for (SteadyTime time = now(); time < until; time = now()) {
        std::this_thread::sleep_for(std::min<SteadyTime::duration>(until - time, kStep));
        checkHonest(hold);
    }
}

void Contender::extend(Hold& hold)
{
    const milliseconds ttl(100 + upTo(400));
    hold.isProlonged = true;
    hold.longestTtl = std::max(hold.longestTtl, ttl);
    if (hold.lease.extend(*lock::Ttl::from(ttl)))
        m_log.count(Count::Extended);
    checkHonest(hold);
}

void Contender::noticePause()
{
    const SteadyTime time = now();
    if (time - m_lastSeen > kPause)
        m_awakeSince = time;
    m_lastSeen = time;
}

void Contender::checkHonest(Hold& hold)
{
    noticePause();
    const bool isPushed = hold.told->times > 0;
    const SteadyTime before = now();
    const bool isHeld = hold.lease.isHeld();
    const SteadyTime deadline = m_sabotage.realTimeOf(hold.lease.deadline());
    if (isHeld && isPushed)
        complain(Count::HeldAfterLoss, hold, "is held after its loss was told");
    if (isHeld && before >= deadline)
        complain(Count::HeldTooLong, hold, "is held beyond its deadline");
    else if (isHeld && !hold.isProlonged && before >= hold.latestEnd)
        complain(Count::HeldTooLong, hold, "is held for longer than its TTL");
    else if (deadline > now() + hold.longestTtl - lock::clockDrift(hold.longestTtl, kDriftFactor))
        complain(Count::HeldTooLong, hold, "has a deadline beyond its TTL");
}

void Contender::awaitTold(Hold& hold)
{
    const SteadyTime deadline = m_sabotage.realTimeOf(hold.lease.deadline());
    const SteadyTime patience = std::max(now(), deadline) + kTellTimeout;
    while (hold.told->times == 0) {
        if (now() > patience)
            return complain(Count::LossNotTold, hold, "was lost, and nobody told");
        std::this_thread::sleep_for(milliseconds(1));
        noticePause();
    }
    m_log.count(Count::Lost);
    // The time during which this process was stopped does not count as a delay.
    m_log.noteToldLate(hold.told->when.load() - std::max(deadline, m_awakeSince));
}

void Contender::dropHold(const Plan& plan, Hold& hold)
{
    const SteadyTime deadline = m_sabotage.realTimeOf(hold.lease.deadline());
    const bool isHeld = hold.lease.isHeld();
    const SteadyTime end = std::min({now(), deadline, hold.told->when.load()});
    if (!isHeld)
        awaitTold(hold);
    record(plan, hold, isHeld ? end : std::min(end, hold.told->when.load()));
    switch (upTo(3)) {
    case 0:
        hold.lease = lock::Lease(nullptr, nullptr);
        break;
    case 1:
        hold.lease.startRelease([](const std::vector<lock::MasterVote>&) {});
        break;
    default:
        hold.lease.release();
    }
    if (hold.told->times > 1)
        complain(Count::LossToldTwice, hold, "had its loss told twice");
}

void Contender::record(const Plan& plan, const Hold& hold, SteadyTime end)
{
    const auto fence = hold.lease.fencingToken();
    for (const std::size_t resource : plan.resources)
        m_log.add({hold.start, end, fence ? fence->value : 0, hold.claim,
            static_cast<std::uint16_t>(resource), static_cast<std::uint8_t>(m_place.process),
            static_cast<std::uint8_t>(m_place.thread)});
}

void Contender::complain(Count what, Hold& hold, const char* text)
{
    if (std::exchange(hold.isAtFault, true))
        return;
    m_log.count(what);
    if (!std::exchange(m_hasComplained, true))
        std::fprintf(stderr, "soak: thread %u of worker %u: claim %08x on %s %s\n", m_place.thread,
            m_place.process, hold.claim, hold.lease.resource().value().c_str(), text);
}

unsigned Contender::upTo(unsigned most)
{
    return std::uniform_int_distribution<unsigned>(0, most)(m_random);
}

} // namespace lockkeeper::bench
