// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/timeline/timeline_legend.h"
#include "ui/pages/timeline/timeline_places.h"

#include <QAbstractScrollArea>

class QHelpEvent;

namespace lockkeeper::ui {

/// Shows the history over time: a row for each resource, a bar for each owner. Moves by mouse,
/// wheel, pinch and keys. It draws pictures that were read for it: whenever pictureWanted() is
/// emitted, give it one for question(). `clock` must outlive the view.
class TimelineView final : public QAbstractScrollArea {
    Q_OBJECT
public:
    explicit TimelineView(const Clock& clock, QWidget* parent = nullptr);

    [[nodiscard]] const TimelineCamera& camera() const noexcept { return m_camera; }
    [[nodiscard]] const TimelineScene& scene() const noexcept { return m_camera.scene(); }
    [[nodiscard]] const TimelinePlaces& places() const;
    void setPicture(const TimelinePicturePtr& picture);
    /// What to read for what is shown, see TimelineCamera.
    [[nodiscard]] TimelineQuestion question() const;

    // As those of TimelineCamera.
    void tick();
    void followNow();
    void showAll();
    void goTo(WallTime time, std::optional<WallTime::duration> span = {});
    void zoom(double factor);
    void setBrush(const std::optional<history::Window>& brush);
    void setCurrentRow(int row);
    void setSelected(const TimelineAnswer& answer);

    /// Draws what is shown into another place, such as a file.
    void drawInto(QPainter& painter, const QRect& area) const;

Q_SIGNALS:
    /// A picture for question() is needed, because the view has moved or grown.
    void pictureWanted();
    /// The times that are shown have changed, or whether it follows the present.
    void moved();
    void brushChanged();
    void currentRowChanged();
    /// Somebody wants to know who owned the row at that time.
    void ownerWanted(
        std::int64_t row, lockkeeper::WallTime at, lockkeeper::ui::TimelineAnswer::Purpose purpose);
    /// The ownership after the selected one is wanted, or the one before it.
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
    /// Call it after each change of what is shown.
    void show();

    TimelineCamera m_camera;
    mutable TimelineLayout m_layout;
    TimelineLegend m_legend;
    Drag m_drag = Drag::None;
    QPointF m_pressed;
    QPointF m_latest;
};

} // namespace lockkeeper::ui
