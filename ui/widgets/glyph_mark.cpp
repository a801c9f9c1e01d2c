// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/glyph_mark.h"

#include <QPainter>

namespace lockkeeper::ui {

GlyphMark::GlyphMark(Glyph glyph, int side, QWidget* parent)
    : QWidget(parent)
    , m_icon(glyphIcon(glyph))
{
    setFixedSize(side, side);
}

void GlyphMark::setGlyph(Glyph glyph)
{
    m_icon = glyphIcon(glyph);
    update();
}

void GlyphMark::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    m_icon.paint(&painter, rect());
}

} // namespace lockkeeper::ui
