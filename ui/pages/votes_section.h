// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/locks/vote_table_model.h"
#include "ui/models/plots/tracks.h"

#include <QWidget>

class QBoxLayout;

namespace lockkeeper::ui {

class PlotView;
class TableView;

/// A lock's votes; with room a plot of its TTL.
class VotesSection final : public QWidget {
    Q_OBJECT
public:
    explicit VotesSection(const Clock& clock, QWidget* parent = nullptr);

    /// Old: no fresh quorum of votes. Gone: no master stores it.
    enum class Age { Current, Old, Gone };

    void setLock(const observe::LockEntryPtr& entry, Age age,
        const std::vector<observe::Freshness>& masters);
    void tick() { m_votes.tick(); }
    /// For the votes of usual deployments, without a scroll bar.
    [[nodiscard]] int neededHeight() const;
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
    bool m_hasRoom = false;
    bool m_isExpiring = false;
    SteadyTime m_plottedAt{};
};

} // namespace lockkeeper::ui
