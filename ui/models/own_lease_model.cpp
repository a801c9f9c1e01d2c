// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/own_lease_model.h"

#include "core/config/quorum.h"
#include "ui/models/base/roles.h"
#include "ui/models/words/words.h"

using std::chrono::duration_cast;
using std::chrono::milliseconds;

namespace lockkeeper::ui {

bool operator==(const OwnLeaseRow& a, const OwnLeaseRow& b)
{
    return a.lease.id == b.lease.id && a.lease.resource == b.lease.resource
        && a.lease.fingerprint == b.lease.fingerprint && a.lease.deadline == b.lease.deadline
        && a.lease.ttl == b.lease.ttl && a.lease.isRenewed == b.lease.isRenewed
        && a.state == b.state && a.tooFew == b.tooFew && a.wasSeen == b.wasSeen;
}

namespace {

/// As far as the votes tell. `entry`: null if the board has no such lock.
OwnLeaseRow comparedWith(OwnLeaseRow row, const observe::LockEntry* entry, std::size_t masters)
{
    const std::size_t votes
        = entry == nullptr ? 0 : observe::votesFor(entry->votes, row.lease.fingerprint);
    const bool canTell = entry == nullptr
        || (entry->isSettled && entry->countVotes().verdict != observe::Verdict::Unknown);
    if (entry != nullptr)
        masters = entry->votes.size();
    row.wasSeen = row.wasSeen || votes >= quorumOf(masters);
    const bool isTooFew = row.wasSeen && canTell && votes < quorumOf(masters);
    row.tooFew = isTooFew ? std::optional(StoredVotes{votes, masters}) : std::nullopt;
    return row;
}

} // namespace

OwnLeaseModel::OwnLeaseModel(const Clock& clock, QObject* parent)
    : KeyedTableModel(parent)
    , m_clock(clock)
{ }

std::set<std::string> OwnLeaseModel::ownFingerprints() const
{
    std::set<std::string> tokens;
    for (const OwnLeaseRow& row : rows()) {
        if (row.state == LeaseStatus::Held)
            tokens.insert(row.lease.fingerprint.hex());
    }
    return tokens;
}

int OwnLeaseModel::rowOf(int id) const
{
    for (std::size_t row = 0; row < rows().size(); ++row) {
        if (rows()[row].lease.id == id)
            return static_cast<int>(row);
    }
    return -1;
}

int OwnLeaseModel::heldCount() const
{
    return static_cast<int>(std::count_if(rows().begin(), rows().end(),
        [](const OwnLeaseRow& row) { return row.state == LeaseStatus::Held; }));
}

void OwnLeaseModel::add(const LeaseInfo& lease)
{
    std::vector<OwnLeaseRow> next = rows();
    next.push_back({lease, LeaseStatus::Held});
    syncRows(std::move(next));
    Q_EMIT ownTokensChanged();
}

void OwnLeaseModel::setDeadline(int id, SteadyTime deadline)
{
    const int row = rowOf(id);
    if (row < 0)
        return;
    OwnLeaseRow next = rows()[static_cast<std::size_t>(row)];
    next.lease.deadline = deadline;
    changeRow(row, std::move(next));
}

void OwnLeaseModel::setState(int id, LeaseStatus state)
{
    const int row = rowOf(id);
    if (row < 0 || rows()[static_cast<std::size_t>(row)].state == state)
        return;
    OwnLeaseRow next = rows()[static_cast<std::size_t>(row)];
    next.state = state;
    changeRow(row, std::move(next));
    Q_EMIT ownTokensChanged();
}

void OwnLeaseModel::remove(int id)
{
    const int row = rowOf(id);
    if (row < 0)
        return;
    std::vector<OwnLeaseRow> next = rows();
    next.erase(next.begin() + row);
    syncRows(std::move(next));
    Q_EMIT ownTokensChanged();
}

void OwnLeaseModel::compare(const LockStore& locks)
{
    if (locks.isBehind())
        return;
    for (int row = 0; row < rowCount(); ++row) {
        const OwnLeaseRow& own = rows()[static_cast<std::size_t>(row)];
        if (own.state != LeaseStatus::Held)
            continue;
        OwnLeaseRow next = comparedWith(
            own, locks.presentEntry(own.lease.resource).get(), locks.freshness().size());
        if (!(next == own))
            changeRow(row, std::move(next));
    }
}

void OwnLeaseModel::tick()
{
    emitColumnChanged(Remaining);
}

QVariant OwnLeaseModel::cell(int row, int column, int role) const
{
    const OwnLeaseRow& lease = rows()[static_cast<std::size_t>(row)];
    switch (role) {
    case SortRole:
        return sortValue(lease, column);
    case LeaseIdRole:
        return lease.lease.id;
    case RemainingRole:
        return remaining(lease);
    case RemainingFractionRole:
        return lease.lease.ttl.count() <= 0 || remaining(lease) < 0
            ? 0.0
            : std::min(1.0,
                static_cast<double>(remaining(lease))
                    / static_cast<double>(lease.lease.ttl.count()));
    default:
        return textCell(role, QByteArray::fromStdString(lease.lease.resource.value()),
            [&] { return text(lease, column); });
    }
}

QList<TableColumn> OwnLeaseModel::columns() const
{
    return {
        {"resource", tr("Resource"), 300},
        {"token", tr("Token"), 120},
        {"remaining", tr("Remaining"), 150},
        {"renewed", tr("Renewed"), 110},
        {"state", tr("State")},
    };
}

qint64 OwnLeaseModel::remaining(const OwnLeaseRow& row) const
{
    if (row.state != LeaseStatus::Held || row.tooFew)
        return kRemainingUnknown;
    return std::max<qint64>(
        0, duration_cast<milliseconds>(row.lease.deadline - m_clock.now()).count());
}

QString OwnLeaseModel::text(const OwnLeaseRow& row, int column) const
{
    switch (column) {
    case ResourceName:
        return safeText(row.lease.resource.value());
    case TokenFingerprint:
        return QString::fromStdString(row.lease.fingerprint.shortHex());
    case Remaining:
        return row.state == LeaseStatus::Held && !row.tooFew
            ? durationText(milliseconds(remaining(row)))
            : QString();
    case Renewed:
        return row.state != LeaseStatus::Held ? QString()
            : row.lease.isRenewed             ? tr("yes")
                                              : tr("no");
    case State:
        return row.state == LeaseStatus::Held && row.tooFew
            ? tr("not held: stored on %1 of %2 masters")
                  .arg(row.tooFew->votes)
                  .arg(row.tooFew->masters)
            : leaseStateText(row.state);
    default:
        return {};
    }
}

QVariant OwnLeaseModel::sortValue(const OwnLeaseRow& row, int column) const
{
    switch (column) {
    case Remaining:
        return static_cast<qint64>(row.lease.deadline.time_since_epoch() / milliseconds(1));
    case State:
        return static_cast<int>(row.state);
    default:
        return text(row, column);
    }
}

} // namespace lockkeeper::ui
