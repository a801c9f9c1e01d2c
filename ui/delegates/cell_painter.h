// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/look/palette.h"

#include <QStyleOptionViewItem>

class QPainter;

namespace lockkeeper::ui {

/// Paints one item of a view: background and focus by the style, then parts from the leading edge
/// on. Saves the painter's state and restores it.
class CellPainter {
public:
    /// `option` is initialised for the item; both must outlive this object.
    CellPainter(QPainter& painter, const QStyleOptionViewItem& option, bool isOld);
    ~CellPainter();
    CellPainter(const CellPainter&) = delete;
    CellPainter& operator=(const CellPainter&) = delete;

    /// The colour for a shape: the tone, or what can be read on a selected or an old row.
    [[nodiscard]] QColor colour(Tone tone) const;
    /// A faint background; none on a selected row, which has its own.
    void drawTint(Tone tone);
    /// Takes a box of this width and the height of a capital letter off the leading edge.
    [[nodiscard]] QRectF takeBox(double width);
    /// The side of a square that goes with the text.
    [[nodiscard]] double side() const;
    /// Draws plain text in what is left.
    void drawText(const QString& text);

private:
    [[nodiscard]] bool isSelected() const { return m_option.state & QStyle::State_Selected; }

    QPainter& m_painter;
    const QStyleOptionViewItem& m_option;
    bool m_isOld;
    double m_used; ///< from the leading edge
};

/// The side of a square that goes with text of this option.
[[nodiscard]] double markSide(const QStyleOptionViewItem& option);
/// What is left free between parts, and at the edges.
[[nodiscard]] double markGap(const QStyleOptionViewItem& option);

} // namespace lockkeeper::ui
