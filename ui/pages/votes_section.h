// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/locks/vote_table_model.h"
#include "ui/models/plots/ttl_track.h"

#include <QWidget>

class QBoxLayout;

namespace lockkeeper::ui {

class PlotView;
class TableView;

/// What each master says of a lock, and how its TTL went on. The plot stands beside the votes, or
/// below them; without room for either it is hidden. `clock` must outlive it.
class VotesSection final : public QWidget {
    Q_OBJECT
public:
    explicit VotesSection(const Clock& clock, QWidget* parent = nullptr);

    /// Old: no quorum of its votes is fresh. Gone: no master stores it any more.
    enum class Age { Current, Old, Gone };

    /// Shows a lock; null: none is selected. `masters`: how long their votes stay fresh.
    void setLock(const observe::LockEntryPtr& entry, Age age,
        const std::vector<observe::Freshness>& masters);
    /// Call it regularly. Refreshes TTLs and ages.
    void tick() { m_votes.tick(); }
    [[nodiscard]] TableView& table() noexcept { return *m_table; }
    [[nodiscard]] PlotView& plot() noexcept { return *m_plot; }

protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void showColumns(const observe::LockEntry& entry);
    void showPlot();

    const Clock& m_clock;
    VoteTableModel m_votes;
    TtlTrack m_track;
    QBoxLayout* m_layout;
    TableView* m_table;
    PlotView* m_plot;
    bool m_hasRoom = false; ///< for a plot
    bool m_isExpiring = false; ///< else there is nothing to plot
    SteadyTime m_plottedAt{};
};

} // namespace lockkeeper::ui
