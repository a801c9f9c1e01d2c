// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/output/run_picture.h"

#include <QWidget>
#include <functional>

class QPainter;
class QScrollArea;

namespace lockkeeper::ui {

/// Paints a picture with the colours of a palette.
void paintPicture(
    QPainter& painter, const output::Picture& picture, const QPalette& palette, const QFont& font);

/// Scrolls over pictures, on their ground. Never has the focus itself.
[[nodiscard]] QScrollArea* pictureArea(QWidget* pictures, QWidget* parent);

/// The picture of a run. It is drawn as wide as the widget is, at its zoom.
class RunView final : public QWidget {
    Q_OBJECT
public:
    /// Draws the picture for a width.
    using Draw = std::function<output::Picture(double width)>;

    explicit RunView(QWidget* parent = nullptr);

    /// Shows another picture, or the same run with more of it. `words`: what it shows, for those
    /// who can't see it.
    void setPicture(Draw draw, const QString& words);
    void clear();
    /// Draws it again, as its surroundings have changed.
    void redraw();
    /// How much larger all is drawn.
    void setZoom(double zoom);
    [[nodiscard]] bool isEmpty() const noexcept { return !m_draw; }
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    Draw m_draw;
    double m_zoom = 1;
    output::Picture m_picture;
};

} // namespace lockkeeper::ui
