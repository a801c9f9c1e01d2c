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

/// A tinted line of text above a page, for a condition that lasts. Hidden until tell() is called,
/// and then until its owner hides it.
class Banner final : public QFrame {
    Q_OBJECT
public:
    /// Without `buttonText` the banner has no button.
    explicit Banner(const QString& buttonText, QWidget* parent = nullptr);

    /// Shows the banner with this icon, colour and plain text.
    void tell(Glyph glyph, Tone tone, const QString& text);
    /// Adds another button, after the first.
    QPushButton* addButton(const QString& text, const QString& name);
    void setButtonText(const QString& text);
    [[nodiscard]] QString text() const;
    /// The width at which the text needs no second line.
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
