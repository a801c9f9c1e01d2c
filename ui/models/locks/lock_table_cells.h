// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/clock.h"
#include "core/observe/board/freshness.h"
#include "ui/models/base/table_column.h"
#include "ui/models/locks/lock_row.h"
#include "ui/models/words/name_words.h"

#include <QCoreApplication>
#include <QVariant>

namespace lockkeeper::ui {

/// A row's sort key in one column. Time never changes it. Equal keys go by resource.
struct LockSortKey {
    qint64 number = 0;
    QString text{};

    friend bool operator==(const LockSortKey&, const LockSortKey&) = default;
    friend bool operator<(const LockSortKey& a, const LockSortKey& b)
    {
        return a.number != b.number ? a.number < b.number : compareNaturally(a.text, b.text) < 0;
    }
};

inline constexpr int kUnsorted = -1;

/// Cells of a table of locks, in the roles of roles.h.
class LockCells {
    Q_DECLARE_TR_FUNCTIONS(LockCells)
public:
    enum Column {
        ResourceName,
        Evidence, ///< ordered by urgency
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

    void setFreshness(std::vector<observe::Freshness> masters) { m_freshness = std::move(masters); }
    [[nodiscard]] const std::vector<observe::Freshness>& freshness() const { return m_freshness; }

    [[nodiscard]] static QList<TableColumn> columns();
    [[nodiscard]] QVariant cell(const LockRow& lock, int column, int role) const;
    [[nodiscard]] static bool isSortedByText(int column);
    [[nodiscard]] static qint64 sortNumber(const LockRow& row, int column);
    /// Empty for other columns. Thread-safe.
    [[nodiscard]] static QString sortText(const observe::LockEntry& entry, bool isOurs, int column);
    [[nodiscard]] static LockSortKey sortKey(const LockRow& row, int column)
    {
        return {sortNumber(row, column), sortText(*row.entry, row.isOurs, column)};
    }
    [[nodiscard]] bool isOld(const LockRow& row) const;
    /// Thread-safe.
    [[nodiscard]] static QString holder(const observe::LockEntry& entry, bool isOurs);
    [[nodiscard]] static QString englishTerm(const LockRow& row);

private:
    struct ColumnRow;
    static const ColumnRow kColumns[];
    [[nodiscard]] static const ColumnRow* find(int column);

    struct Gist {
        QString text;
        int stateLength;
    };
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
    /// For countdowns; stops when gone or not fresh.
    [[nodiscard]] SteadyTime countedUntil(const LockRow& row) const;

    const Clock& m_clock;
    std::vector<observe::Freshness> m_freshness;
};

} // namespace lockkeeper::ui
