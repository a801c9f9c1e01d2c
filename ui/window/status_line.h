// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/clock.h"
#include "core/observe/board/board_update.h"

#include <QLabel>
#include <optional>

namespace lockkeeper::ui {

/// The window's last line in words: how old the data are, whether the sweep was complete, how
/// changes arrive, and how much there is. `clock` must outlive it.
class StatusLine final : public QLabel {
    Q_OBJECT
public:
    StatusLine(std::chrono::milliseconds interval, const Clock& clock, QWidget* parent = nullptr);

    /// Call after the models have taken the update; `locks` is how many they show.
    void apply(const observe::BoardUpdate& update, int locks);
    void tick();

private:
    std::chrono::milliseconds m_interval;
    const Clock& m_clock;
    std::optional<SteadyTime> m_confirmedAt; ///< when a quorum of masters was last read in full
    QString m_sweep;
    QString m_follow; ///< how changes come to be seen
    QString m_counts;
};

} // namespace lockkeeper::ui
