// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/own_lease_model.h"

#include "core/config/quorum.h"
#include "core/words/wait_words.h"
#include "ui/models/base/roles.h"
#include "ui/models/words/text_parts.h"
#include "ui/models/words/words.h"

using std::chrono::duration_cast;
using std::chrono::milliseconds;

namespace lockkeeper::ui {

bool OwnLeaseRow::isTooFew() const noexcept
{
    return wasSeen && votes && votes->votes < quorumOf(votes->masters);
}

namespace {

OwnLeaseRow comparedWith(OwnLeaseRow row, const observe::LockEntry* entry, std::size_t masters)
{
    const std::size_t votes
        = entry == nullptr ? 0 : observe::votesFor(entry->votes, row.lease.fingerprint);
    const bool canTell = entry == nullptr
        || (entry->isSettled && entry->countVotes().verdict != observe::Verdict::Unknown);
    if (entry != nullptr)
        masters = entry->votes.size();
    row.wasSeen = row.wasSeen || votes >= quorumOf(masters);
    row.votes = row.wasSeen && canTell ? std::optional(StoredVotes{votes, masters}) : std::nullopt;
    row.waiting = entry == nullptr ? observe::WaitCount() : entry->packedLock.waiting();
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

std::optional<LeaseInfo> OwnLeaseModel::heldBy(const Fingerprint& token) const
{
    const auto own = std::ranges::find_if(rows(), [&](const OwnLeaseRow& row) {
        return row.state == LeaseStatus::Held && row.lease.fingerprint == token;
    });
    return own == rows().end() ? std::nullopt : std::optional(own->lease);
}

int OwnLeaseModel::heldCount() const
{
    return static_cast<int>(std::count_if(rows().begin(), rows().end(),
        [](const OwnLeaseRow& row) { return row.state == LeaseStatus::Held; }));
}

milliseconds OwnLeaseModel::revokedFor(const LeaseInfo& lease) const
{
    const auto left = lease.revokedUntil.value_or(m_clock.now()) - m_clock.now();
    return std::max(milliseconds(0), duration_cast<milliseconds>(left));
}

QString OwnLeaseModel::revokedAfterwards() const
{
    QStringList revoked;
    for (const OwnLeaseRow& row : rows()) {
        const milliseconds left = revokedFor(row.lease);
        if (row.state == LeaseStatus::Held && left > milliseconds(0))
            revoked << tr("%1 stays revoked for %2.", "resource, time")
                           .arg(safeText(row.lease.resource), durationText(left));
    }
    return sentencesText(revoked);
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
    next.renewals += deadline > next.lease.deadline ? 1 : 0;
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

void OwnLeaseModel::setAsk(int id, const QString& ask)
{
    const int row = rowOf(id);
    if (row < 0)
        return;
    OwnLeaseRow next = rows()[static_cast<std::size_t>(row)];
    next.ask = ask;
    changeRow(row, std::move(next));
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
    emitColumnChanged(State);
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
        {"resource", tr("Resource"), 230},
        {"token", tr("Token"), 90, TableColumn::Plain, 1},
        {"votes", tr("Votes"), 70},
        {"remaining", tr("Remaining"), 150},
        {"renewed", tr("Renewed"), 110, TableColumn::Plain, 3},
        {"fence", tr("Fencing"), 80, TableColumn::Plain, 2},
        {"waiting", tr("Waiting"), 80},
        {"state", tr("State")},
    };
}

qint64 OwnLeaseModel::remaining(const OwnLeaseRow& row) const
{
    if (row.state != LeaseStatus::Held || row.isTooFew())
        return kRemainingUnknown;
    const auto left = duration_cast<milliseconds>(row.lease.deadline - m_clock.now());
    return std::max({milliseconds(0), left, revokedFor(row.lease)}).count();
}

QString OwnLeaseModel::text(const OwnLeaseRow& row, int column) const
{
    const bool isHeld = row.state == LeaseStatus::Held;
    switch (column) {
    case ResourceName:
        return safeText(row.lease.resource);
    case Votes:
        return isHeld && row.votes
            ? tr("%1 of %2", "masters that store it").arg(row.votes->votes).arg(row.votes->masters)
            : QString();
    case TokenFingerprint:
        return toQt(row.lease.fingerprint.shortHex());
    case Remaining:
        return isHeld && !row.isTooFew() ? durationText(milliseconds(remaining(row))) : QString();
    case Renewed:
        return !isHeld             ? QString()
            : !row.lease.isRenewed ? tr("no")
            : row.renewals == 0    ? tr("yes")
                                   : tr("yes (%1)", "renewed, how often").arg(row.renewals);
    case Fence:
        return row.lease.fence ? QString::number(*row.lease.fence) : QString();
    case Waiting:
        return isHeld && !row.waiting.isNone() ? toQt(words::countText(row.waiting)) : QString();
    case State:
        return stateText(row);
    default:
        return {};
    }
}

QString OwnLeaseModel::stateText(const OwnLeaseRow& row) const
{
    const QString state = leaseStateText(row.state);
    if (row.state != LeaseStatus::Held)
        return state;
    if (row.isTooFew())
        return tr("not held: stored on %1 of %2 masters")
            .arg(row.votes->votes)
            .arg(row.votes->masters);
    if (!row.ask.isEmpty())
        return tr("%1: %2").arg(state, row.ask);
    return revokedFor(row.lease) > milliseconds(0)
        ? tr("%1; once released, it is revoked again").arg(state)
        : state;
}

QVariant OwnLeaseModel::sortValue(const OwnLeaseRow& row, int column) const
{
    switch (column) {
    case Remaining:
        return static_cast<qint64>(
            std::max(row.lease.deadline, row.lease.revokedUntil.value_or(row.lease.deadline))
                .time_since_epoch()
            / milliseconds(1));
    case Fence:
        return static_cast<quint64>(row.lease.fence.value_or(0));
    case Waiting:
        return static_cast<quint64>(row.waiting.least);
    case State:
        return static_cast<int>(row.state);
    default:
        return text(row, column);
    }
}

} // namespace lockkeeper::ui
