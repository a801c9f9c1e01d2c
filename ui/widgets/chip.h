// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/look/shapes.h"

#include <QPushButton>

namespace lockkeeper::ui {

/// A small round button that is on or off, with a sign, a title and a count: "Stale 3". Dimmed
/// while it counts none.
class Chip final : public QPushButton {
    Q_OBJECT
public:
    Chip(LockShape shape, Tone tone, QWidget* parent = nullptr);

    void setContent(const QString& title, int count);
    [[nodiscard]] int count() const noexcept { return m_count; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] QFont countFont() const;

    LockShape m_shape;
    Tone m_tone;
    QString m_title;
    QString m_number;
    int m_count = 0;
};

} // namespace lockkeeper::ui
