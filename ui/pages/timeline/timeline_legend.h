// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QPalette>
#include <QPixmap>

class QPainter;

namespace lockkeeper::ui {

/// The height of the legend of the timeline, which needs several lines where there is little room.
[[nodiscard]] int legendHeight(int width, const QFont& font);
/// Draws a sample of each shape with its word.
void drawLegend(QPainter& painter, const QRect& place, const QFont& font, const QPalette& palette);

/// Draws the legend from a picture, which is made again only when it looks different: its words
/// take longer than the rest of a frame with few bars.
class TimelineLegend {
public:
    void paint(QPainter& painter, const QRect& place, const QFont& font, const QPalette& palette);

private:
    QPixmap m_picture;
    QFont m_font;
    qint64 m_colours = 0; ///< key of the palette
};

} // namespace lockkeeper::ui
