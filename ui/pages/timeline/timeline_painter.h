// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export.h"
#include "ui/models/timeline/timeline_camera.h"

#include <QFont>
#include <QPalette>
#include <QRect>

class QPainter;

namespace lockkeeper::ui {

struct TimelinePlaces {
    QRect names;
    QRect axis;
    QRect lane;
    QRect plot;
    QRect legend;
    int rowHeight = 1;

    [[nodiscard]] static TimelinePlaces of(const QRect& area, const QFont& font);
    /// May be out of sight.
    [[nodiscard]] QRect rowAt(int row, const TimelineScene& scene) const;
    [[nodiscard]] int rowOf(int y, const TimelineScene& scene) const;
    [[nodiscard]] RowRange seen(const TimelineScene& scene) const;
};

/// Cached: measuring the legend is slow.
class TimelineLayout {
public:
    [[nodiscard]] const TimelinePlaces& of(const QRect& area, const QFont& font);

private:
    TimelinePlaces m_places;
    QRect m_area;
    QFont m_font;
};

/// Draws the timeline, without its legend.
class TimelinePainter {
public:
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
    /// Over all bars: how long lost leases may have been used.
    void paintLostLeases(const QRect& bars, const TimelineRow& content);
    void paintLabel(const QRectF& bar, const history::Ownership& ownership);
    void paintAxis();
    void paintMarks();
    QRectF fillTimes(WallTime from, WallTime to, const QBrush& brush);
    [[nodiscard]] double xOf(WallTime time) const;

    QPainter& m_painter;
    const TimelineScene& m_scene;
    const TimelinePlaces& m_places;
    const QPalette& m_palette;
    QFont m_font;
    double m_letter;
    std::vector<AxisTick> m_ticks;
};

} // namespace lockkeeper::ui
