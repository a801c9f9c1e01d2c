// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export.h"
#include "ui/look/palette.h"

#include <QStyleOptionViewItem>

class QPainter;

namespace lockkeeper::ui {

/// The side of a square that matches the option's text, in pixels: the ascent of its font.
[[nodiscard]] double markSide(const QStyleOptionViewItem& option);
/// The gap between the edges of a cell and text, where nothing else stands between, in pixels.
[[nodiscard]] int textGap();
/// The gap between two parts and at the edges of the cell, in pixels.
[[nodiscard]] double markGap(const QStyleOptionViewItem& option);

/// Paints one cell of a view, part by part from the leading edge. The constructor saves the
/// painter's state and lets the style draw the background and the focus. The destructor restores
/// the state.
class CellPainter {
public:
    /// `option` must have been initialised for the cell. `painter` and `option` must outlive this
    /// object. `isOld`: draw everything in the muted colour.
    CellPainter(
        QPainter& painter, const QStyleOptionViewItem& option LK_LIFETIME_BOUND, bool isOld);
    ~CellPainter();
    CellPainter(const CellPainter&) = delete;
    CellPainter& operator=(const CellPainter&) = delete;

    /// The colour for a shape or a word: the tone's. On an old row the muted colour.
    [[nodiscard]] QColor colour(Tone tone) const;
    /// The colour of text without a tone.
    [[nodiscard]] QColor textColour() const;
    /// Returns the next free box, counted from the leading edge, and marks it as used. It is
    /// `width` pixels wide and side() high.
    [[nodiscard]] QRectF takeBox(double width);
    /// Leaves room from the leading edge, beside the gap after it.
    void skip(double width) { m_used += width + markGap(m_option); }
    /// The side of a square that matches the text, in pixels: see markSide().
    [[nodiscard]] double side() const;
    /// What is left of the cell for text.
    [[nodiscard]] QRectF rest() const;
    /// Draws plain text in the rest of the cell, elided at its end.
    void drawText(const QString& text);

private:
    QPainter& m_painter;
    const QStyleOptionViewItem& m_option;
    bool m_isOld;
    double m_used; ///< pixels used so far, from the leading edge
};

} // namespace lockkeeper::ui
