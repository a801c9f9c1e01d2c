// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/timeline/timeline_camera.h"

#include <QFont>
#include <QRect>

namespace lockkeeper::ui {

/// Where the parts of a drawing of the timeline are.
struct TimelinePlaces {
    QRect names;
    QRect axis;
    QRect lane; ///< of the masters, above the plot
    QRect plot;
    QRect legend;
    int rowHeight = 1;

    /// Divides `area`.
    [[nodiscard]] static TimelinePlaces of(const QRect& area, const QFont& font);
    /// The rectangle of the row at that place, over the whole width; may be out of sight.
    [[nodiscard]] QRect rowAt(int row, const TimelineScene& scene) const;
    /// The place of the row at `y`; may be beyond the last row. -1: above the first.
    [[nodiscard]] int rowOf(int y, const TimelineScene& scene) const;
    /// The rows that are seen, also in part.
    [[nodiscard]] RowRange seen(const TimelineScene& scene) const;
};

/// Divides an area again only if it or the font has changed: the words of the legend are measured
/// for it.
class TimelineLayout {
public:
    [[nodiscard]] const TimelinePlaces& of(const QRect& area, const QFont& font);

private:
    TimelinePlaces m_places;
    QRect m_area;
    QFont m_font;
};

} // namespace lockkeeper::ui
