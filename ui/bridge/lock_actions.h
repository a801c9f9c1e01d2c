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

/// The parameters of one acquire.
struct AcquireRequest {
    Resource resource;
    std::chrono::milliseconds ttl{30'000};
    std::chrono::milliseconds wait{0}; ///< how long to retry while another owner holds the lock
    bool isRenewed = true;
};

/// Why a lock was not acquired.
struct AcquireFailure {
    enum class Kind {
        Contended, ///< another owner holds the lock
        NoQuorum, ///< too few masters answered
        Failed, ///< any other reason: see `error`
        Cancelled, ///< cancelAcquire() was called
    };
    int id = 0;
    Resource resource;
    Kind kind = Kind::Failed;
    MasterVotes votes; ///< for Contended and NoQuorum
    Error error; ///< for Failed
};

/// Acquires, extends and releases locks for the window, on threads of its own. Every call returns
/// at once. Its outcome is reported by a signal on the GUI thread.
///
/// `clock` must outlive this object. GUI thread only.
class LockActions final : public QObject {
    Q_OBJECT
public:
    LockActions(const config::Deployment& deployment, lock::Owner owner, const Clock& clock,
        QObject* parent = nullptr);
    /// Cancels all acquires and releases all leases, up to 16 at a time. Blocks until both are
    /// done: at most half a second and a few times the deployment's timeout, and longer with more
    /// than 16 leases.
    ~LockActions() override;

    /// Starts an acquire. Returns its id: the signals about this acquire carry it, and the lease
    /// will have it. Reports leaseAcquired() or acquireFailed(). At most 32 acquires run at a time;
    /// further ones wait for their turn.
    int acquire(const AcquireRequest& request);
    /// Cancels an acquire. It reports acquireFailed() with Cancelled, and a lease that it won in
    /// the meantime is released. Does nothing for an acquire that has ended.
    void cancelAcquire(int id);
    /// Extends a lease to `ttl` from now. Reports leaseExtended(), or extendFailed() with the error
    /// of Lease::extend(): LeaseLost also for an id that is not held any more.
    void extend(int id, std::chrono::milliseconds ttl);
    /// Releases a lease. Reports leaseReleased(), without votes if the lease is not held any more.
    void release(int id);

Q_SIGNALS:
    void leaseAcquired(const lockkeeper::ui::LeaseInfo& lease);
    void acquireFailed(const lockkeeper::ui::AcquireFailure& failure);
    void leaseExtended(int id, lockkeeper::SteadyTime deadline);
    void extendFailed(int id, const lockkeeper::Error& error);
    /// The lease is not held any more, whatever the votes are.
    void leaseReleased(int id, const lockkeeper::ui::MasterVotes& votes);
    /// The lease was renewed automatically. `deadline` is the new one.
    void leaseRenewed(int id, lockkeeper::SteadyTime deadline);
    /// The lease ended before it was released.
    void leaseLost(int id);

private:
    using LostCallback = std::stop_callback<std::function<void()>>;
    struct Held {
        std::shared_ptr<lock::Lease> lease;
        SteadyTime deadline;
        std::unique_ptr<LostCallback> lostCallback;
    };

    // These run on a thread of m_waiting.
    void runAcquire(int id, const AcquireRequest& request, const std::stop_token& stop);
    void reportOutcome(int id, const AcquireRequest& request, Result<lock::AcquireOutcome> outcome);
    void reportLease(int id, const AcquireRequest& request, lock::Lease lease);
    void reportFailure(AcquireFailure failure);
    // These run on the GUI thread.
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
    QThreadPool m_waiting; ///< runs acquires, which may wait for a long time
    QThreadPool m_acting; ///< runs everything else, so that a release never waits for an acquire
};

} // namespace lockkeeper::ui

Q_DECLARE_METATYPE(lockkeeper::ui::AcquireFailure)
Q_DECLARE_METATYPE(lockkeeper::ui::MasterVotes)
