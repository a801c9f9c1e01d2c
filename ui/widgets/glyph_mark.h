// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/look/glyphs.h"

#include <QWidget>

namespace lockkeeper::ui {

class GlyphMark final : public QWidget {
    Q_OBJECT
public:
    /// `side` in pixels.
    GlyphMark(Glyph glyph, int side, QWidget* parent = nullptr);

    void setGlyph(Glyph glyph);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QIcon m_icon;
};

} // namespace lockkeeper::ui
