// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/clock.h"
#include "core/observe/board/board_update.h"
#include "ui/models/lock_row.h"
#include "ui/models/lock_table_cells.h"
#include "ui/models/table_model.h"

#include <set>
#include <unordered_map>

namespace lockkeeper::ui {

/// Table model of all locks of a deployment, one row per resource. Rows are updated by key and the
/// model is never reset, so selection, current row and scroll position survive. The row of a lock
/// that is gone stays for Options::lingerFor, marked as gone.
///
/// `clock` must outlive the model. GUI thread only.
class LockTableModel final : public TableModel {
    Q_OBJECT
public:
    using Column = LockCells::Column;
    using enum LockCells::Column;
    static constexpr int kColumnCount = LockCells::kColumnCount;

    struct Options {
        std::chrono::milliseconds markFor{3000}; ///< how long a change is marked
        std::chrono::milliseconds lingerFor{5000}; ///< how long the rows of gone locks stay
    };

    LockTableModel(const Clock& clock, Options options, QObject* parent = nullptr);
    explicit LockTableModel(const Clock& clock, QObject* parent = nullptr);

    /// Applies an update: changes, adds and marks rows. Locks that are found while masters are
    /// swept for the first time are not marked as new.
    void apply(const observe::BoardUpdate& update);
    /// Call it regularly. Refreshes the columns with times, ends the marks of changes, and removes
    /// the rows of gone locks.
    void tick();
    /// Removes all rows, to show another deployment next.
    void clear();
    /// While held, the rows of gone locks stay (marked), so that nothing moves under the pointer.
    void setRemovalHeld(bool isHeld);
    /// Sets the token fingerprints (40 hex digits) of the leases that this window holds. Their rows
    /// are shown as ours.
    void setOwnFingerprints(std::set<std::string> fingerprints);

    /// The entry of a row. `row` must be in range, here and below.
    [[nodiscard]] const observe::LockEntryPtr& entryAt(int row) const;
    [[nodiscard]] const LockRow& rowAt(int row) const;
    /// The row of a resource; -1 if there is none.
    [[nodiscard]] int rowOf(const Resource& resource) const;
    /// True if the row is gone, or its votes are not fresh.
    [[nodiscard]] bool isOld(int row) const { return m_cells.isOld(rowAt(row)); }
    /// How long the votes of each master stay fresh.
    [[nodiscard]] const std::vector<observe::Freshness>& freshness() const
    {
        return m_cells.freshness();
    }

    /// Counts of the locks that are not gone: all, those with evidence of being stale, those that
    /// never expire, and those that are split.
    [[nodiscard]] int lockCount() const noexcept { return m_counts.locks; }
    [[nodiscard]] int staleCount() const noexcept { return m_counts.stale; }
    [[nodiscard]] int neverExpiresCount() const noexcept { return m_counts.neverExpires; }
    [[nodiscard]] int splitCount() const noexcept { return m_counts.split; }

Q_SIGNALS:
    void countsChanged();

protected:
    [[nodiscard]] int numRows() const override { return static_cast<int>(m_rows.size()); }
    [[nodiscard]] int numColumns() const override { return kColumnCount; }
    [[nodiscard]] QVariant cell(int row, int column, int role) const override
    {
        return m_cells.cell(rowAt(row), column, role);
    }
    [[nodiscard]] QStringList headers() const override { return LockCells::headers(); }

private:
    struct Counts {
        int locks = 0;
        int stale = 0;
        int neverExpires = 0;
        int split = 0;
        friend bool operator==(const Counts&, const Counts&) = default;
    };
    using RowFlags = std::vector<bool>;

    [[nodiscard]] bool isOurs(const observe::LockEntry& entry) const;

    void setMasters(const std::vector<observe::MasterStatus>& masters);
    void appendRows(const std::vector<observe::LockEntryPtr>& entries);
    void markGone(const std::vector<Resource>& resources, RowFlags& changed);
    void endMarks(RowFlags& changed);
    void removeLingering();
    void dropRows(RowFlags doomed);
    void moveToEnd(RowFlags& doomed);
    /// Marks rows in `changed` that became old or fresh: all their cells look different now. Rows
    /// do so with their masters, or when they are in `changed` already.
    void updateOutdated(RowFlags& changed);
    void emitRowsChanged(const RowFlags& changed);
    void emitTimesChanged();
    void updateCounts();

    const Clock& m_clock;
    Options m_options;
    LockCells m_cells;
    std::vector<LockRow> m_rows;
    mutable std::unordered_map<Resource, int> m_index;
    mutable bool m_isIndexValid = true;
    std::set<std::string> m_ownFingerprints;
    Counts m_counts;
    /// By master: whether its votes are fresh, and since when they must have been read.
    std::vector<std::pair<bool, SteadyTime>> m_freshMasters;
    bool m_isLoading = true;
    bool m_isRemovalHeld = false;
};

} // namespace lockkeeper::ui
