// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/locks/lock_table_cells.h"

#include "core/observe/formats/tombstone.h"
#include "core/words/wait_words.h"
#include "ui/models/base/roles.h"
#include "ui/models/locks/lock_sort_key.h"
#include "ui/models/table/table_model.h"
#include "ui/models/words/entry_words.h"
#include "ui/models/words/words.h"

#include <QStringList>

using namespace Qt::StringLiterals;
using std::chrono::duration_cast;
using std::chrono::milliseconds;

namespace lockkeeper::ui {
namespace {

VoteMarks marksOf(const LockRow& row)
{
    VoteMarks marks;
    for (const observe::Vote& vote : row.entry->votes)
        marks << voteMark(vote, row.judgement);
    return marks;
}

QByteArray bytesOf(const Resource& resource)
{
    return QByteArray::fromStdString(resource.value());
}

/// Empty: nobody waits, as far as that is known.
QString waitingText(const LockRow& row, std::string (*words)(const observe::WaitCount&))
{
    const observe::WaitCount waiting = row.entry->packedLock.waiting();
    return row.isGone() || waiting.isNone() ? QString() : QString::fromStdString(words(waiting));
}

QVariant sortValue(const LockRow& row, int column)
{
    if (column == LockCells::ResourceName)
        return bytesOf(row.entry->resource);
    return isSortedByText(column) ? QVariant(sortText(*row.entry, row.isOurs, column))
                                  : QVariant(sortNumber(row, column));
}

} // namespace

QVariant LockCells::cell(const LockRow& lock, int column, int role) const
{
    switch (role) {
    case Qt::DisplayRole:
        return text(lock, column);
    case Qt::AccessibleTextRole:
        return accessibleText(lock, column);
    case Qt::ToolTipRole:
        return toolTip(lock, column);
    case SortRole:
        return sortValue(lock, column);
    default:
        return commonCell(lock, role);
    }
}

QVariant LockCells::commonCell(const LockRow& row, int role) const
{
    switch (role) {
    case Qt::ForegroundRole:
        return isOld(row) ? TableModel::oldTextBrush() : QVariant();
    case IdentityRole:
        return bytesOf(row.entry->resource);
    case VerdictRole:
        return static_cast<int>(row.judgement.verdict);
    case VotesRole:
        return QVariant::fromValue(row.isGone() ? VoteMarks() : marksOf(row));
    case RemainingRole:
        return remaining(row);
    case RemainingFractionRole:
        return remainingFraction(row);
    case StalenessRole:
        return row.hasEvidence();
    case ChangeRole:
        return static_cast<int>(row.change);
    case EntryRole:
        return QVariant::fromValue(row.entry);
    case IsOursRole:
        return row.isOurs;
    case IsOldRole:
        return isOld(row);
    default:
        return {};
    }
}

QList<TableColumn> LockCells::columns()
{
    return {
        {"verdict", tr("Verdict"), 136},
        {"resource", tr("Resource"), 164, TableColumn::Narrow | TableColumn::Name},
        {"holder", tr("Holder"), 196, TableColumn::Narrow},
        {"library", tr("Library"), 124, TableColumn::Narrow},
        {"votes", tr("Votes"), 80},
        {"waiting", tr("Waiting"), 60, TableColumn::Number},
        {"remaining", tr("Remaining"), 120},
        {"held_for", tr("Held for"), 104, TableColumn::Number},
        {"evidence", tr("Evidence")},
    };
}

QString LockCells::text(const LockRow& row, int column) const
{
    switch (column) {
    case Verdict:
        if (row.isGone())
            return tr("%1 %2", "sign of a change, its name")
                .arg(changeSign(row.change), changeText(row.change));
        return row.change == Change::None
            ? stateOf(row)
            : tr("%1 %2", "state, sign of a change").arg(stateOf(row), changeSign(row.change));
    case ResourceName:
        return safeText(row.entry->resource.value());
    case Holder:
        return holderOf(row);
    case Library:
        return libraryText(row.entry->unpackLock());
    case Waiting:
        return waitingText(row, &words::countText);
    case Remaining:
        return remainingWordsOf(row);
    case HeldFor:
        return heldForText(row, tr("\u2265 %1", "held for this long or longer"));
    case Evidence:
        return evidenceText(row.entry->stale, countedUntil(row));
    default:
        return {}; // the votes: a delegate draws them, Qt::AccessibleTextRole has the words
    }
}

QString LockCells::accessibleText(const LockRow& row, int column) const
{
    if (column == Votes)
        return row.isGone() ? changeText(Change::Gone) : votesText(*row.entry, row.judgement);
    if (column == Waiting)
        return waitingText(row, &words::waitingCountText);
    if (column == HeldFor)
        return heldForText(row, tr("at least %1"));
    if (column == Verdict && row.change != Change::None)
        return tr("%1, %2").arg(stateOf(row), changeText(row.change));
    return text(row, column);
}

QString LockCells::toolTip(const LockRow& row, int column) const
{
    QStringList lines{accessibleText(row, column)};
    if (isOld(row)) {
        const auto age = m_clock.now() - quorumReadAt(*row.entry);
        lines << tr("Last read %1").arg(agoText(duration_cast<milliseconds>(age)));
    }
    lines.removeAll(QString());
    return lines.isEmpty() ? QString() : toolTipText(lines.join(u'\n'));
}

QString LockCells::holder(const observe::LockEntry& entry, bool isOurs)
{
    observe::DecodedLock lock = entry.unpackLock();
    lock.waiting = {}; // they have a column of their own
    const QString holder = holderText(lock);
    return isOurs ? tr("ours: %1").arg(holder) : holder;
}

QString LockCells::stateOf(const LockRow& row)
{
    return row.entry->packedLock.isTombstone() ? tr("revoked") : stateText(row);
}

QString LockCells::holderOf(const LockRow& row) const
{
    QString words = holderByVotes(*row.entry, row.judgement, holder(*row.entry, row.isOurs));
    if (!row.entry->packedLock.isTombstone() || row.isGone())
        return words;
    return tr("%1 (%2)").arg(revokedText(*row.entry, m_clock.now(), m_clock.wallNow()), words);
}

QString LockCells::remainingWordsOf(const LockRow& row) const
{
    if (row.isGone())
        return changeText(Change::Gone);
    const QString words = remainingWords(row, countedUntil(row));
    return isOld(row) && !row.neverExpires() ? tr("%1, old").arg(words) : words;
}

QString LockCells::heldForText(const LockRow& row, const QString& minimum) const
{
    if (!row.judgement.token || row.entry->packedLock.isTombstone())
        return {};
    const QString words
        = durationText(duration_cast<milliseconds>(countedUntil(row) - row.heldSince));
    return row.entry->isHeldSinceExact() ? words : minimum.arg(words);
}

qint64 LockCells::remaining(const LockRow& row) const
{
    if (row.neverExpires())
        return kNeverExpires;
    const auto left = remainingAt(row, countedUntil(row));
    return left && !row.isGone() ? left->count() : kRemainingUnknown;
}

double LockCells::remainingFraction(const LockRow& row) const
{
    const qint64 left = remaining(row);
    if (left < 0)
        return left == kNeverExpires ? 1.0 : 0.0;
    if (row.peak.count() <= 0)
        return 0.0;
    return std::min(1.0, static_cast<double>(left) / static_cast<double>(row.peak.count()));
}

bool LockCells::isOld(const LockRow& row) const
{
    return row.isGone() || m_clock.now() > freshUntil(row.entry->votes, m_freshness);
}

SteadyTime LockCells::countedUntil(const LockRow& row) const
{
    if (row.isGone())
        return row.changedAt;
    return std::min(m_clock.now(), freshUntil(row.entry->votes, m_freshness));
}

} // namespace lockkeeper::ui
