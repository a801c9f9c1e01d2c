// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/plots/master_tracks.h"

#include <QWidget>
#include <optional>

class QBoxLayout;

namespace lockkeeper::ui {

class PlotView;

/// Two plots of one master over the last minutes: how fast it answered, and what watching it cost.
/// They stand beside each other, or below each other in a narrow window. `clock` must outlive it.
class MasterPlots final : public QWidget {
    Q_OBJECT
public:
    explicit MasterPlots(const Clock& clock, QWidget* parent = nullptr);

    /// Notes what an update says of all masters.
    void note(const observe::BoardUpdate& update);
    /// The master that is shown.
    void setMaster(const MasterId& master);

    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void showPlots();

    MasterTracks m_tracks;
    std::optional<MasterId> m_master;
    QBoxLayout* m_layout;
    PlotView* m_latency;
    PlotView* m_commands;
};

} // namespace lockkeeper::ui
