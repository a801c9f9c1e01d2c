// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QPushButton;

namespace lockkeeper::ui {

/// Why a table is empty, and what to do.
class EmptyState final : public QWidget {
    Q_OBJECT
public:
    explicit EmptyState(QWidget* parent = nullptr);

    void setContent(const QString& title, const QString& text, const QString& command = {});
    [[nodiscard]] QString title() const;
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
