// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

class QTextLayout;

namespace lockkeeper::ui {

/// Label that wraps even within words: a long name widens nothing. Plain text; select it, or copy
/// it by the menu while a word is broken. Never too low for its text.
class WrappingLabel final : public QLabel {
    Q_OBJECT
public:
    explicit WrappingLabel(const QString& text = {}, QWidget* parent = nullptr);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;
    [[nodiscard]] int heightForWidth(int width) const override;

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    /// A word is too wide.
    [[nodiscard]] bool isBroken(int width) const;
    /// Returns the height.
    int layOut(QTextLayout& layout, int width) const;
    [[nodiscard]] int widestWord() const;

    mutable QString m_measured; ///< text of m_widest
    mutable int m_widest = -1; ///< -1: not measured
};

} // namespace lockkeeper::ui
