// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lock/lock_client.h"
#include "ui/models/lease_info.h"

#include <QObject>
#include <QThreadPool>
#include <QTimer>
#include <functional>
#include <map>
#include <memory>
#include <stop_token>

namespace lockkeeper::ui {

using MasterVotes = std::vector<lock::MasterVote>;

/// What to acquire a lock with.
struct AcquireRequest {
    Resource resource;
    std::chrono::milliseconds ttl{30'000};
    std::chrono::milliseconds wait{0}; ///< keep trying this long while another holds it
    bool isRenewed = true;
};

/// Why a lock was not acquired.
struct AcquireFailure {
    enum class Kind {
        Contended, ///< another holds it
        NoQuorum, ///< too few masters answered
        Failed, ///< nothing was tried, or the system refused: see error
        Cancelled, ///< by cancelAcquire()
    };
    int id = 0;
    Resource resource;
    Kind kind = Kind::Failed;
    MasterVotes votes; ///< (Contended, NoQuorum)
    Error error; ///< (Failed)
};

/// Takes, prolongs and releases locks for this window, away from the GUI thread, which it never
/// blocks. Each call returns at once; what came of it is a signal, on the GUI thread.
///
/// `clock` must outlive it. GUI thread only.
class LockActions final : public QObject {
    Q_OBJECT
public:
    LockActions(const config::Deployment& deployment, lock::Owner owner, const Clock& clock,
        QObject* parent = nullptr);
    /// Gives up what is under way and releases all leases, all at once: blocks for a few times the
    /// deployment's timeout at most.
    ~LockActions() override;

    /// Returns the id that the signals will carry, and that the lease will have.
    int acquire(const AcquireRequest& request);
    /// Gives up an acquire that is waiting; what it got meanwhile is released.
    void cancelAcquire(int id);
    /// Ids of leases that are not held any more are answered by extendFailed() and leaseReleased().
    void extend(int id, std::chrono::milliseconds ttl);
    void release(int id);

Q_SIGNALS:
    void leaseAcquired(const lockkeeper::ui::LeaseInfo& lease);
    void acquireFailed(const lockkeeper::ui::AcquireFailure& failure);
    void leaseExtended(int id, lockkeeper::SteadyTime deadline);
    void extendFailed(int id, const lockkeeper::Error& error);
    /// The lease is not held any more, whatever the masters said.
    void leaseReleased(int id, const lockkeeper::ui::MasterVotes& votes);
    /// It renewed itself: this is its new deadline.
    void leaseRenewed(int id, lockkeeper::SteadyTime deadline);
    void leaseLost(int id);

private:
    using LostCallback = std::stop_callback<std::function<void()>>;
    struct Held {
        std::shared_ptr<lock::Lease> lease;
        SteadyTime deadline;
        std::unique_ptr<LostCallback> lostCallback;
    };

    // On a thread of m_waiting.
    void runAcquire(int id, const AcquireRequest& request, const std::stop_token& stop);
    void reportOutcome(int id, const AcquireRequest& request, Result<lock::AcquireOutcome> outcome);
    void reportLease(int id, const AcquireRequest& request, lock::Lease lease);
    void reportFailure(AcquireFailure failure);
    // On the GUI thread.
    void adopt(const LeaseInfo& info, const std::shared_ptr<lock::Lease>& lease);
    void lose(int id);
    void lookForRenewals();
    void releaseAll();

    const Clock& m_clock;
    lock::LockClient m_client;
    std::map<int, Held> m_leases;
    std::map<int, std::stop_source> m_acquires;
    QTimer m_renewalTimer;
    int m_lastId = 0;
    QThreadPool m_waiting; ///< acquires, which may wait for long
    QThreadPool m_acting; ///< the rest, so that a release waits for no acquire
};

} // namespace lockkeeper::ui

Q_DECLARE_METATYPE(lockkeeper::ui::AcquireFailure)
Q_DECLARE_METATYPE(lockkeeper::ui::MasterVotes)
