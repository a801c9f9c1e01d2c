// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;

namespace lockkeeper::ui {

/// What a page shows when it has nothing to list: what that means, and what to do next.
class EmptyState final : public QWidget {
    Q_OBJECT
public:
    explicit EmptyState(QWidget* parent = nullptr);

    /// Plain text; `command` is shown as one would type it, and can be copied.
    void setContent(const QString& title, const QString& text, const QString& command = {});
    [[nodiscard]] QString title() const;

private:
    QLabel* m_title;
    QLabel* m_text;
    QLabel* m_command;
};

} // namespace lockkeeper::ui
