// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/clock.h"
#include "core/observe/board/board_update.h"

#include <QLabel>
#include <optional>

namespace lockkeeper::ui {

/// The text in the status bar: the age of the data, whether the sweep was complete, how changes
/// arrive, and the counts of locks, other keys and keys that may be locks. `clock` must outlive the
/// label.
class StatusLine final : public QLabel {
    Q_OBJECT
public:
    StatusLine(std::chrono::milliseconds interval, const Clock& clock, QWidget* parent = nullptr);

    /// Call it after the models have applied the update. `locks`: the number of locks that they
    /// show.
    void apply(const observe::BoardUpdate& update, int locks);
    /// Call it regularly. Refreshes the age of the data.
    void tick();
    /// All of it, however much of it has room.
    [[nodiscard]] QString wholeText() const;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    /// Shows as much as there is room for.
    void showFitting();

    std::chrono::milliseconds m_interval;
    const Clock& m_clock;
    std::optional<SteadyTime> m_confirmedAt; ///< when a quorum of masters was last swept completely
    QString m_age; ///< of the data
    QString m_sweep;
    QString m_follow; ///< how changes arrive: pushed or polled; empty: they do not
    QString m_counts;
};

} // namespace lockkeeper::ui
