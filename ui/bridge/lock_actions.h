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

/// Counts operations on other threads. Thread-safe.
class Operations final {
public:
    void begin()
    {
        const std::lock_guard lock(m_mutex);
        ++m_count;
    }
    /// Afterwards, the operation does not use its owner.
    void end()
    {
        // Under the lock: the waiter destroys this object.
        const std::lock_guard lock(m_mutex);
        --m_count;
        m_ended.notify_all();
    }
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

/// Journals acquires in the background: the intent, then the result; nothing without a file.
class AcquireJournal final : public QObject {
    Q_OBJECT
public:
    AcquireJournal(std::filesystem::path file, const Clock& clock, QObject* parent = nullptr);

    /// Calls `next` after the intent is written; at once without a file.
    void announce(int id, const config::Deployment& deployment, const Resource& resource,
        std::function<void(const Result<void>&)> next);
    void report(int id, release::AcquireResult result,
        const std::optional<Fingerprint>& token = std::nullopt);

Q_SIGNALS:
    void failed(const lockkeeper::Error& error);

private:
    const std::filesystem::path m_file;
    const Clock& m_clock;
    std::map<int, std::string> m_entries;
    TaskQueue m_tasks{TaskQueue::AtEnd::RunAll};
};

using MasterVotes = std::vector<lock::MasterVote>;

struct AcquireRequest {
    Resource resource;
    std::chrono::milliseconds ttl{30'000};
    std::chrono::milliseconds wait{0}; ///< while the lock is held
    bool isRenewed = true;
    bool isLeft = false; ///< neither renewed nor released, as by a dead holder
    bool isFenced = false;
    lock::SchemeRef scheme = lock::redlock();
};

struct AcquireFailure {
    enum class Kind {
        Contended,
        NoQuorum,
        Failed,
        Cancelled,
    };
    int id = 0;
    Resource resource;
    Kind kind = Kind::Failed;
    MasterVotes votes; ///< Contended and NoQuorum
    Error error; ///< Failed
};

/// Acquires, extends and releases locks; signals report the outcome. Has no connection while
/// read-only. Acquires only after a journalled intent.
class LockActions final : public QObject {
    Q_OBJECT
public:
    LockActions(config::Deployment deployment, lock::Owner owner, const Clock& clock,
        std::filesystem::path journalFile = {}, QObject* parent = nullptr);
    /// Cancels acquires and releases leases. Blocks for a few of the deployment's timeouts.
    ~LockActions() override;

    /// Read-only: cancels acquires and releases leases.
    void setWritable(bool isWritable);

    /// Returns the id of acquire and lease. Reports leaseAcquired() or acquireFailed(). Retries
    /// only while the lock is held.
    int acquire(AcquireRequest request);
    static constexpr lock::Ttl kStolenTtl = std::chrono::seconds(30);
    /// Acquires after a steal's revoke, in place of its tombstone. Call the result on another
    /// thread: it blocks for one try. Takes nothing while read-only. The steal's journal entry
    /// covers it.
    [[nodiscard]] release::TakeOver takeOver(const release::Plan& plan);
    /// The steal is over: renews its lease, and reports leaseAcquired().
    void adoptStolen();
    /// Reports acquireFailed() with Cancelled; releases a lease won meanwhile.
    void cancelAcquire(int id);
    /// `ttl`: from now. Reports leaseExtended(), or extendFailed(), with LeaseLost for an unknown
    /// id.
    void extend(int id, std::chrono::milliseconds ttl);
    /// Reports leaseReleased(); without votes if not held.
    void release(int id);

Q_SIGNALS:
    /// A left lease is not held: no signal follows.
    void leaseAcquired(const lockkeeper::ui::LeaseInfo& lease);
    void acquireFailed(const lockkeeper::ui::AcquireFailure& failure);
    void leaseExtended(int id, lockkeeper::SteadyTime deadline);
    void extendFailed(int id, const lockkeeper::Error& error);
    /// The lease has ended, whatever the votes.
    void leaseReleased(int id, const lockkeeper::ui::MasterVotes& votes);
    void leaseRenewed(int id, lockkeeper::SteadyTime deadline);
    void leaseLost(int id);
    /// Reported once, by a renewal.
    void leaseAsked(int id, const lockkeeper::lock::Ask& ask);
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
        std::optional<SteadyTime> revokedUntil{};
    };
    struct Stolen {
        std::optional<lock::Lease> lease{};
        SteadyTime revokedUntil{};
    };

    void begin(int id, const AcquireRequest& request, const Result<void>& announced);
    void startTry(Acquiring acquiring, std::chrono::milliseconds wait);
    // On the client's loop:
    void onTried(const Acquiring& acquiring, bool isLast, Result<lock::AcquireOutcome> outcome);
    void reportOutcome(const Acquiring& acquiring, Result<lock::AcquireOutcome> outcome);
    void reportLease(const Acquiring& acquiring, lock::Lease lease);
    void reportFailure(AcquireFailure failure);
    void reportExtension(int id, const Result<void>& done, SteadyTime deadline);
    void startRelease(Held held, int id);
    void reportRelease(int id, const MasterVotes& votes);
    // On the GUI thread:
    void adopt(const LeaseInfo& info, const std::shared_ptr<lock::Lease>& lease);
    void passAskOn(int id);
    void lose(int id);
    void checkRenewals();

    const Clock& m_clock;
    config::Deployment m_deployment;
    lock::Owner m_owner;
    AcquireJournal m_journal;
    Operations m_operations; ///< used by m_taker's handlers
    std::shared_ptr<lock::Taker> m_taker; ///< null while read-only
    std::map<int, Held> m_leases;
    std::map<int, std::stop_source> m_acquires;
    std::shared_ptr<Stolen> m_stolen;
    QTimer m_renewalTimer;
    int m_lastId = 0;
    TaskQueue m_leaving{TaskQueue::AtEnd::RunAll};
};

} // namespace lockkeeper::ui

Q_DECLARE_METATYPE(lockkeeper::ui::AcquireFailure)
Q_DECLARE_METATYPE(lockkeeper::ui::MasterVotes)
