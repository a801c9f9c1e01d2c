// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QTimer>

namespace lockkeeper::ui {

/// Shows a message for five seconds. Plain text.
class TransientLabel final : public QLabel {
    Q_OBJECT
public:
    explicit TransientLabel(QWidget* parent = nullptr);

    void say(const QString& text);

private:
    QTimer m_timer;
};

} // namespace lockkeeper::ui
