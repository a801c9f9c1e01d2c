// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/look/glyphs.h"

#include <QAbstractButton>
#include <optional>

namespace lockkeeper::ui {

/// A clickable sentence, elided with a tool tip. Plain text.
class SentenceButton final : public QAbstractButton {
    Q_OBJECT
public:
    explicit SentenceButton(QWidget* parent = nullptr);

    /// With accessible name and tool tip. Draws only changes.
    void setSentence(Glyph glyph, const QString& sentence, qsizetype boldLength = 0);
    [[nodiscard]] QString sentence() const { return accessibleName(); }

    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::optional<Glyph> m_glyph;
    qsizetype m_boldLength = 0; ///< leading characters
};

} // namespace lockkeeper::ui
