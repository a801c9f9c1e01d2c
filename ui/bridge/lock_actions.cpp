// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/lock_actions.h"

#include "core/lock/scheme.h"
#include "core/release/steal.h"
#include "core/text/translate.h"

#include <future>
#include <utility>

using namespace std::chrono_literals;

namespace lockkeeper::ui {

AcquireJournal::AcquireJournal(std::filesystem::path file, const Clock& clock, QObject* parent)
    : QObject(parent)
    , m_file(std::move(file))
    , m_clock(clock)
{ }

void AcquireJournal::announce(int id, const config::Deployment& deployment,
    const Resource& resource, std::function<void(const Result<void>&)> next)
{
    if (m_file.empty())
        return next({});
    const auto write = [this, deployment, resource] {
        return release::Journal::open(m_file, m_clock).and_then([&](release::Journal&& journal) {
            return journal.writeIntent(deployment, resource);
        });
    };
    m_tasks.run(this, write, [this, id, next = std::move(next)](const auto& entry) {
        if (!entry)
            return next(tl::make_unexpected(entry.error()));
        m_entries[id] = *entry;
        next({});
    });
}

void AcquireJournal::report(
    int id, release::AcquireResult result, const std::optional<Fingerprint>& token)
{
    auto entry = m_entries.extract(id);
    if (entry.empty())
        return;
    const auto write = [this, entry = std::move(entry.mapped()), result, token] {
        return release::Journal::open(m_file, m_clock).and_then([&](release::Journal&& journal) {
            return journal.writeResult(entry, result, token);
        });
    };
    m_tasks.run(this, write, [this](const Result<void>& written) {
        if (!written)
            Q_EMIT failed(written.error());
    });
}

namespace {

constexpr std::chrono::milliseconds kRenewalPollInterval = 250ms;
/// (ZooKeeper) Then a dead window's lock is freed.
constexpr std::chrono::milliseconds kSession = 30s;

template <class F> void runOnThreadOf(QObject* object, F task)
{
    QMetaObject::invokeMethod(object, std::move(task), Qt::QueuedConnection);
}

release::AcquireResult resultOf(AcquireFailure::Kind kind)
{
    switch (kind) {
    case AcquireFailure::Kind::Contended:
        return release::AcquireResult::Contended;
    case AcquireFailure::Kind::NoQuorum:
        return release::AcquireResult::NoQuorum;
    case AcquireFailure::Kind::Failed:
        return release::AcquireResult::Failed;
    case AcquireFailure::Kind::Cancelled:
        break;
    }
    return release::AcquireResult::Cancelled;
}

} // namespace

LockActions::LockActions(config::Deployment deployment, lock::Owner owner, const Clock& clock,
    std::filesystem::path journalFile, QObject* parent)
    : QObject(parent)
    , m_clock(clock)
    , m_deployment(std::move(deployment))
    , m_owner(std::move(owner))
    , m_journal(std::move(journalFile), clock)
{
    connect(&m_journal, &AcquireJournal::failed, this, &LockActions::journalFailed);
    connect(&m_renewalTimer, &QTimer::timeout, this, &LockActions::checkRenewals);
    setWritable(!m_deployment.isReadOnly);
}

LockActions::~LockActions()
{
    for (auto& [id, stop] : m_acquires)
        stop.request_stop();
    m_operations.wait();
    setWritable(false);
    m_operations.wait();
}

void LockActions::setWritable(bool isWritable)
{
    if (isWritable == (m_taker != nullptr))
        return;
    m_deployment.isReadOnly = !isWritable;
    if (isWritable) {
        m_taker = lock::makeTaker(m_deployment, m_owner, kSession, m_clock);
        return;
    }
    for (auto& [id, stop] : m_acquires)
        stop.request_stop();
    for (auto leases = std::exchange(m_leases, {}); auto& [id, held] : leases)
        startRelease(std::move(held), id);
    m_taker.reset();
}

int LockActions::acquire(AcquireRequest request)
{
    const int id = ++m_lastId;
    m_acquires[id] = {};
    if (m_taker) {
        auto name = m_taker->nameOf(request.resource);
        if (!name) {
            reportFailure({.id = id, .resource = request.resource, .error = name.error()});
            return id;
        }
        request.resource = std::move(*name);
    }
    const auto ttl = lock::Ttl::from(request.ttl);
    if (!m_taker || !ttl)
        begin(id, request, {});
    else
        m_journal.announce(id, m_deployment, request.resource,
            [this, id, request](const Result<void>& done) { begin(id, request, done); });
    return id;
}

void LockActions::begin(int id, const AcquireRequest& request, const Result<void>& announced)
{
    const auto ttl = lock::Ttl::from(request.ttl);
    AcquireFailure failure{.id = id, .resource = request.resource};
    if (!announced)
        failure.error = announced.error();
    else if (!m_taker)
        failure.error = {ErrorClass::ReadOnlyDeployment, trNoop("allow changes first"), {}};
    else if (!ttl)
        failure.error = ttl.error();
    else
        return startTry({m_taker, id, request, *ttl, m_acquires[id].get_token()}, 0ms);
    reportFailure(std::move(failure));
}

void LockActions::startTry(Acquiring acquiring, std::chrono::milliseconds wait)
{
    m_operations.begin();
    const Resource resource = acquiring.request.resource;
    const bool isLast = wait == acquiring.request.wait;
    lock::AcquireOptions options{.ttl = acquiring.ttl,
        .wait = wait,
        .isRenewed = acquiring.request.isRenewed,
        .isFenced = acquiring.request.isFenced,
        .stop = acquiring.stop,
        .scheme = acquiring.request.scheme};
    lock::Taker& taker = *acquiring.taker;
    taker.start(resource, std::move(options),
        [this, isLast, acquiring = std::move(acquiring)](
            Result<lock::AcquireOutcome> outcome) mutable {
            onTried(acquiring, isLast, std::move(outcome));
            acquiring.taker.reset();
            m_operations.end();
        });
}

release::TakeOver LockActions::takeOver(const release::Plan& plan)
{
    m_stolen = std::make_shared<Stolen>();
    return [stolen = m_stolen, plan, taker = m_taker, &clock = m_clock](
               const release::Report& revoked) -> release::Taken {
        if (!taker)
            return {release::AcquireResult::Cancelled};
        std::promise<Result<lock::AcquireOutcome>> promise;
        const auto options = release::stealOptions(plan, revoked, {.ttl = kStolenTtl}, clock.now());
        stolen->revokedUntil = options.inPlaceOf->until;
        taker->start(plan.resource, options,
            [&](Result<lock::AcquireOutcome> got) { promise.set_value(std::move(got)); });
        auto outcome = promise.get_future().get();
        if (!outcome)
            return {release::AcquireResult::Failed};
        if (auto* lease = std::get_if<lock::Lease>(&*outcome)) {
            stolen->lease = std::move(*lease);
            return {release::AcquireResult::Acquired, stolen->lease->fingerprint()};
        }
        const auto* const refused = std::get_if<lock::NoQuorum>(&*outcome);
        return {refused ? release::resultOf(*refused) : release::AcquireResult::Contended};
    };
}

void LockActions::adoptStolen()
{
    const auto stolen = std::exchange(m_stolen, nullptr);
    if (!stolen || !stolen->lease)
        return;
    reportLease({.id = ++m_lastId,
                    .request = {.ttl = kStolenTtl.value()},
                    .ttl = kStolenTtl,
                    .revokedUntil = stolen->revokedUntil},
        std::move(*stolen->lease));
}

void LockActions::cancelAcquire(int id)
{
    if (const auto found = m_acquires.find(id); found != m_acquires.end())
        found->second.request_stop();
}

void LockActions::onTried(
    const Acquiring& acquiring, bool isLast, Result<lock::AcquireOutcome> outcome)
{
    // The destructor releases a lease won meanwhile.
    if (acquiring.stop.stop_requested())
        return reportFailure({.id = acquiring.id,
            .resource = acquiring.request.resource,
            .kind = AcquireFailure::Kind::Cancelled});
    const bool isContended = outcome && std::holds_alternative<lock::Contended>(*outcome);
    if (isContended && !isLast)
        return startTry(acquiring, acquiring.request.wait);
    reportOutcome(acquiring, std::move(outcome));
}

void LockActions::reportOutcome(const Acquiring& acquiring, Result<lock::AcquireOutcome> outcome)
{
    AcquireFailure failure{.id = acquiring.id, .resource = acquiring.request.resource};
    if (!outcome) {
        failure.error = outcome.error();
    } else if (auto* lease = std::get_if<lock::Lease>(&*outcome)) {
        return reportLease(acquiring, std::move(*lease));
    } else if (auto* contended = std::get_if<lock::Contended>(&*outcome)) {
        failure.kind = AcquireFailure::Kind::Contended;
        failure.votes = std::move(contended->votes);
    } else if (auto* noQuorum = std::get_if<lock::NoQuorum>(&*outcome)) {
        failure.kind = AcquireFailure::Kind::NoQuorum;
        failure.votes = std::move(noQuorum->votes);
        if (noQuorum->reason == lock::NoQuorum::Reason::TooLate) {
            failure.kind = AcquireFailure::Kind::Failed;
            failure.error.kind = ErrorClass::NoQuorum;
            failure.error.text
                = trNoop("the masters answered too late for this TTL; use a longer one", "data");
        }
    } // Deadlocked needs OnDeadlock::Fail
    reportFailure(std::move(failure));
}

void LockActions::reportLease(const Acquiring& acquiring, lock::Lease lease)
{
    LeaseInfo info{.id = acquiring.id,
        .resource = lease.resource(),
        .fingerprint = lease.fingerprint(),
        .deadline = lease.deadline(),
        .ttl = acquiring.request.ttl,
        .isRenewed = acquiring.request.isRenewed,
        .isExtendable = m_deployment.otherStore() == nullptr
            && acquiring.request.scheme.get().abilities().isExtendable,
        .isLeft = acquiring.request.isLeft,
        .revokedUntil = acquiring.revokedUntil};
    if (m_deployment.otherStore() != nullptr) // the ensemble sets the session's time
        info.ttl = std::chrono::ceil<std::chrono::milliseconds>(info.deadline - m_clock.now());
    if (const auto fence = lease.fencingToken())
        info.fence = fence->value;
    auto shared = std::make_shared<lock::Lease>(std::move(lease));
    runOnThreadOf(
        this, [this, info = std::move(info), shared = std::move(shared)] { adopt(info, shared); });
}

void LockActions::reportFailure(AcquireFailure failure)
{
    runOnThreadOf(this, [this, failure = std::move(failure)] {
        m_acquires.erase(failure.id);
        m_journal.report(failure.id, resultOf(failure.kind));
        Q_EMIT acquireFailed(failure);
    });
}

void LockActions::adopt(const LeaseInfo& info, const std::shared_ptr<lock::Lease>& lease)
{
    m_acquires.erase(info.id);
    if (!m_taker) { // read-only meanwhile
        startRelease({.lease = lease, .deadline = info.deadline}, info.id);
        m_journal.report(info.id, release::AcquireResult::Cancelled);
        return Q_EMIT acquireFailed(
            {.id = info.id, .resource = info.resource, .kind = AcquireFailure::Kind::Cancelled});
    }
    m_journal.report(info.id, release::AcquireResult::Acquired, info.fingerprint);
    if (info.isLeft) {
        m_leaving.post([lease, taker = m_taker] { lease->leaveToExpire(); });
        return Q_EMIT leaseAcquired(info);
    }
    m_leases[info.id] = Held{.lease = lease, .deadline = info.deadline};
    Q_EMIT leaseAcquired(info);
    // A slot may have released it.
    const auto held = m_leases.find(info.id);
    if (held == m_leases.end())
        return;
    // On the lease's loop; at once if it is already lost.
    const auto tell = [this, id = info.id] { runOnThreadOf(this, [this, id] { lose(id); }); };
    held->second.lostCallback = std::make_unique<StopCallback>(lease->lost(), tell);
    const auto tellAsk
        = [this, id = info.id] { runOnThreadOf(this, [this, id] { passAskOn(id); }); };
    held->second.askedCallback = std::make_unique<StopCallback>(lease->asked(), tellAsk);
    m_renewalTimer.start(kRenewalPollInterval);
}

void LockActions::passAskOn(int id)
{
    const auto held = m_leases.find(id);
    if (const auto ask
        = held == m_leases.end() ? std::nullopt : held->second.lease->askedToRelease())
        Q_EMIT leaseAsked(id, *ask);
}

void LockActions::lose(int id)
{
    const auto held = m_leases.find(id);
    if (held == m_leases.end())
        return;
    // Its destructor would block.
    held->second.lease->startRelease([](const MasterVotes&) {});
    m_leases.erase(held);
    Q_EMIT leaseLost(id);
}

void LockActions::extend(int id, std::chrono::milliseconds ttl)
{
    const auto held = m_leases.find(id);
    if (held == m_leases.end())
        return reportExtension(
            id, fail(ErrorClass::LeaseLost, trNoop("the lease is over: acquire it again")), {});
    const auto checked = lock::Ttl::from(ttl);
    if (!checked)
        return reportExtension(id, tl::make_unexpected(checked.error()), {});
    m_operations.begin();
    held->second.lease->startExtend(
        *checked, [this, id, lease = held->second.lease](const Result<void>& done) {
            reportExtension(id, done, lease->deadline());
            m_operations.end();
        });
}

void LockActions::reportExtension(int id, const Result<void>& done, SteadyTime deadline)
{
    runOnThreadOf(this, [this, id, done, deadline] {
        if (!done)
            return Q_EMIT extendFailed(id, done.error());
        if (const auto extended = m_leases.find(id); extended != m_leases.end())
            extended->second.deadline = deadline;
        Q_EMIT leaseExtended(id, deadline);
    });
}

void LockActions::release(int id)
{
    const auto held = m_leases.find(id);
    if (held == m_leases.end())
        return reportRelease(id, {});
    startRelease(std::move(held->second), id);
    m_leases.erase(held);
}

void LockActions::startRelease(Held held, int id)
{
    held.lostCallback.reset();
    m_operations.begin();
    held.lease->startRelease([this, id](const MasterVotes& votes) {
        reportRelease(id, votes);
        m_operations.end();
    });
}

void LockActions::reportRelease(int id, const MasterVotes& votes)
{
    runOnThreadOf(this, [this, id, votes] { Q_EMIT leaseReleased(id, votes); });
}

void LockActions::checkRenewals()
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

} // namespace lockkeeper::ui
