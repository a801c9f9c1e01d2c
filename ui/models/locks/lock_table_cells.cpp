// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/locks/lock_table_cells.h"

#include "core/observe/formats/tombstone.h"
#include "core/words/wait_words.h"
#include "ui/models/base/roles.h"
#include "ui/models/table/table_model.h"
#include "ui/models/words/entry_words.h"
#include "ui/models/words/words.h"

#include <QStringList>
#include <iterator>

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

qint64 severity(const LockRow& row)
{
    switch (row.judgement.verdict) {
    case observe::Verdict::Split:
        return 0;
    case observe::Verdict::Minority:
        return 1;
    case observe::Verdict::Held:
    case observe::Verdict::Queued:
        return row.hasEvidence() ? 2 : 4;
    case observe::Verdict::Unknown:
        return 3;
    case observe::Verdict::Free:
        return 5;
    }
    return 6;
}

/// Ascending order shows the shortest hold first: the one that started last.
qint64 latestHoldFirst(const LockRow& row)
{
    return -static_cast<qint64>(
        duration_cast<milliseconds>(row.heldSince.time_since_epoch()).count());
}

qint64 byResource(const LockRow& /*row*/)
{
    return 0;
}

} // namespace

/// A column: how it is shown, what its cells say, and what they are sorted by.
struct LockCells::ColumnRow {
    Column column;
    TableColumn (*look)();
    QString (*text)(const LockCells& cells, const LockRow& row); ///< null: a delegate draws it
    qint64 (*sortNumber)(const LockRow& row); ///< null: it is sorted by text
    QString (*sortText)(const observe::LockEntry& entry, bool isOurs) = nullptr;
};

/// In the order of the columns.
constexpr LockCells::ColumnRow LockCells::kColumns[] = {
    {Verdict,
        [] {
            return TableColumn{"verdict", LockCells::tr("Verdict"), 136};
        },
        [](const LockCells&, const LockRow& row) { return verdictOf(row); }, severity},
    {ResourceName,
        [] {
            return TableColumn{"resource", LockCells::tr("Resource"), 164,
                TableColumn::Narrow | TableColumn::Name};
        },
        [](const LockCells&, const LockRow& row) { return safeText(row.entry->resource.value()); },
        byResource},
    {Holder,
        [] {
            return TableColumn{"holder", LockCells::tr("Holder"), 196, TableColumn::Narrow};
        },
        [](const LockCells& cells, const LockRow& row) { return cells.holderOf(row); }, nullptr,
        &LockCells::holder},
    {Library,
        [] {
            return TableColumn{"library", LockCells::tr("Library"), 124, TableColumn::Narrow};
        },
        [](const LockCells&, const LockRow& row) { return libraryText(row.entry->unpackLock()); },
        nullptr,
        [](const observe::LockEntry& entry, bool) { return libraryText(entry.unpackLock()); }},
    {Votes,
        [] {
            return TableColumn{"votes", LockCells::tr("Votes"), 80};
        },
        nullptr, [](const LockRow& row) { return static_cast<qint64>(row.judgement.tokenVotes); }},
    {Waiting,
        [] {
            return TableColumn{"waiting", LockCells::tr("Waiting"), 60, TableColumn::Number};
        },
        [](const LockCells&, const LockRow& row) { return waitingText(row, &words::countText); },
        [](const LockRow& row) {
            return static_cast<qint64>(row.entry->packedLock.waiting().least);
        }},
    {Remaining,
        [] {
            return TableColumn{"remaining", LockCells::tr("Remaining"), 120};
        },
        [](const LockCells& cells, const LockRow& row) { return cells.remainingWordsOf(row); },
        [](const LockRow& row) { return static_cast<qint64>(row.order); }},
    {HeldFor,
        [] {
            return TableColumn{"held_for", LockCells::tr("Held for"), 104, TableColumn::Number};
        },
        [](const LockCells& cells, const LockRow& row) {
            return cells.heldForText(
                row, LockCells::tr("\u2265 %1", "held for this long or longer"));
        },
        latestHoldFirst},
    {Evidence,
        [] {
            return TableColumn{"evidence", LockCells::tr("Evidence")};
        },
        [](const LockCells& cells, const LockRow& row) {
            return evidenceText(row.entry->stale, cells.countedUntil(row));
        },
        [](const LockRow& row) { return static_cast<qint64>(row.evidenceCount); }},
};

const LockCells::ColumnRow* LockCells::find(int column)
{
    static_assert(std::size(kColumns) == kColumnCount);
    static_assert([] {
        for (std::size_t i = 0; i < std::size(kColumns); ++i) {
            if (kColumns[i].column != static_cast<Column>(i))
                return false;
        }
        return true;
    }());
    return column >= 0 && column < kColumnCount ? &kColumns[column] : nullptr;
}

bool LockCells::isSortedByText(int column)
{
    const ColumnRow* const found = find(column);
    return found != nullptr && found->sortText != nullptr;
}

qint64 LockCells::sortNumber(const LockRow& row, int column)
{
    const ColumnRow* const found = find(column);
    if (found == nullptr)
        return static_cast<qint64>(row.id);
    return found->sortNumber != nullptr ? found->sortNumber(row) : 0;
}

QString LockCells::sortText(const observe::LockEntry& entry, bool isOurs, int column)
{
    return isSortedByText(column) ? find(column)->sortText(entry, isOurs) : QString();
}

QVariant LockCells::cell(const LockRow& lock, int column, int role) const
{
    switch (role) {
    case Qt::DisplayRole: {
        const ColumnRow* const found = find(column);
        return found != nullptr && found->text != nullptr ? found->text(*this, lock) : QString();
    }
    case Qt::AccessibleTextRole:
        return accessibleText(lock, column);
    case Qt::ToolTipRole:
        return toolTip(lock, column);
    case SortRole:
        if (column == ResourceName)
            return bytesOf(lock.entry->resource);
        return isSortedByText(column) ? QVariant(sortText(*lock.entry, lock.isOurs, column))
                                      : QVariant(sortNumber(lock, column));
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
    QList<TableColumn> columns;
    for (const ColumnRow& row : kColumns)
        columns << row.look();
    return columns;
}

QString LockCells::verdictOf(const LockRow& row)
{
    if (row.isGone())
        return tr("%1 %2", "sign of a change, its name")
            .arg(changeSign(row.change), changeText(row.change));
    return row.change == Change::None
        ? stateOf(row)
        : tr("%1 %2", "state, sign of a change").arg(stateOf(row), changeSign(row.change));
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
    return cell(row, column, Qt::DisplayRole).toString();
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
    const bool isNobodys
        = row.judgement.verdict == observe::Verdict::Queued || row.entry->packedLock.isTombstone();
    if (!row.judgement.token || isNobodys)
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
