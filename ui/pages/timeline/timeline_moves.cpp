// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Mouse and keys.
#include "ui/pages/timeline/timeline_view.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>
#include <cmath>

namespace lockkeeper::ui {
namespace {

constexpr double kKeyZoom = 1.5;
constexpr double kWheelZoom = 1.25;
constexpr double kKeyPan = 0.1; ///< of the shown span
constexpr double kKeyBrush = 0.05;
constexpr double kNotch = 120; ///< of a wheel
constexpr double kGrip = 3; ///< pixels beside a short bar that count as the bar

} // namespace

void TimelineView::wheelEvent(QWheelEvent* event)
{
    const bool isOnAxis = event->position().y() < places().axis.bottom();
    const QPoint turned = event->angleDelta();
    if (event->modifiers() & Qt::ControlModifier || isOnAxis) {
        m_camera.zoomAt(std::pow(kWheelZoom, -turned.y() / kNotch), plotX(event->position().x()));
        show();
    } else if (event->modifiers() & Qt::ShiftModifier
        || std::abs(turned.x()) > std::abs(turned.y())) {
        const int by = turned.x() != 0 ? turned.x() : turned.y();
        const int exactly = event->pixelDelta().x();
        m_camera.pan(exactly != 0 ? -exactly : -by / kNotch * kKeyPan * scene().scale.width());
        show();
    } else {
        QAbstractScrollArea::wheelEvent(event);
    }
    event->accept();
}

bool TimelineView::moveTimes(const QKeyEvent& event)
{
    const int key = event.key();
    const double sign = key == Qt::Key_Left ? -1 : 1;
    const bool isSideways = key == Qt::Key_Left || key == Qt::Key_Right;
    if (isSideways && event.modifiers() & Qt::ShiftModifier) {
        m_camera.brushBy(sign * kKeyBrush);
        setBrush(scene().brush);
    } else if (isSideways && event.modifiers() & Qt::ControlModifier) {
        Q_EMIT neighbourWanted(key == Qt::Key_Right);
    } else if (isSideways) {
        m_camera.pan(sign * kKeyPan * scene().scale.width());
    } else if (key == Qt::Key_Plus || key == Qt::Key_Equal) {
        m_camera.zoom(1 / kKeyZoom);
    } else if (key == Qt::Key_Minus) {
        m_camera.zoom(kKeyZoom);
    } else if (key == Qt::Key_0) {
        m_camera.showAll();
    } else if (key == Qt::Key_End) {
        m_camera.followNow();
    } else if (key == Qt::Key_Home) {
        m_camera.goToStart();
    } else {
        return false;
    }
    show();
    return true;
}

bool TimelineView::moveRows(int key)
{
    const TimelinePlaces& now = places();
    const int page = std::max(1, now.plot.height() / now.rowHeight - 1);
    const int last = m_camera.rowCount() - 1;
    int by = 0;
    if (key == Qt::Key_Up || key == Qt::Key_Down)
        by = key == Qt::Key_Up ? -1 : 1;
    else if (key == Qt::Key_PageUp || key == Qt::Key_PageDown)
        by = key == Qt::Key_PageUp ? -page : page;
    else
        return false;
    const int current = scene().currentRow;
    setCurrentRow(current < 0 ? 0 : std::min(std::max(current + by, 0), last));
    return true;
}

void TimelineView::keyPressEvent(QKeyEvent* event)
{
    if (moveTimes(*event) || moveRows(event->key()))
        return;
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        if (m_camera.currentRow())
            Q_EMIT rowOpened();
    } else if (event->key() == Qt::Key_Escape) {
        m_camera.dropMarker();
        if (scene().brush)
            setBrush(std::nullopt);
        else
            setCurrentRow(-1);
        viewport()->update();
    } else {
        QAbstractScrollArea::keyPressEvent(event);
    }
}

void TimelineView::mousePressEvent(QMouseEvent* event)
{
    m_pressed = event->position();
    m_latest = m_pressed;
    const TimelinePlaces& now = places();
    const QPoint at = m_pressed.toPoint();
    const bool isLeft = event->button() == Qt::LeftButton;
    if (event->button() == Qt::MiddleButton || (isLeft && now.axis.contains(at)))
        m_drag = Drag::Pan;
    else if (isLeft && (now.plot.contains(at) || now.names.contains(at)))
        m_drag = Drag::Press;
}

void TimelineView::mouseMoveEvent(QMouseEvent* event)
{
    if (m_drag != Drag::None)
        dragTo(event->position());
}

void TimelineView::dragTo(const QPointF& position)
{
    const bool isFar = std::abs(position.x() - m_pressed.x()) >= QApplication::startDragDistance();
    if (m_drag == Drag::Press && isFar && places().plot.contains(m_pressed.toPoint()))
        m_drag = Drag::Brush;
    if (m_drag == Drag::Pan) {
        m_camera.pan(m_latest.x() - position.x());
        show();
    }
    m_latest = position;
    if (m_drag != Drag::Brush)
        return;
    const auto [from, to] = std::minmax({plotX(m_pressed.x()), plotX(position.x())});
    m_camera.setBrush(
        history::Window{scene().scale.timeAt(std::max(from, 0.0)), scene().scale.timeAt(to)});
    viewport()->update();
}

void TimelineView::mouseReleaseEvent(QMouseEvent* event)
{
    const Drag drag = std::exchange(m_drag, Drag::None);
    if (drag == Drag::Brush)
        Q_EMIT brushChanged();
    else if (drag == Drag::Press)
        clickAt(event->position());
}

void TimelineView::clickAt(const QPointF& position)
{
    const int place = placeAt(position);
    setCurrentRow(place);
    const history::ResourceRow* row = m_camera.rowAt(place);
    if (!row || !places().plot.contains(position.toPoint()))
        return;
    const double x = plotX(position.x());
    const history::Span* span = m_camera.spanAt(place, x, kGrip);
    const WallTime at = scene().scale.timeAt(x);
    Q_EMIT ownerWanted(row->id, span && span->owner ? std::clamp(at, span->from, span->to) : at,
        TimelineAnswer::Purpose::Select);
}

void TimelineView::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && m_camera.currentRow())
        Q_EMIT rowOpened();
}

} // namespace lockkeeper::ui
