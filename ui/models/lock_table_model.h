// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/clock.h"
#include "core/observe/board/board_update.h"
#include "ui/models/lock_row.h"
#include "ui/models/table_model.h"

#include <set>
#include <unordered_map>

namespace lockkeeper::ui {

/// All locks of a deployment, one row a resource. Updated by key and never reset, so selection,
/// current row and scroll position survive. A row that vanished lingers for a moment, marked.
///
/// `clock` must outlive the model. GUI thread only.
class LockTableModel final : public TableModel {
    Q_OBJECT
public:
    enum Column { Verdict, ResourceName, Holder, Library, Votes, Remaining, HeldFor, Evidence };
    static constexpr int kColumnCount = Evidence + 1;

    struct Options {
        std::chrono::milliseconds oldAfter{5000}; ///< unconfirmed for longer: shown as old
        std::chrono::milliseconds markFor{3000}; ///< how long new and renewed are marked
        std::chrono::milliseconds lingerFor{5000}; ///< how long vanished rows stay
    };

    LockTableModel(const Clock& clock, Options options, QObject* parent = nullptr);
    explicit LockTableModel(const Clock& clock, QObject* parent = nullptr);

    /// Brings the table up to date. Locks of the first update are not marked as new.
    void apply(const observe::BoardUpdate& update);
    /// Lets time pass: time columns are repainted, marks end, lingering rows leave.
    void tick();
    /// Removes all rows, for another deployment.
    void clear();
    /// While held, vanished rows stay (marked), so that nothing moves under the pointer.
    void setRemovalHeld(bool isHeld);
    /// Fingerprints (40 hex digits) of the leases that this window holds.
    void setOwnTokens(std::set<std::string> fingerprints);

    /// The entry of a row; `row` must be in range.
    [[nodiscard]] const observe::LockEntryPtr& entryAt(int row) const;
    [[nodiscard]] const LockRow& rowAt(int row) const;
    /// -1 if there is none.
    [[nodiscard]] int rowOf(const Resource& resource) const;
    [[nodiscard]] bool isOld(int row) const;

    /// Rows that are not gone; and those of them with evidence, without expiry, and split.
    [[nodiscard]] int lockCount() const noexcept { return m_counts.locks; }
    [[nodiscard]] int staleCount() const noexcept { return m_counts.stale; }
    [[nodiscard]] int neverExpiresCount() const noexcept { return m_counts.neverExpires; }
    [[nodiscard]] int splitCount() const noexcept { return m_counts.split; }

Q_SIGNALS:
    void countsChanged();

protected:
    [[nodiscard]] int numRows() const override { return static_cast<int>(m_rows.size()); }
    [[nodiscard]] int numColumns() const override { return kColumnCount; }
    [[nodiscard]] QVariant cell(int row, int column, int role) const override;
    [[nodiscard]] QString headerCell(int column) const override;

private:
    struct Counts {
        int locks = 0;
        int stale = 0;
        int neverExpires = 0;
        int split = 0;
        friend bool operator==(const Counts&, const Counts&) = default;
    };
    using RowFlags = std::vector<bool>;

    [[nodiscard]] QVariant commonCell(const LockRow& row, int role) const;
    [[nodiscard]] QString text(const LockRow& row, int column) const;
    [[nodiscard]] QString accessibleText(const LockRow& row, int column) const;
    [[nodiscard]] QVariant sortValue(const LockRow& row, int column) const;
    [[nodiscard]] QString remainingWordsOf(const LockRow& row) const;
    [[nodiscard]] QString heldForText(const LockRow& row) const;
    [[nodiscard]] QString toolTip(const LockRow& row, int column) const;
    [[nodiscard]] qint64 remaining(const LockRow& row) const;
    [[nodiscard]] double remainingFraction(const LockRow& row) const;
    [[nodiscard]] bool isOld(const LockRow& row) const;
    [[nodiscard]] bool isOurs(const observe::LockEntry& entry) const;
    /// Until when the row's times are counted: not beyond its last confirmation, nor its end.
    [[nodiscard]] SteadyTime countedUntil(const LockRow& row) const;

    void appendRows(const std::vector<observe::LockEntryPtr>& entries);
    void markGone(const std::vector<Resource>& resources, RowFlags& changed);
    void endMarks(RowFlags& changed);
    void removeLingering();
    void dropRows(RowFlags doomed);
    void moveToEnd(RowFlags& doomed);
    /// Notes rows that became old or fresh, which changes how all of their cells look.
    void noteAges(RowFlags& changed);
    void emitRowsChanged(const RowFlags& changed);
    void emitTimesChanged();
    void updateCounts();

    const Clock& m_clock;
    Options m_options;
    std::vector<LockRow> m_rows;
    mutable std::unordered_map<Resource, int> m_index;
    mutable bool m_isIndexValid = true;
    std::set<std::string> m_ownTokens;
    Counts m_counts;
    bool m_isFirstUpdate = true;
    bool m_isRemovalHeld = false;
};

} // namespace lockkeeper::ui
