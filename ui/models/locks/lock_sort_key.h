// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/locks/lock_row.h"

namespace lockkeeper::ui {

/// What a row of LockStore is sorted by, in one column. Time alone never changes it: a row is
/// sorted by its deadline, not by the time that is left. Rows with equal keys are sorted by
/// resource.
struct LockSortKey {
    qint64 number = 0;
    QString text{};

    friend bool operator==(const LockSortKey&, const LockSortKey&) = default;
    friend bool operator<(const LockSortKey& a, const LockSortKey& b)
    {
        return a.number != b.number ? a.number < b.number : a.text < b.text;
    }
};

/// The column that stands for the order in which the rows were added.
inline constexpr int kUnsorted = -1;

/// True if the keys of this column of LockCells are texts. Texts take long to make: some
/// microseconds each.
[[nodiscard]] bool isSortedByText(int column);
/// The number in the row's key; 0 for columns without one.
[[nodiscard]] qint64 sortNumber(const LockRow& row, int column);
/// The text in the row's key; empty for columns without one. Thread-safe.
[[nodiscard]] QString sortText(const observe::LockEntry& entry, bool isOurs, int column);
[[nodiscard]] LockSortKey sortKey(const LockRow& row, int column);

} // namespace lockkeeper::ui
