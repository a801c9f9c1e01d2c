// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

class QTextLayout;

namespace lockkeeper::ui {

/// A label that wraps its lines, between words or, where a word is longer than the line, within it:
/// a name of any length widens nothing. Plain text, which can be selected with the mouse, or copied
/// by the context menu while a word is broken. Never lower than its text needs.
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
    /// True if a word does not fit into this width.
    [[nodiscard]] bool isBroken(int width) const;
    /// Breaks the text into lines of this width. Returns their height.
    int layOut(QTextLayout& layout, int width) const;
    [[nodiscard]] int widestWord() const;

    mutable QString m_measured; ///< the text that m_widest is of
    mutable int m_widest = -1; ///< -1: not measured
};

} // namespace lockkeeper::ui
