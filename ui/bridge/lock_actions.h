// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lock/ask.h"
#include "core/lock/taker.h"
#include "core/release/execute.h"
#include "core/release/journal.h"
#include "ui/bridge/task_queue.h"
#include "ui/models/base/lease_info.h"

#include <QObject>
#include <QTimer>
#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <stop_token>

namespace lockkeeper::ui {

/// Counts operations in progress on another thread, so that their owner can wait for their ends.
/// Thread-safe.
class Operations final {
public:
    void begin()
    {
        const std::lock_guard lock(m_mutex);
        ++m_count;
    }
    /// The operation does not use its owner any more.
    void end()
    {
        // Under the lock: the waiting thread destroys this object.
        const std::lock_guard lock(m_mutex);
        --m_count;
        m_ended.notify_all();
    }
    /// Blocks until all have ended.
    void wait()
    {
        std::unique_lock lock(m_mutex);
        m_ended.wait(lock, [this] { return m_count == 0; });
    }

private:
    std::mutex m_mutex;
    std::condition_variable m_ended;
    int m_count = 0;
};

/// Writes the acquires of the window into the journal, in the background: the intent before
/// anything is sent, the result after it. Without a file nothing is written.
///
/// `clock` must outlive this object. GUI thread only. The destructor waits for the line that is
/// being written.
class AcquireJournal final : public QObject {
    Q_OBJECT
public:
    AcquireJournal(std::filesystem::path file, const Clock& clock, QObject* parent = nullptr);

    /// Writes the intent of the acquire with this id, then calls `next` with the outcome. Without a
    /// file it calls `next` at once.
    void announce(int id, const config::Deployment& deployment, const Resource& resource,
        std::function<void(const Result<void>&)> next);
    /// Writes the result. Does nothing if the intent was not written.
    void report(int id, release::AcquireResult result,
        const std::optional<Fingerprint>& token = std::nullopt);

Q_SIGNALS:
    /// The result of an acquire could not be written.
    void failed(const lockkeeper::Error& error);

private:
    const std::filesystem::path m_file;
    const Clock& m_clock;
    std::map<int, std::string> m_entries; ///< the journal's ids of the acquires in progress
    TaskQueue m_tasks{TaskQueue::AtEnd::RunAll}; ///< last: its tasks use the other members
};

using MasterVotes = std::vector<lock::MasterVote>;

/// The parameters of one acquire.
struct AcquireRequest {
    Resource resource;
    std::chrono::milliseconds ttl{30'000};
    std::chrono::milliseconds wait{0}; ///< how long to retry while another owner holds the lock
    bool isRenewed = true;
    bool isLeft = false; ///< neither renewed nor released, as by a holder that died
    bool isFenced = false;
    lock::SchemeRef scheme = lock::redlock();
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

/// Acquires, extends and releases locks for the window. Every call returns at once. Its outcome is
/// reported by a signal on the GUI thread. While the deployment is read-only, there is no lock
/// client and no connection. Acquires are journalled: what can't be announced there is not tried.
///
/// `clock` must outlive this object. GUI thread only.
class LockActions final : public QObject {
    Q_OBJECT
public:
    /// `journalFile`: empty: acquires are not journalled.
    LockActions(config::Deployment deployment, lock::Owner owner, const Clock& clock,
        std::filesystem::path journalFile = {}, QObject* parent = nullptr);
    /// Cancels all acquires and releases all leases. Blocks until both are done: for at most a few
    /// times the deployment's timeout.
    ~LockActions() override;

    /// Makes the deployment writable or read-only. The latter stops all acquires, and releases all
    /// leases, which leaseReleased() reports. Does not wait for that.
    void setWritable(bool isWritable);

    /// Starts an acquire. Returns its id: the signals about this acquire carry it, and the lease
    /// will have it. Reports leaseAcquired() or acquireFailed(): ReadOnlyDeployment while that is
    /// so. Waits only while another owner holds the lock: too few masters at the start are a
    /// failure.
    int acquire(AcquireRequest request);
    /// Of a lock that is taken over: as AcquireRequest::ttl.
    static constexpr lock::Ttl kStolenTtl = std::chrono::seconds(30);
    /// The acquire that follows the revoke of a steal, in the place of its tombstone. Called on
    /// another thread, it blocks for one try. The journal's deed is that of the steal. Takes
    /// nothing while the deployment is read-only.
    [[nodiscard]] release::TakeOver takeOver(const release::Plan& plan);
    /// Call it when that steal is over: a lease that it won is renewed here from now on, and
    /// reported by leaseAcquired().
    void adoptStolen();
    /// Cancels an acquire. It reports acquireFailed() with Cancelled, and a lease that it won in
    /// the meantime is released. Does nothing for an acquire that has ended.
    void cancelAcquire(int id);
    /// Extends a lease to `ttl` from now. Reports leaseExtended(), or extendFailed() with the error
    /// of Lease::extend(): LeaseLost also for an id that is not held any more.
    void extend(int id, std::chrono::milliseconds ttl);
    /// Releases a lease. Reports leaseReleased(), without votes if the lease is not held any more.
    void release(int id);

Q_SIGNALS:
    /// One that is left is not held: nothing more is heard of it.
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
    /// Somebody asks this window to release it: told once, by a renewal.
    void leaseAsked(int id, const lockkeeper::lock::Ask& ask);
    /// The result of an acquire could not be written to the journal.
    void journalFailed(const lockkeeper::Error& error);

private:
    using StopCallback = std::stop_callback<std::function<void()>>;
    struct Held {
        std::shared_ptr<lock::Lease> lease;
        SteadyTime deadline;
        std::unique_ptr<StopCallback> lostCallback{};
        std::unique_ptr<StopCallback> askedCallback{};
    };

    struct Acquiring {
        std::shared_ptr<lock::Taker> taker;
        int id;
        AcquireRequest request;
        lock::Ttl ttl;
        std::stop_token stop;
    };

    void begin(int id, const AcquireRequest& request, const Result<void>& announced);
    void startTry(Acquiring acquiring, std::chrono::milliseconds wait);
    // These run on the client's loop.
    void onTried(const Acquiring& acquiring, bool isLast, Result<lock::AcquireOutcome> outcome);
    void reportOutcome(const Acquiring& acquiring, Result<lock::AcquireOutcome> outcome);
    void reportLease(const Acquiring& acquiring, lock::Lease lease);
    void reportFailure(AcquireFailure failure);
    void reportExtension(int id, const Result<void>& done, SteadyTime deadline);
    void startRelease(Held held, int id);
    void reportRelease(int id, const MasterVotes& votes);
    // These run on the GUI thread.
    void adopt(const LeaseInfo& info, const std::shared_ptr<lock::Lease>& lease);
    void passAskOn(int id);
    void lose(int id);
    void checkRenewals();

    const Clock& m_clock;
    config::Deployment m_deployment;
    lock::Owner m_owner;
    AcquireJournal m_journal;
    Operations m_operations; ///< handlers of m_taker use it
    std::shared_ptr<lock::Taker> m_taker; ///< null: the deployment is read-only
    std::map<int, Held> m_leases;
    std::map<int, std::stop_source> m_acquires;
    std::shared_ptr<std::optional<lock::Lease>> m_stolen; ///< of a steal under way; else null
    QTimer m_renewalTimer;
    int m_lastId = 0;
    TaskQueue m_leaving{TaskQueue::AtEnd::RunAll};
};

} // namespace lockkeeper::ui

Q_DECLARE_METATYPE(lockkeeper::ui::AcquireFailure)
Q_DECLARE_METATYPE(lockkeeper::ui::MasterVotes)
