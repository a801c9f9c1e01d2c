// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/clock.h"
#include "core/observe/board/freshness.h"
#include "ui/models/base/table_column.h"
#include "ui/models/locks/lock_row.h"

#include <QCoreApplication>
#include <QVariant>

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

/// Content of the cells of a table of locks: what a column says about a LockRow, in each role of
/// roles.h. `clock` must outlive the object. GUI thread only.
class LockCells {
    Q_DECLARE_TR_FUNCTIONS(LockCells)
public:
    enum Column {
        ResourceName,
        Evidence, ///< what the lock is, and why: the order of urgency
        Holder,
        HeldFor,
        Remaining,
        Votes,
        Waiting,
        Library
    };
    static constexpr int kColumnCount = Library + 1;

    explicit LockCells(const Clock& clock)
        : m_clock(clock)
    { }

    /// How long the votes of each master stay fresh.
    void setFreshness(std::vector<observe::Freshness> masters) { m_freshness = std::move(masters); }
    [[nodiscard]] const std::vector<observe::Freshness>& freshness() const { return m_freshness; }

    /// Titles of the columns, in order.
    [[nodiscard]] static QList<TableColumn> columns();
    /// Null for roles and columns without content.
    [[nodiscard]] QVariant cell(const LockRow& lock, int column, int role) const;
    /// True if the keys of this column are texts. Texts take long to make: some microseconds each.
    [[nodiscard]] static bool isSortedByText(int column);
    /// The number in the row's key; 0 for a column that is sorted by text, or by resource alone.
    [[nodiscard]] static qint64 sortNumber(const LockRow& row, int column);
    /// The text in the row's key; empty for other columns. Thread-safe.
    [[nodiscard]] static QString sortText(const observe::LockEntry& entry, bool isOurs, int column);
    [[nodiscard]] static LockSortKey sortKey(const LockRow& row, int column)
    {
        return {sortNumber(row, column), sortText(*row.entry, row.isOurs, column)};
    }
    /// True if the row's lock is gone, or no quorum of its votes is fresh.
    [[nodiscard]] bool isOld(const LockRow& row) const;
    /// The text of the column Holder. Thread-safe.
    [[nodiscard]] static QString holder(const observe::LockEntry& entry, bool isOurs);
    [[nodiscard]] static QString englishTerm(const LockRow& row);

private:
    struct ColumnRow;
    static const ColumnRow kColumns[];
    [[nodiscard]] static const ColumnRow* find(int column);

    /// What a lock is, and why. With so many characters the text begins with what it is.
    struct Gist {
        QString text;
        int stateLength;
    };
    /// `sign`: of a change, behind what it is.
    [[nodiscard]] static Gist gistOf(const LockRow& row, const QString& sign);
    [[nodiscard]] QString holderOf(const LockRow& row) const;
    [[nodiscard]] QString noteOf(const LockRow& row) const;
    [[nodiscard]] QVariant commonCell(const LockRow& row, int role) const;
    [[nodiscard]] QString accessibleText(const LockRow& row, int column) const;
    [[nodiscard]] QString remainingWordsOf(const LockRow& row) const;
    [[nodiscard]] QString heldForText(const LockRow& row, const QString& minimum) const;
    [[nodiscard]] QString toolTip(const LockRow& row, int column) const;
    [[nodiscard]] qint64 remaining(const LockRow& row) const;
    [[nodiscard]] double remainingFraction(const LockRow& row) const;
    /// The present time for the row's countdowns. It stops when a lock is gone, and when its votes
    /// are not fresh any more.
    [[nodiscard]] SteadyTime countedUntil(const LockRow& row) const;

    const Clock& m_clock;
    std::vector<observe::Freshness> m_freshness; ///< by master
};

} // namespace lockkeeper::ui
