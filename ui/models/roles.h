// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/observe/board/lock_entry.h"

#include <QList>
#include <QMetaType>

namespace lockkeeper::ui {

/// What the models of this folder tell beside Qt's own roles. All of them answer Qt::DisplayRole,
/// Qt::AccessibleTextRole (the state in words) and, where it helps, Qt::ToolTipRole (escaped).
enum Role : int {
    SortRole = Qt::UserRole + 1, ///< raw value for sorting; never text made for people
    IdentityRole, ///< QByteArray: the resource's bytes, exactly as the server has them
    VerdictRole, ///< int of observe::Verdict
    VotesRole, ///< VoteMarks, one per master in the deployment's order
    RemainingRole, ///< qint64 milliseconds; kNeverExpires, kRemainingUnknown
    RemainingFractionRole, ///< double 0..1 of the longest remaining time seen
    StalenessRole, ///< bool: there is evidence
    AgeRole, ///< int of Change: what happened to the row a moment ago
    EntryRole, ///< observe::LockEntryPtr
    IsOursRole, ///< bool: this window holds the lock
    IsOldRole, ///< bool: the data have not been confirmed for a while
    LeaseIdRole, ///< int: the id of an own lease
};

inline constexpr qint64 kNeverExpires = -1;
inline constexpr qint64 kRemainingUnknown = -2;

/// What one master's vote looks like in a row of marks.
enum class VoteMark {
    Held, ///< the token that leads the votes
    HeldOther, ///< another token
    Free,
    NoAnswer,
    Error,
};
using VoteMarks = QList<VoteMark>;

/// What happened to a row a moment ago.
enum class Change {
    None,
    New, ///< the lock was not there before
    NewHolder, ///< another token leads now
    Renewed, ///< its TTL jumped up
    Gone, ///< no master has it any more; the row lingers
};

} // namespace lockkeeper::ui

Q_DECLARE_METATYPE(lockkeeper::observe::LockEntryPtr)
Q_DECLARE_METATYPE(lockkeeper::ui::VoteMarks)
