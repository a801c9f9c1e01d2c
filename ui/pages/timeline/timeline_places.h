// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/timeline/timeline_camera.h"

#include <QFont>
#include <QRect>

namespace lockkeeper::ui {

struct TimelinePlaces {
    QRect names;
    QRect axis;
    QRect lane; ///< of the masters, above the plot
    QRect plot;
    QRect legend;
    int rowHeight = 1;

    [[nodiscard]] static TimelinePlaces of(const QRect& area, const QFont& font);
    /// Perhaps out of sight.
    [[nodiscard]] QRect rowAt(int row, const TimelineScene& scene) const;
    [[nodiscard]] int rowOf(int y, const TimelineScene& scene) const;
    [[nodiscard]] RowRange seen(const TimelineScene& scene) const;
};

/// Caches: measuring the legend is slow.
class TimelineLayout {
public:
    [[nodiscard]] const TimelinePlaces& of(const QRect& area, const QFont& font);

private:
    TimelinePlaces m_places;
    QRect m_area;
    QFont m_font;
};

} // namespace lockkeeper::ui
