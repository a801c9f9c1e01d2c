// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/locks/lock_table_cells.h"

#include "core/observe/formats/tombstone.h"
#include "core/text/translate.h"
#include "core/words/evidence_words.h"
#include "core/words/lock_words.h"
#include "core/words/note_words.h"
#include "core/words/problem_words.h"
#include "core/words/time_words.h"
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

QString waitingText(const LockRow& row, std::string (*words)(const observe::WaitCount&))
{
    const observe::WaitCount waiting = row.entry->packedLock.waiting();
    return row.isGone() || waiting.isNone() ? QString() : toQt(words(waiting));
}

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

struct LockCells::ColumnRow {
    Column column;
    const char* id;
    const char* title;
    int width;
    unsigned flags;
    int leaves;
    QString (*text)(const LockCells& cells, const LockRow& row); ///< null: a delegate draws it
    qint64 (*sortNumber)(const LockRow& row); ///< null: sorted by text
    QString (*sortText)(const observe::LockEntry& entry, bool isOurs) = nullptr;
};

constexpr LockCells::ColumnRow LockCells::kColumns[] = {
    {ResourceName, "resource", QT_TR_NOOP("Resource"), 172, TableColumn::Name, 0,
        [](const LockCells&, const LockRow& row) { return safeText(row.entry->resource); },
        byResource},
    {Evidence, "evidence", QT_TR_NOOP("Evidence"), 240, TableColumn::Wrapped, 0,
        [](const LockCells&, const LockRow& row) {
            return gistOf(row, changeSign(row.change)).text;
        },
        [](const LockRow& row) { return static_cast<qint64>(row.urgency); }},
    {Holder, "holder", QT_TR_NOOP("Holder"), 186, TableColumn::Narrow, 5,
        [](const LockCells& cells, const LockRow& row) { return cells.holderOf(row); }, nullptr,
        &LockCells::holder},
    {HeldFor, "held_for", QT_TR_NOOP("Held for"), 106, TableColumn::Number, 0,
        [](const LockCells& cells, const LockRow& row) {
            return cells.heldForText(
                row, LockCells::tr("\u2265 %1", "held for this long or longer"));
        },
        latestHoldFirst},
    {Remaining, "remaining", QT_TR_NOOP("Remaining"), 120, TableColumn::Narrow, 4,
        [](const LockCells& cells, const LockRow& row) { return cells.remainingWordsOf(row); },
        [](const LockRow& row) { return static_cast<qint64>(row.order); }},
    {Votes, "votes", QT_TR_NOOP("Votes"), 86, TableColumn::Plain, 3, nullptr,
        [](const LockRow& row) { return static_cast<qint64>(row.judgement.tokenVotes); }},
    {Waiting, "waiting", QT_TR_NOOP("Waiting"), 64, TableColumn::Number, 2,
        [](const LockCells&, const LockRow& row) { return waitingText(row, &words::countText); },
        [](const LockRow& row) {
            return static_cast<qint64>(row.entry->packedLock.waiting().least);
        }},
    {Library, "library", QT_TR_NOOP("Library"), 118, TableColumn::Narrow, 1,
        [](const LockCells&, const LockRow& row) {
            return toQt(words::libraryText(row.entry->unpackLock()));
        },
        nullptr,
        [](const observe::LockEntry& entry, bool) {
            return toQt(words::libraryText(entry.unpackLock()));
        }},
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
    case StateLengthRole:
        return column == Evidence ? gistOf(lock, changeSign(lock.change)).stateLength : QVariant();
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
        return QVariant::fromValue(row.isGone()
                ? observe::Verdict::Free
                : words::drawnVerdict(*row.entry, row.judgement.verdict));
    case VotesRole:
        return QVariant::fromValue(row.isGone() ? VoteMarks() : marksOf(row));
    case RemainingRole:
        return remaining(row);
    case RemainingFractionRole:
        return remainingFraction(row);
    case UrgencyRole:
        return row.isGone() ? words::kNotUrgent : row.latestUrgency;
    case ChangeRole:
        return static_cast<int>(row.change);
    case EntryRole:
        return QVariant::fromValue(row.entry);
    case IsOursRole:
        return row.isOurs;
    case NoteRole:
        return noteOf(row);
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
        columns << TableColumn{row.id, tr(row.title), row.width, row.flags, row.leaves};
    return columns;
}

QString LockCells::accessibleText(const LockRow& row, int column) const
{
    if (column == Votes)
        return row.isGone() ? changeText(Change::Gone) : votesText(*row.entry, row.judgement);
    if (column == Waiting)
        return waitingText(row, &words::waitingCountText);
    if (column == HeldFor)
        return heldForText(row, tr("at least %1"));
    if (column == Evidence && row.change != Change::None && !row.isGone())
        return tr("%1, %2").arg(changeText(row.change), gistOf(row, {}).text);
    const QString text = cell(row, column, Qt::DisplayRole).toString();
    const QString note = column == ResourceName ? noteOf(row) : QString();
    return note.isEmpty() ? text : tr("%1, note: %2").arg(text, note);
}

QString LockCells::noteOf(const LockRow& row) const
{
    return toQt(words::noteText(*row.entry->note, m_clock.wallNow()));
}

/// To talk with people of another language; empty in English.
QString LockCells::englishTerm(const LockRow& row)
{
    if (row.isGone())
        return {};
    const auto state = [&row] { return words::gistOf(*row.entry, row.judgement).state; };
    const std::string term = [&] {
        const InEnglish english;
        return state();
    }();
    return term == state() ? QString() : tr("In English: %1").arg(QString::fromStdString(term));
}

QString LockCells::toolTip(const LockRow& row, int column) const
{
    QStringList lines{accessibleText(row, column)};
    if (column == Evidence)
        lines << toQt(words::evidenceText(row.entry->stale, countedUntil(row))) << englishTerm(row);
    if (isOld(row)) {
        const auto age = m_clock.now() - quorumReadAt(*row.entry);
        lines << tr("Last read %1").arg(toQt(words::agoText(duration_cast<milliseconds>(age))));
    }
    lines.removeAll(QString());
    return lines.isEmpty() ? QString() : toolTipText(lines.join(u'\n'));
}

QString LockCells::holder(const observe::LockEntry& entry, bool isOurs)
{
    observe::DecodedLock lock = entry.unpackLock();
    lock.waiting = {}; // they have their own column
    const QString holder = holderText(lock);
    return isOurs ? tr("ours: %1").arg(holder) : holder;
}

LockCells::Gist LockCells::gistOf(const LockRow& row, const QString& sign)
{
    const words::Gist gist = row.isGone() ? words::Gist{changeText(row.change).toStdString()}
                                          : words::gistOf(*row.entry, row.judgement);
    QString state = toQt(gist.state);
    if (!sign.isEmpty() && !row.isGone())
        state = tr("%1 %2", "a state, a sign of its change").arg(state, sign);
    return {gist.reason.empty()
            ? state
            : tr("%1: %2", "a lock's state, the reason").arg(state, toQt(gist.reason)),
        static_cast<int>(state.size())};
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
    const QString words = toQt(words::remainingText(*row.entry, row.judgement, countedUntil(row)));
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
