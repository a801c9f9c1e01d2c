// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/observe/board/lock_entry.h"

#include <QList>
#include <QMetaType>
#include <QString>

namespace lockkeeper::ui {

/// The roles of this folder's models besides Qt's own. Every model answers Qt::DisplayRole,
/// Qt::AccessibleTextRole (everything in words) and Qt::ToolTipRole (escaped). A model answers only
/// those of these roles that apply to its rows.
enum Role : int {
    SortRole = Qt::UserRole + 1, ///< value to sort by: number, time or bytes, else the text
    IdentityRole, ///< QByteArray: raw resource name, master id, or id of a journal entry
    VerdictRole, ///< observe::Verdict: see drawnVerdict()
    VotesRole, ///< VoteMarks: a lock's, one per master in the deployment's order; or one vote's
    RemainingRole, ///< qint64 milliseconds, kNeverExpires or kRemainingUnknown
    RemainingFractionRole, ///< double 0..1 of the longest time seen, or of an own lease's TTL
    UrgencyRole, ///< int: how urgent the lock's problem is, see words::urgency()
    StateLengthRole, ///< int: with so many characters, the cell's text begins with the lock's state
    ChangeRole, ///< int of Change
    EntryRole, ///< observe::LockEntryPtr
    IsOursRole, ///< bool: this window holds the lock
    NoteRole, ///< QString: what somebody says about the lock; empty: nothing
    IsOldRole, ///< bool: the row is gone, or what it tells is not fresh
    LeaseIdRole, ///< int: the id of a lease of this window
    GroupRole, ///< GroupHeader: the row heads a group; null for other rows
    ColumnRole, ///< of a header: its TableColumn
};

inline constexpr qint64 kNeverExpires = -1;
inline constexpr qint64 kRemainingUnknown = -2;

/// The mark of one master's vote, relative to the lock's leading token.
enum class VoteMark {
    Held, ///< the master stores the leading token
    HeldOther, ///< the master stores another token
    Free,
    NoAnswer,
    Error,
};
using VoteMarks = QList<VoteMark>;

/// What a row that heads a group of rows shows.
struct GroupHeader {
    QString name;
    QString counts; ///< "12 locks, 1 stale"
    bool isStale = false; ///< a lock of the group is
    bool isCollapsed = false; ///< the rows of the group are not shown
    bool isFixed = false; ///< it can't be collapsed
    std::optional<Qt::CheckState> tick{}; ///< of its rows; nullopt: they can't be ticked
};

/// The latest change of a row. It is marked for a few seconds.
enum class Change {
    None,
    New, ///< the lock was not there before
    NewHolder, ///< another token is the leading one now
    Renewed, ///< the holder renewed the lock
    Gone, ///< no master stores the lock any more; the row stays for a moment
};

} // namespace lockkeeper::ui

Q_DECLARE_METATYPE(lockkeeper::observe::LockEntryPtr)
Q_DECLARE_METATYPE(lockkeeper::observe::Verdict)
Q_DECLARE_METATYPE(lockkeeper::ui::VoteMarks)
Q_DECLARE_METATYPE(lockkeeper::ui::GroupHeader)
