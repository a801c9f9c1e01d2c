// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QPushButton;

namespace lockkeeper::ui {

/// Shown in place of an empty table: why it is empty, and what to do next.
class EmptyState final : public QWidget {
    Q_OBJECT
public:
    explicit EmptyState(QWidget* parent = nullptr);

    /// Sets the texts. Plain text. `command` is a command line; it is shown in a fixed-width font
    /// and can be selected.
    void setContent(const QString& title, const QString& text, const QString& command = {});
    [[nodiscard]] QString title() const;
    /// Shows a button of this name below the texts; empty: none.
    void setAction(const QString& name);

Q_SIGNALS:
    void actionWanted();

private:
    QLabel* m_title;
    QLabel* m_text;
    QLabel* m_command;
    QPushButton* m_action;
};

} // namespace lockkeeper::ui
