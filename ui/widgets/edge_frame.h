// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QWidget>

class QLabel;

namespace lockkeeper::ui {

/// The red of the frame. Its contrast to the window's colour is at least 3:1.
[[nodiscard]] QColor edgeColour(const QPalette& palette);

/// A red frame along the edges of a window, inside it, for a place where mistakes are costly. With
/// a caption, its upper edge is a bar with that word. It makes room by the window's contents
/// margins, and covers nothing.
class EdgeFrame final : public QWidget {
    Q_OBJECT
public:
    static constexpr int kWidth = 4;

    /// Becomes a child of `window` and follows its size. `caption` is plain text; empty: no bar.
    EdgeFrame(QWidget& window, const QString& caption);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void fit();
    void colourCaption();
    [[nodiscard]] int topWidth() const;

    QLabel* m_caption;
};

} // namespace lockkeeper::ui
