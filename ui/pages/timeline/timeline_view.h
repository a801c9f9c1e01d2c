// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/timeline/timeline_legend.h"
#include "ui/pages/timeline/timeline_painter.h"

#include <QAbstractScrollArea>

class QHelpEvent;

namespace lockkeeper::ui {

/// History: a row per resource, a bar per owner. Answer pictureWanted() by setPicture().
class TimelineView final : public QAbstractScrollArea {
    Q_OBJECT
public:
    explicit TimelineView(const Clock& clock, QWidget* parent = nullptr);

    [[nodiscard]] const TimelineCamera& camera() const noexcept { return m_camera; }
    [[nodiscard]] const TimelineScene& scene() const noexcept { return m_camera.scene(); }
    [[nodiscard]] const TimelinePlaces& places() const;
    void setPicture(const TimelinePicturePtr& picture);
    [[nodiscard]] TimelineQuestion question() const;

    // As in TimelineCamera.
    void tick();
    void followNow();
    void showAll();
    void goTo(WallTime time, std::optional<WallTime::duration> span = {});
    void zoom(double factor);
    void setBrush(const std::optional<history::Window>& brush);
    void setCurrentRow(int row);
    void setSelected(const TimelineAnswer& answer);

    void drawInto(QPainter& painter, const QRect& area) const;

Q_SIGNALS:
    void pictureWanted();
    void moved();
    void brushChanged();
    void currentRowChanged();
    void ownerWanted(
        std::int64_t row, lockkeeper::WallTime at, lockkeeper::ui::TimelineAnswer::Purpose purpose);
    void neighbourWanted(bool isLater);
    void rowOpened();

protected:
    bool event(QEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;

private:
    enum class Drag { None, Press, Brush, Pan };

    [[nodiscard]] double plotX(double x) const { return x - places().plot.left(); }
    [[nodiscard]] int placeAt(const QPointF& position) const;
    void dragTo(const QPointF& position);
    void clickAt(const QPointF& position);
    void showToolTip(const QHelpEvent& help);
    bool moveTimes(const QKeyEvent& event);
    bool moveRows(int key);
    void updateScrollBar();
    void show();

    TimelineCamera m_camera;
    mutable TimelineLayout m_layout;
    TimelineLegend m_legend;
    Drag m_drag = Drag::None;
    QPointF m_pressed;
    QPointF m_latest;
};

} // namespace lockkeeper::ui
