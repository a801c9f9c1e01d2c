// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/session.h"

#include "core/config/ensemble.h"
#include "core/lock/lease.h"
#include "core/words/wait_words.h"
#include "ui/models/words/words.h"

using namespace std::chrono_literals;

namespace lockkeeper::ui {

namespace {
constexpr auto kClockTick = 250ms;
constexpr auto kReleasedLinger = 4s;
} // namespace

Session::Session(const Options& options, const Clock& clock, const observe::ProcessProbe& processes,
    QObject* parent)
    : QObject(parent)
    , m_clock(clock)
    , m_locks(clock)
    , m_filteredLocks(m_locks)
    , m_masters(clock)
    , m_leases(clock)
    , m_changePermission(options.deployment.isReadOnly, clock)
    , m_actions(options.deployment, options.owner, clock,
          options.deployment.isSandbox ? std::filesystem::path() : options.journalFile)
    , m_releases(options.deployment, options.journalFile, clock)
    , m_notes(options.deployment, options.journalFile, clock)
    , m_journalReader(options.journalFile)
    , m_bridge(options.deployment, clock, processes,
          options.agent ? DeploymentBridge::Recording::Never : options.recording, options.agent)
{
    if (options.agent)
        m_changePermission.refuse(
            tr("Seen through an agent: act on the host that reaches the masters."));
    connectLeases();
    connect(&m_changePermission, &ChangePermission::changed, &m_actions, &LockActions::setWritable);
    connect(
        &m_changePermission, &ChangePermission::changed, &m_releases, &ReleaseRunner::setWritable);
    connect(&m_changePermission, &ChangePermission::changed, &m_notes, &NoteRunner::setWritable);
    connect(&m_notes, &NoteRunner::finished, &m_journalReader, &JournalReader::reload);
    connect(&m_notes, &NoteRunner::finished, this, &Session::refresh);
    connect(&m_bridge, &DeploymentBridge::updated, this, &Session::apply);
    connect(&m_journalReader, &JournalReader::loaded, &m_journal, &JournalModel::setEntries);
    connect(&m_releases, &ReleaseRunner::finished, &m_journalReader, &JournalReader::reload);
    connect(&m_releases, &ReleaseRunner::finished, this, &Session::refresh);
    connect(&m_releases, &ReleaseRunner::finishedLater, &m_journalReader, &JournalReader::reload);
    connect(&m_releases, &ReleaseRunner::finishedLater, this, &Session::refresh);
    connect(&m_ticker, &QTimer::timeout, this, &Session::tick);
}

QString Session::whyNotRedis() const
{
    const config::Ensemble* const other = deployment().otherStore();
    return other == nullptr ? QString()
                            : tr("The window does this in Redis, not in %1.")
                                  .arg(QString::fromStdString(config::storeName(*other)));
}

void Session::connectLeases()
{
    connect(&m_actions, &LockActions::leaseAcquired, &m_leases, [this](const LeaseInfo& lease) {
        if (!lease.isLeft)
            m_leases.add(lease);
    });
    connect(&m_actions, &LockActions::leaseExtended, &m_leases, &OwnLeaseModel::setDeadline);
    connect(&m_actions, &LockActions::leaseRenewed, &m_leases, &OwnLeaseModel::setDeadline);
    connect(&m_actions, &LockActions::leaseLost, this, &Session::markLost);
    connect(&m_actions, &LockActions::leaseAsked, this, &Session::markAsked);
    connect(&m_actions, &LockActions::leaseReleased, this, &Session::markReleased);
    connect(&m_leases, &OwnLeaseModel::ownTokensChanged, this,
        [this] { m_locks.setOwnFingerprints(m_leases.ownFingerprints()); });
    connect(&m_actions, &LockActions::leaseAcquired, this, &Session::refresh);
    connect(&m_actions, &LockActions::leaseReleased, this, &Session::refresh);
}

void Session::start()
{
    m_journalReader.reload();
    m_ticker.start(kClockTick);
    m_bridge.start();
}

void Session::applyHint(const HintSettled& settled)
{
    if (settled.error)
        return;
    std::vector<Resource> shown;
    const LockRows& rows = m_locks.rows();
    for (int slot = 0; slot < rows.slotEnd(); ++slot) {
        if (rows.isThere(slot) && !rows[slot].isGone())
            shown.push_back(rows[slot].entry->resource);
    }
    m_bridge.setFormatHints(settled.hints, shown);
}

void Session::apply(const BoardUpdatePtr& update)
{
    m_agentLoss = update->agentLoss;
    m_masterCounts = {};
    m_masterCounts.addMasters(*update, m_clock.now());
    m_locks.apply(update);
    m_masters.apply(*update);
    Q_EMIT updated(update);
}

DeploymentCounts Session::counts() const
{
    DeploymentCounts counts = m_agentLoss ? DeploymentCounts() : m_masterCounts;
    counts.locks = m_locks.lockCount();
    counts.stale = m_locks.staleCount();
    counts.split = m_locks.splitCount();
    counts.deadlocked = m_locks.deadlockedCount();
    counts.isAgentLost = m_agentLoss.has_value();
    return counts;
}

void Session::tick()
{
    m_locks.tick();
    m_masters.tick();
    m_leases.compare(m_locks);
    m_leases.tick();
    m_changePermission.tick();
    Q_EMIT ticked();
}

std::optional<WallTime> Session::recordedAt() const
{
    using Recording = RecordingStatus::State;
    const bool isRecorded = recorder() != nullptr
        && (recorder()->status().state == Recording::Recording
            || recorder()->status().state == Recording::StandingBy);
    return isRecorded ? std::optional(m_clock.wallNow()) : std::nullopt;
}

void Session::extendLease(int leaseId)
{
    const int row = m_leases.rowOf(leaseId);
    if (row >= 0)
        m_actions.extend(leaseId, m_leases.rows()[static_cast<std::size_t>(row)].lease.ttl);
}

void Session::markLost(int leaseId)
{
    const int row = m_leases.rowOf(leaseId);
    if (row < 0)
        return;
    const LeaseInfo lease = m_leases.rows()[static_cast<std::size_t>(row)].lease;
    const bool isOver
        = !lease.isRenewed && m_clock.now() >= lock::lossTime(lease.deadline, lease.ttl);
    m_leases.setState(leaseId, isOver ? LeaseStatus::Ended : LeaseStatus::Lost);
    if (!isOver)
        Q_EMIT leaseLost(lease.resource, leaseId);
}

void Session::markAsked(int leaseId, const lock::Ask& ask)
{
    const int row = m_leases.rowOf(leaseId);
    if (row < 0)
        return;
    const QString who = toQt(words::askText(ask));
    m_leases.setAsk(leaseId, who);
    Q_EMIT leaseAsked(m_leases.rows()[static_cast<std::size_t>(row)].lease.resource, who);
}

void Session::markReleased(int leaseId)
{
    m_leases.setState(leaseId, LeaseStatus::Released);
    QTimer::singleShot(kReleasedLinger, this, [this, leaseId] { m_leases.remove(leaseId); });
}

} // namespace lockkeeper::ui
