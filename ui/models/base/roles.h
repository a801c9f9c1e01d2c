// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/observe/board/lock_entry.h"

#include <QList>
#include <QMetaType>
#include <QString>

namespace lockkeeper::ui {

/// Roles besides Qt's. All models answer Qt::DisplayRole, Qt::AccessibleTextRole (words) and
/// Qt::ToolTipRole (escaped).
enum Role : int {
    SortRole = Qt::UserRole + 1, ///< number, time or bytes, else text
    IdentityRole, ///< QByteArray: resource name, master id, or journal entry's id
    VerdictRole, ///< observe::Verdict; see words::drawnVerdict()
    VotesRole, ///< VoteMarks of a lock, by master, or of one vote
    RemainingRole, ///< qint64 milliseconds, kNeverExpires or kRemainingUnknown
    RemainingFractionRole, ///< double 0..1: of the longest time seen, or an own lease's TTL
    UrgencyRole, ///< int, see words::urgency()
    StateLengthRole, ///< int: leading characters that name the state
    ChangeRole,
    EntryRole,
    IsOursRole, ///< bool: this window holds the lock
    NoteRole, ///< QString; may be empty
    IsOldRole, ///< bool: gone or not fresh
    LeaseIdRole,
    GroupRole, ///< GroupHeader; null: no header
    ColumnRole,
};

inline constexpr qint64 kNeverExpires = -1;
inline constexpr qint64 kRemainingUnknown = -2;

/// Relative to the leading token.
enum class VoteMark {
    Held,
    HeldOther,
    Free,
    NoAnswer,
    Error,
};
using VoteMarks = QList<VoteMark>;

struct GroupHeader {
    QString name;
    QString counts;
    QString detail{}; ///< shared by all rows, on a second line
    bool isStale = false;
    bool isCollapsed = false;
    bool isFixed = false;
    std::optional<Qt::CheckState> tick{}; ///< nullopt: no tick boxes
};

enum class Change {
    None,
    New,
    NewHolder,
    Renewed,
    Gone, ///< the row stays a moment
};

} // namespace lockkeeper::ui

Q_DECLARE_METATYPE(lockkeeper::observe::LockEntryPtr)
Q_DECLARE_METATYPE(lockkeeper::observe::Verdict)
Q_DECLARE_METATYPE(lockkeeper::ui::VoteMarks)
Q_DECLARE_METATYPE(lockkeeper::ui::GroupHeader)
