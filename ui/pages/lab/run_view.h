// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/output/run_picture.h"

#include <QWidget>
#include <functional>

class QPainter;
class QScrollArea;

namespace lockkeeper::ui {

void paintPicture(
    QPainter& painter, const output::Picture& picture, const QPalette& palette, const QFont& font);

/// With the pictures' background; never focused.
[[nodiscard]] QScrollArea* pictureArea(QWidget* pictures, QWidget* parent);

/// A run's picture, scaled to the width.
class RunView final : public QWidget {
    Q_OBJECT
public:
    using Draw = std::function<output::Picture(double width)>;

    explicit RunView(QWidget* parent = nullptr);

    /// `words`: for screen readers.
    void setPicture(Draw draw, const QString& words);
    void clear();
    void redraw();
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
