// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "ui/look/palette.h"

namespace lockkeeper::ui {

/// A word on a coloured, rounded background.
class Badge final : public QWidget {
    Q_OBJECT
public:
    explicit Badge(QWidget* parent = nullptr);

    void setContent(const QString& word, Tone tone);
    [[nodiscard]] const QString& text() const noexcept { return m_text; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_text;
    Tone m_tone = Tone::Muted;
};

} // namespace lockkeeper::ui
