// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/locks/lock_sort_key.h"

#include "ui/models/locks/lock_table_cells.h"
#include "ui/models/words/words.h"

namespace lockkeeper::ui {
namespace {

int severity(const LockRow& row)
{
    switch (row.judgement.verdict) {
    case observe::Verdict::Split:
        return 0;
    case observe::Verdict::Minority:
        return 1;
    case observe::Verdict::Held:
        return row.hasEvidence() ? 2 : 4;
    case observe::Verdict::Unknown:
        return 3;
    case observe::Verdict::Free:
        return 5;
    }
    return 6;
}

} // namespace

bool isSortedByText(int column)
{
    return column == LockCells::Holder || column == LockCells::Library;
}

qint64 sortNumber(const LockRow& row, int column)
{
    switch (column) {
    case kUnsorted:
        return static_cast<qint64>(row.id);
    case LockCells::Verdict:
        return severity(row);
    case LockCells::Votes:
        return static_cast<qint64>(row.judgement.tokenVotes);
    case LockCells::Waiting:
        return static_cast<qint64>(row.entry->packedLock.waiting().least);
    case LockCells::Remaining:
        return row.order;
    case LockCells::HeldFor:
        // Ascending order shows the shortest hold first: the one that started last.
        return -static_cast<qint64>(
            std::chrono::duration_cast<std::chrono::milliseconds>(row.heldSince.time_since_epoch())
                .count());
    case LockCells::Evidence:
        return row.evidenceCount;
    default:
        return 0;
    }
}

QString sortText(const observe::LockEntry& entry, bool isOurs, int column)
{
    switch (column) {
    case LockCells::Holder:
        return LockCells::holder(entry, isOurs);
    case LockCells::Library:
        return libraryText(entry.unpackLock());
    default:
        return {};
    }
}

LockSortKey sortKey(const LockRow& row, int column)
{
    return {sortNumber(row, column), sortText(*row.entry, row.isOurs, column)};
}

} // namespace lockkeeper::ui
