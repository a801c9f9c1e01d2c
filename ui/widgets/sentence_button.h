// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/look/glyphs.h"

#include <QAbstractButton>
#include <optional>

namespace lockkeeper::ui {

/// A sentence that can be clicked. Plain text, cut at its end if it is too long for the width; the
/// tool tip has it all.
class SentenceButton final : public QAbstractButton {
    Q_OBJECT
public:
    explicit SentenceButton(QWidget* parent = nullptr);

    /// Sets the icon, the text, the accessible name and the tool tip. The first `boldLength`
    /// characters are bold. Draws only what changed.
    void setSentence(Glyph glyph, const QString& sentence, qsizetype boldLength = 0);
    [[nodiscard]] QString sentence() const { return accessibleName(); }

    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::optional<Glyph> m_glyph;
    qsizetype m_boldLength = 0; ///< of the text, from its beginning
};

} // namespace lockkeeper::ui
