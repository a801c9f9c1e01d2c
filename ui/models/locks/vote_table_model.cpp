// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/locks/vote_table_model.h"

#include "core/words/lock_words.h"
#include "core/words/time_words.h"
#include "ui/models/words/words.h"

#include <limits>

using std::chrono::duration_cast;
using std::chrono::milliseconds;

namespace lockkeeper::ui {
VoteTableModel::VoteTableModel(const Clock& clock, QObject* parent)
    : KeyedTableModel(parent)
    , m_clock(clock)
{ }

void VoteTableModel::setEntry(
    const observe::LockEntryPtr& entry, std::span<const observe::Freshness> masters)
{
    std::vector<VoteRow> rows;
    m_endsWithSession = entry && entry->endsWithSession();
    if (entry) {
        const observe::Judgement judgement = entry->countVotes();
        const bool hasSeveral = entry->tokens().size() > 1;
        for (const observe::Vote& vote : entry->votes) {
            const bool isKnown = rows.size() < masters.size();
            const SteadyTime fresh
                = isKnown ? freshUntil(vote.readAt, masters[rows.size()]) : vote.readAt;
            rows.push_back({vote, voteMark(vote, judgement), fresh,
                toQt(words::voteText(*entry, vote, judgement.token)),
                hasSeveral && vote.token ? holderText(entry->unpackLock(*vote.token)) : QString()});
        }
    }
    syncRows(std::move(rows));
}

void VoteTableModel::tick()
{
    emitColumnChanged(TimeToLive);
    emitColumnChanged(Confirmed);
}

QVariant VoteTableModel::cell(int row, int column, int role) const
{
    const VoteRow& vote = rows()[static_cast<std::size_t>(row)];
    switch (role) {
    case Qt::ForegroundRole:
        return isOld(vote) ? oldTextBrush() : QVariant();
    case SortRole:
        return sortValue(vote, column);
    case VotesRole:
        return QVariant::fromValue(VoteMarks{vote.mark});
    case RemainingRole:
        return remaining(vote);
    case IsOldRole:
        return isOld(vote);
    default:
        return textCell(role, {}, [&] { return text(vote, column); });
    }
}

QList<TableColumn> VoteTableModel::columns() const
{
    return {
        {"master", tr("Master"), 56},
        {"state", tr("State"), 110, TableColumn::Narrow},
        {"token", tr("Token"), 74},
        {"ttl", tr("TTL"), 92, TableColumn::Number},
        {"confirmed", tr("Confirmed"), 92, TableColumn::Number},
        {"holder", tr("Holder"), 140, TableColumn::Narrow},
        {"error", tr("Error")},
    };
}

QString VoteTableModel::text(const VoteRow& row, int column) const
{
    const observe::Vote& vote = row.vote;
    switch (column) {
    case Master:
        return safeText(vote.master.value());
    case State:
        return row.state;
    case TokenFingerprint:
        return vote.token ? toQt(vote.token->shortHex()) : QString();
    case Holder:
        return row.holder;
    case TimeToLive:
        if (const qint64 left = remaining(row); left >= 0)
            return durationText(milliseconds(left));
        return remaining(row) != kNeverExpires ? QString()
            : m_endsWithSession                ? tr("session", "expires")
                                               : tr("never");
    case Confirmed:
        return confirmedText(row);
    case ErrorText:
        return vote.error ? errorText({vote.error->kind, vote.error->text, {}}) : QString();
    default:
        return {};
    }
}

QString VoteTableModel::confirmedText(const VoteRow& row) const
{
    if (row.vote.readAt == SteadyTime{})
        return tr("not yet");
    return isOld(row)
        ? toQt(words::agoText(duration_cast<milliseconds>(m_clock.now() - row.freshUntil)))
        : tr("now", "when something was confirmed");
}

QVariant VoteTableModel::sortValue(const VoteRow& row, int column) const
{
    switch (column) {
    case State:
        return static_cast<int>(row.mark);
    case TimeToLive: {
        const qint64 left = remaining(row);
        return left == kNeverExpires ? std::numeric_limits<qint64>::max() : left;
    }
    case Confirmed:
        return -static_cast<qint64>(row.freshUntil.time_since_epoch() / milliseconds(1));
    default:
        return text(row, column);
    }
}

qint64 VoteTableModel::remaining(const VoteRow& row) const
{
    if (row.vote.state != observe::VoteState::Held)
        return kRemainingUnknown;
    if (!row.vote.ttl)
        return kNeverExpires;
    // An old TTL must not look live.
    const SteadyTime until = std::min(m_clock.now(), row.freshUntil);
    const auto age = duration_cast<milliseconds>(until - row.vote.readAt);
    return std::max<qint64>(0, (*row.vote.ttl - age).count());
}

bool VoteTableModel::isOld(const VoteRow& row) const
{
    return m_clock.now() > row.freshUntil;
}

} // namespace lockkeeper::ui
