// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QPalette>
#include <QPixmap>

class QPainter;

namespace lockkeeper::ui {

[[nodiscard]] int legendHeight(int width, const QFont& font);
void drawLegend(QPainter& painter, const QRect& place, const QFont& font, const QPalette& palette);

/// Cached: drawing words is slow.
class TimelineLegend {
public:
    void paint(QPainter& painter, const QRect& place, const QFont& font, const QPalette& palette);

private:
    QPixmap m_picture;
    QFont m_font;
    qint64 m_colours = 0;
};

} // namespace lockkeeper::ui
