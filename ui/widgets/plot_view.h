// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/plots/plot.h"

#include <QElapsedTimer>
#include <QTimeZone>
#include <QTimer>
#include <QWidget>
#include <optional>
#include <span>
#include <vector>

class QCustomPlot;

namespace lockkeeper::ui {

/// Plot over time. Pointer, arrows, Home and End choose a time; Escape clears it, click or Return
/// open it. Draws at most once a second.
class PlotView final : public QWidget {
    Q_OBJECT
public:
    explicit PlotView(QWidget* parent = nullptr);

    void setPlot(Plot plot);
    [[nodiscard]] const Plot& plot() const noexcept { return m_plot; }
    [[nodiscard]] QString chosenText() const;
    void choose(std::optional<WallTime> time);
    [[nodiscard]] int drawings() const noexcept { return m_drawings; }

    [[nodiscard]] QSize minimumSizeHint() const override;
    [[nodiscard]] QSize sizeHint() const override;

Q_SIGNALS:
    void chosen(std::optional<lockkeeper::WallTime> time);
    void opened(lockkeeper::WallTime time);

protected:
    bool event(QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    void drawSoon();
    void draw();
    void drawAxes();
    void drawSeries();
    void drawChosen();
    void chooseAsUser(std::optional<WallTime> time);
    [[nodiscard]] std::optional<WallTime> timeAt(QPointF position) const;
    void describe();
    void paintLegend(QPainter& painter, const QRect& place) const;
    [[nodiscard]] int paintSample(QPainter& painter, QRect room, const PlotSeries& series) const;
    [[nodiscard]] QString textAt(QPoint position) const;
    [[nodiscard]] QRect headRect() const;
    [[nodiscard]] QRect legendPlace() const;
    [[nodiscard]] int sampleWidth(const PlotSeries& series) const;
    [[nodiscard]] std::vector<std::vector<const PlotSeries*>> legendLines(int width) const;
    [[nodiscard]] bool hasLegend() const;

    Plot m_plot;
    QTimeZone m_zone = QTimeZone::systemTimeZone();
    QCustomPlot* m_canvas;
    std::optional<WallTime> m_chosen;
    QRect m_legend;
    bool m_isChanged = true;
    int m_drawings = 0;
    QElapsedTimer m_drawn;
    QTimer m_timer;
};

/// All must live equally long.
void shareCursor(std::span<PlotView* const> plots);

} // namespace lockkeeper::ui
