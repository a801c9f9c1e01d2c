// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QToolButton;

namespace lockkeeper::ui {

class Fold final : public QWidget {
    Q_OBJECT
public:
    /// Folded. Takes ownership.
    Fold(const QString& title, QWidget* content, QWidget* parent = nullptr);

    void setOpen(bool isOpen);
    void setSummary(const QString& summary);
    [[nodiscard]] bool isOpen() const noexcept { return m_isOpen; }

Q_SIGNALS:
    void turned(bool isOpen);

private:
    QToolButton* m_title;
    QLabel* m_summary;
    QWidget* m_content;
    bool m_isOpen = false;
};

} // namespace lockkeeper::ui
