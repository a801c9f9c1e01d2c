// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/lock_actions.h"

using namespace std::chrono_literals;

namespace lockkeeper::ui {
namespace {

// A waiting acquire checks for a cancellation this often.
constexpr std::chrono::milliseconds kSlice = 500ms;
// How often the deadlines of the leases are checked for a renewal.
constexpr std::chrono::milliseconds kRenewalLook = 250ms;
constexpr int kMaxWaiting = 32;
constexpr int kMaxActing = 16;

template <class F> void runOnThreadOf(QObject* object, F task)
{
    QMetaObject::invokeMethod(object, std::move(task), Qt::QueuedConnection);
}

} // namespace

LockActions::LockActions(
    const config::Deployment& deployment, lock::Owner owner, const Clock& clock, QObject* parent)
    : QObject(parent)
    , m_clock(clock)
    , m_client(deployment, std::move(owner), clock)
{
    m_waiting.setMaxThreadCount(kMaxWaiting);
    m_acting.setMaxThreadCount(kMaxActing);
    connect(&m_renewalTimer, &QTimer::timeout, this, &LockActions::lookForRenewals);
}

LockActions::~LockActions()
{
    for (auto& [id, stop] : m_acquires)
        stop.request_stop();
    m_waiting.clear();
    m_waiting.waitForDone();
    releaseAll();
}

int LockActions::acquire(const AcquireRequest& request)
{
    const int id = ++m_lastId;
    const std::stop_token stop = m_acquires[id].get_token();
    m_waiting.start([this, id, request, stop] { runAcquire(id, request, stop); });
    return id;
}

void LockActions::cancelAcquire(int id)
{
    if (const auto found = m_acquires.find(id); found != m_acquires.end())
        found->second.request_stop();
}

void LockActions::runAcquire(int id, const AcquireRequest& request, const std::stop_token& stop)
{
    const auto ttl = lock::Ttl::from(request.ttl);
    if (!ttl)
        return reportFailure({.id = id, .resource = request.resource, .error = ttl.error()});
    const SteadyTime until = m_clock.now() + request.wait;
    for (;;) {
        const auto left
            = std::chrono::duration_cast<std::chrono::milliseconds>(until - m_clock.now());
        auto outcome = m_client.acquire(request.resource,
            {.ttl = *ttl, .wait = std::clamp(left, 0ms, kSlice), .isRenewed = request.isRenewed});
        if (stop.stop_requested()) {
            return reportFailure(
                {.id = id, .resource = request.resource, .kind = AcquireFailure::Kind::Cancelled});
        }
        const bool isContended = outcome && std::holds_alternative<lock::Contended>(*outcome);
        if (!isContended || m_clock.now() >= until)
            return reportOutcome(id, request, std::move(outcome));
    }
}

void LockActions::reportOutcome(
    int id, const AcquireRequest& request, Result<lock::AcquireOutcome> outcome)
{
    AcquireFailure failure{.id = id, .resource = request.resource};
    if (!outcome) {
        failure.error = outcome.error();
    } else if (auto* lease = std::get_if<lock::Lease>(&*outcome)) {
        return reportLease(id, request, std::move(*lease));
    } else if (auto* contended = std::get_if<lock::Contended>(&*outcome)) {
        failure.kind = AcquireFailure::Kind::Contended;
        failure.votes = std::move(contended->votes);
    } else if (auto* noQuorum = std::get_if<lock::NoQuorum>(&*outcome)) {
        failure.kind = AcquireFailure::Kind::NoQuorum;
        failure.votes = std::move(noQuorum->votes);
        if (noQuorum->reason == lock::NoQuorum::Reason::TooLate) {
            failure.kind = AcquireFailure::Kind::Failed;
            failure.error.kind = ErrorClass::LeaseLost;
            failure.error.text = "the masters answered too late for this TTL; use a longer one";
        }
    }
    reportFailure(std::move(failure));
}

void LockActions::reportLease(int id, const AcquireRequest& request, lock::Lease lease)
{
    LeaseInfo info{.id = id,
        .resource = lease.resource(),
        .fingerprint = lease.fingerprint(),
        .deadline = lease.deadline(),
        .ttl = request.ttl,
        .isRenewed = request.isRenewed};
    auto shared = std::make_shared<lock::Lease>(std::move(lease));
    runOnThreadOf(
        this, [this, info = std::move(info), shared = std::move(shared)] { adopt(info, shared); });
}

void LockActions::reportFailure(AcquireFailure failure)
{
    runOnThreadOf(this, [this, failure = std::move(failure)] {
        m_acquires.erase(failure.id);
        Q_EMIT acquireFailed(failure);
    });
}

void LockActions::adopt(const LeaseInfo& info, const std::shared_ptr<lock::Lease>& lease)
{
    m_acquires.erase(info.id);
    m_leases[info.id] = Held{lease, info.deadline, nullptr};
    Q_EMIT leaseAcquired(info);
    // A slot connected to leaseAcquired() may have released the lease already.
    const auto held = m_leases.find(info.id);
    if (held == m_leases.end())
        return;
    // Runs on the thread that drives the lease's loop, or at once on this thread if the lease is
    // lost already.
    const auto tell = [this, id = info.id] { runOnThreadOf(this, [this, id] { lose(id); }); };
    held->second.lostCallback = std::make_unique<LostCallback>(lease->lost(), tell);
    m_renewalTimer.start(kRenewalLook);
}

void LockActions::lose(int id)
{
    const auto held = m_leases.find(id);
    if (held == m_leases.end())
        return;
    // The lease's destructor deletes its keys on the masters, which may take a moment: not on the
    // GUI thread.
    held->second.lostCallback.reset();
    m_acting.start([lease = std::move(held->second.lease)]() mutable { lease.reset(); });
    m_leases.erase(held);
    Q_EMIT leaseLost(id);
}

void LockActions::extend(int id, std::chrono::milliseconds ttl)
{
    const auto held = m_leases.find(id);
    m_acting.start([this, id, ttl, lease = held == m_leases.end() ? nullptr : held->second.lease] {
        Result<void> done = fail(ErrorClass::LeaseLost, {});
        if (const auto checked = lock::Ttl::from(ttl); !checked)
            done = tl::make_unexpected(checked.error());
        else if (lease)
            done = lease->extend(*checked);
        const SteadyTime deadline = lease ? lease->deadline() : SteadyTime{};
        runOnThreadOf(this, [this, id, done, deadline] {
            if (!done)
                return Q_EMIT extendFailed(id, done.error());
            if (const auto extended = m_leases.find(id); extended != m_leases.end())
                extended->second.deadline = deadline;
            Q_EMIT leaseExtended(id, deadline);
        });
    });
}

void LockActions::release(int id)
{
    std::shared_ptr<lock::Lease> lease;
    if (const auto held = m_leases.find(id); held != m_leases.end()) {
        held->second.lostCallback.reset();
        lease = std::move(held->second.lease);
        m_leases.erase(held);
    }
    m_acting.start([this, id, lease = std::move(lease)] {
        const MasterVotes votes = lease ? lease->release() : MasterVotes();
        runOnThreadOf(this, [this, id, votes] { Q_EMIT leaseReleased(id, votes); });
    });
}

void LockActions::lookForRenewals()
{
    if (m_leases.empty())
        m_renewalTimer.stop();
    std::map<int, SteadyTime> renewed;
    for (auto& [id, held] : m_leases) {
        const SteadyTime deadline = held.lease->deadline();
        if (deadline > held.deadline)
            renewed[id] = held.deadline = deadline;
    }
    for (const auto& [id, deadline] : renewed)
        Q_EMIT leaseRenewed(id, deadline);
}

void LockActions::releaseAll()
{
    for (auto& [id, held] : m_leases) {
        held.lostCallback.reset();
        m_acting.start([lease = std::move(held.lease)] { lease->release(); });
    }
    m_leases.clear();
    m_acting.waitForDone();
}

} // namespace lockkeeper::ui
