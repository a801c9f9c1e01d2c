// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/timeline/timeline_places.h"

#include "ui/pages/timeline/timeline_legend.h"

#include <QFontMetrics>
#include <algorithm>

namespace lockkeeper::ui {

TimelinePlaces TimelinePlaces::of(const QRect& area, const QFont& font)
{
    const QFontMetrics metrics(font);
    TimelinePlaces places;
    places.rowHeight = metrics.height() + 12;
    const int names = std::clamp(area.width() * 22 / 100, 96, 260);
    const int axis = 2 * metrics.height() + 12;
    const int lane = metrics.height() + 6;
    const int legend = legendHeight(area.width(), font);
    places.axis = QRect(area.left() + names, area.top(), area.width() - names, axis);
    places.legend = QRect(area.left(), area.bottom() + 1 - legend, area.width(), legend);
    const int top = area.top() + axis + lane;
    const int height = std::max(0, area.height() - axis - lane - legend);
    places.lane = QRect(places.axis.left(), area.top() + axis, places.axis.width(), lane);
    places.names = QRect(area.left(), top, names, height);
    places.plot = QRect(area.left() + names, top, area.width() - names, height);
    return places;
}

QRect TimelinePlaces::rowAt(int row, const TimelineScene& scene) const
{
    return {names.left(), plot.top() + row * rowHeight - scene.scrolled,
        names.width() + plot.width(), rowHeight};
}

int TimelinePlaces::rowOf(int y, const TimelineScene& scene) const
{
    const int below = y - plot.top() + scene.scrolled;
    return y < plot.top() || below < 0 ? -1 : below / rowHeight;
}

RowRange TimelinePlaces::seen(const TimelineScene& scene) const
{
    return {scene.scrolled / rowHeight, plot.height() / rowHeight + 2};
}

const TimelinePlaces& TimelineLayout::of(const QRect& area, const QFont& font)
{
    if (m_area != area || m_font != font) {
        m_area = area;
        m_font = font;
        m_places = TimelinePlaces::of(area, font);
    }
    return m_places;
}

} // namespace lockkeeper::ui
