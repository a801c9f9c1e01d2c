// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/look/glyphs.h"
#include "ui/look/palette.h"

#include <QFrame>

class QLabel;
class QPushButton;

namespace lockkeeper::ui {

class GlyphMark;

/// Tinted line for a lasting condition. Hidden until tell().
class Banner final : public QFrame {
    Q_OBJECT
public:
    explicit Banner(const QString& buttonText, QWidget* parent = nullptr);

    void tell(Glyph glyph, Tone tone, const QString& text);
    QPushButton* addButton(const QString& text, const QString& name);
    void setButtonText(const QString& text);
    [[nodiscard]] QString text() const;
    [[nodiscard]] int oneLineWidth() const;

Q_SIGNALS:
    void buttonClicked();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    GlyphMark* m_icon;
    QLabel* m_text;
    QPushButton* m_button;
    Tone m_tone = Tone::Notice;
};

} // namespace lockkeeper::ui
