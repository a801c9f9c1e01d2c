// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export.h"
#include "ui/look/palette.h"

#include <QStyleOptionViewItem>

class QPainter;

namespace lockkeeper::ui {

/// The font's ascent, in pixels.
[[nodiscard]] double markSide(const QStyleOptionViewItem& option);
/// From a cell's edge to text alone, in pixels.
[[nodiscard]] int textGap();
/// Between parts and at edges, in pixels.
[[nodiscard]] double markGap(const QStyleOptionViewItem& option);

/// Paints a cell's parts from its leading edge. The destructor restores the painter.
class CellPainter {
public:
    /// `option`: initialised. `isOld`: muted.
    CellPainter(
        QPainter& painter, const QStyleOptionViewItem& option LK_LIFETIME_BOUND, bool isOld);
    ~CellPainter();
    CellPainter(const CellPainter&) = delete;
    CellPainter& operator=(const CellPainter&) = delete;

    [[nodiscard]] QColor colour(Tone tone) const;
    [[nodiscard]] QColor textColour() const;
    [[nodiscard]] QRectF takeBox(double width);
    void skip(double width) { m_used += width + markGap(m_option); }
    [[nodiscard]] double side() const;
    [[nodiscard]] QRectF rest() const;
    void drawText(const QString& text);

private:
    QPainter& m_painter;
    const QStyleOptionViewItem& m_option;
    bool m_isOld;
    double m_used; ///< pixels from the leading edge
};

} // namespace lockkeeper::ui
