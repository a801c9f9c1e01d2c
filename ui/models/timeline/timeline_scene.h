// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/timeline/time_axis.h"
#include "ui/models/timeline/timeline_picture.h"

namespace lockkeeper::ui {

/// Everything that a drawing of the timeline shows.
struct TimelineScene {
    TimelinePicturePtr picture; ///< null: nothing was loaded
    TimeScale scale;
    QTimeZone zone = QTimeZone::systemTimeZone();
    WallTime now{};
    int scrolled = 0; ///< pixels of rows above the first one that is seen
    int currentRow = -1; ///< selected, by its place; -1: none
    std::int64_t selected = 0; ///< the ownership that is selected; 0: none
    QString selectedWords{}; ///< all about it, or that nobody was seen then; empty: none
    std::optional<history::Window> brush{}; ///< the range of time that is selected
    std::optional<WallTime> marker{}; ///< the time that was gone to
};

} // namespace lockkeeper::ui
