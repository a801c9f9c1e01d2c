// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export.h"
#include "ui/pages/timeline/timeline_places.h"

#include <QPalette>

class QPainter;

namespace lockkeeper::ui {

/// Draws the timeline, on a screen or into a file, without its legend. Only draws: what it shows
/// was made before.
class TimelinePainter {
public:
    /// All must outlive this object.
    TimelinePainter(QPainter& painter, const TimelineScene& scene LK_LIFETIME_BOUND,
        const TimelinePlaces& places LK_LIFETIME_BOUND, const QPalette& palette LK_LIFETIME_BOUND,
        const QFont& font);

    void paint();

private:
    void paintBackground();
    void paintOutages();
    void paintGrid();
    void paintWaits(const QRect& bars, const TimelineRow& content);
    void paintRows();
    void paintRow(int place, const history::ResourceRow& row);
    void paintSpans(const QRect& bars, const TimelineRow& content);
    /// Until when those may have gone on whose leases were lost: over all bars.
    void paintLostLeases(const QRect& bars, const TimelineRow& content);
    void paintLabel(const QRectF& bar, const history::Ownership& ownership);
    void paintAxis();
    void paintMarks();
    /// Fills the plot between two times. Returns what is seen of that; may be empty.
    QRectF fillTimes(WallTime from, WallTime to, const QBrush& brush);
    [[nodiscard]] double xOf(WallTime time) const;

    QPainter& m_painter;
    const TimelineScene& m_scene;
    const TimelinePlaces& m_places;
    const QPalette& m_palette;
    QFont m_font;
    double m_letter; ///< its average width
    std::vector<AxisTick> m_ticks;
};

} // namespace lockkeeper::ui
