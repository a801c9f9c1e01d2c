// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/timeline/timeline_view.h"

#include "ui/models/timeline/timeline_words.h"
#include "ui/models/words/words.h"
#include "ui/pages/timeline/timeline_painter.h"

#include <QAccessibleWidget>
#include <QApplication>
#include <QGestureEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPointer>
#include <QScrollBar>
#include <QToolTip>
#include <QWheelEvent>
#include <cmath>
#include <map>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {
namespace {

class RowElement final : public QAccessibleInterface {
public:
    RowElement(TimelineView& view, int place)
        : m_view(&view)
        , m_place(place)
    { }

    [[nodiscard]] bool isValid() const override
    {
        return m_view && m_view->camera().rowAt(m_place);
    }
    [[nodiscard]] QObject* object() const override { return nullptr; }
    [[nodiscard]] QAccessibleInterface* parent() const override
    {
        return QAccessible::queryAccessibleInterface(m_view);
    }
    [[nodiscard]] QAccessibleInterface* child(int) const override { return nullptr; }
    [[nodiscard]] QAccessibleInterface* childAt(int, int) const override { return nullptr; }
    [[nodiscard]] int childCount() const override { return 0; }
    [[nodiscard]] int indexOfChild(const QAccessibleInterface*) const override { return -1; }
    [[nodiscard]] QString text(QAccessible::Text kind) const override
    {
        return m_view && kind == QAccessible::Name ? m_view->camera().wordsAt(m_place) : QString();
    }
    void setText(QAccessible::Text, const QString&) override { }
    [[nodiscard]] QRect rect() const override
    {
        if (!m_view)
            return {};
        const QRect row = m_view->places().rowAt(m_place, m_view->scene());
        return {m_view->viewport()->mapToGlobal(row.topLeft()), row.size()};
    }
    [[nodiscard]] QAccessible::Role role() const override { return QAccessible::ListItem; }
    [[nodiscard]] QAccessible::State state() const override
    {
        QAccessible::State state;
        state.selectable = true;
        state.focusable = true;
        if (!m_view)
            return state;
        const TimelinePlaces places = m_view->places();
        const bool isCurrent = m_view->scene().currentRow == m_place;
        state.selected = isCurrent;
        state.focused = isCurrent && m_view->hasFocus();
        state.offscreen = !places.rowAt(m_place, m_view->scene()).intersects(places.plot);
        return state;
    }

private:
    QPointer<TimelineView> m_view;
    int m_place;
};

class ViewElement final : public QAccessibleWidget {
public:
    explicit ViewElement(TimelineView& view)
        : QAccessibleWidget(&view, QAccessible::List)
        , m_view(view)
    { }
    ~ViewElement() override
    {
        for (const auto& [place, id] : m_rows)
            QAccessible::deleteAccessibleInterface(id);
    }
    ViewElement(const ViewElement&) = delete;
    ViewElement& operator=(const ViewElement&) = delete;

    [[nodiscard]] int childCount() const override { return m_view.camera().rowCount(); }
    [[nodiscard]] QAccessibleInterface* child(int place) const override
    {
        if (!m_view.camera().rowAt(place))
            return nullptr;
        const auto found = m_rows.find(place);
        if (found != m_rows.end())
            return QAccessible::accessibleInterface(found->second);
        auto* row = new RowElement(m_view, place);
        m_rows.emplace(place, QAccessible::registerAccessibleInterface(row));
        return row;
    }
    [[nodiscard]] QAccessibleInterface* childAt(int x, int y) const override
    {
        const QPoint at = m_view.viewport()->mapFromGlobal(QPoint(x, y));
        return child(m_view.places().rowOf(at.y(), m_view.scene()));
    }
    [[nodiscard]] int indexOfChild(const QAccessibleInterface* row) const override
    {
        for (const auto& [place, id] : m_rows) {
            if (QAccessible::accessibleInterface(id) == row)
                return place;
        }
        return -1;
    }
    [[nodiscard]] QAccessibleInterface* focusChild() const override
    {
        return child(m_view.scene().currentRow);
    }

private:
    TimelineView& m_view;
    mutable std::map<int, QAccessible::Id> m_rows;
};

QAccessibleInterface* elementOf(const QString&, QObject* object)
{
    auto* view = qobject_cast<TimelineView*>(object);
    return view ? new ViewElement(*view) : nullptr;
}

void announceRow(TimelineView& view)
{
    const int row = view.scene().currentRow;
    if (!QAccessible::isActive() || row < 0)
        return;
    for (const auto kind : {QAccessible::NameChanged, QAccessible::Focus}) {
        QAccessibleEvent event(&view, kind);
        event.setChild(row);
        QAccessible::updateAccessibility(&event);
    }
}

constexpr double kGrip = 3; ///< pixels beside a short bar that count as the bar

struct Pinch {
    double factor;
    QPointF centre;
};

std::optional<Pinch> pinchOf(QEvent& event, const QWidget& viewport)
{
    if (event.type() == QEvent::NativeGesture) {
        const auto& native = static_cast<QNativeGestureEvent&>(event);
        const bool isZoom = native.gestureType() == Qt::ZoomNativeGesture && native.value() > -1;
        return isZoom ? std::optional(Pinch{1 + native.value(), native.position()}) : std::nullopt;
    }
    if (event.type() != QEvent::Gesture)
        return std::nullopt;
    const auto* pinch
        = static_cast<QPinchGesture*>(static_cast<QGestureEvent&>(event).gesture(Qt::PinchGesture));
    if (!pinch || pinch->scaleFactor() <= 0)
        return std::nullopt;
    return Pinch{pinch->scaleFactor(), viewport.mapFromGlobal(pinch->centerPoint())};
}

QString outagesAt(const TimelineScene& scene, WallTime at)
{
    QStringList lines;
    if (!scene.picture)
        return {};
    for (const history::Outage& outage : scene.picture->outages) {
        if (outage.from <= at && outage.to.value_or(scene.now) >= at)
            lines << outageText(outage, scene.zone);
    }
    return lines.join(u'\n');
}

QString nameAt(const TimelineCamera& camera, int place)
{
    const history::ResourceRow* row = camera.rowAt(place);
    return row ? safeText(row->resource) : QString();
}

void drawFocus(QPainter& painter, const QWidget& viewport)
{
    painter.setPen(viewport.palette().color(QPalette::Link));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(viewport.rect().adjusted(0, 0, -1, -1));
}

} // namespace

TimelineView::TimelineView(const Clock& clock, QWidget* parent)
    : QAbstractScrollArea(parent)
    , m_camera(clock)
{
    QAccessible::installFactory(elementOf); // once: Qt skips a known one
    setObjectName(u"timelineView"_s);
    setAccessibleName(tr("Timeline"));
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->grabGesture(Qt::PinchGesture);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
}

const TimelinePlaces& TimelineView::places() const
{
    return m_layout.of(viewport()->rect(), font());
}

TimelineQuestion TimelineView::question() const
{
    return m_camera.question(places().seen(scene()));
}

void TimelineView::setPicture(const TimelinePicturePtr& picture)
{
    const int before = scene().currentRow;
    m_camera.setPicture(picture);
    updateScrollBar();
    viewport()->update();
    if (scene().currentRow != before)
        Q_EMIT currentRowChanged();
    if (picture && !m_camera.isRead(places().seen(scene())))
        Q_EMIT pictureWanted();
}

void TimelineView::tick()
{
    if (m_camera.tick())
        show();
}

void TimelineView::followNow()
{
    m_camera.followNow();
    show();
}

void TimelineView::showAll()
{
    m_camera.showAll();
    show();
}

void TimelineView::goTo(WallTime time, std::optional<WallTime::duration> span)
{
    m_camera.goTo(time, span);
    show();
}

void TimelineView::zoom(double factor)
{
    m_camera.zoom(factor);
    show();
}

void TimelineView::show()
{
    viewport()->update();
    Q_EMIT moved();
    if (!m_camera.isRead(places().seen(scene())))
        Q_EMIT pictureWanted();
}

void TimelineView::setBrush(const std::optional<history::Window>& brush)
{
    m_camera.setBrush(brush);
    viewport()->update();
    Q_EMIT brushChanged();
}

void TimelineView::setCurrentRow(int row)
{
    if (!m_camera.setCurrentRow(row))
        return;
    if (scene().currentRow >= 0) {
        const TimelinePlaces& now = places();
        const QRect place = now.rowAt(scene().currentRow, scene());
        QScrollBar& bar = *verticalScrollBar();
        if (place.top() < now.plot.top())
            bar.setValue(bar.value() + place.top() - now.plot.top());
        else if (place.bottom() > now.plot.bottom())
            bar.setValue(bar.value() + place.bottom() - now.plot.bottom());
    }
    viewport()->update();
    announceRow(*this);
    Q_EMIT currentRowChanged();
}

void TimelineView::setSelected(const TimelineAnswer& answer)
{
    m_camera.setSelected(answer);
    if (answer.purpose == TimelineAnswer::Purpose::Select)
        announceRow(*this);
    show();
}

void TimelineView::drawInto(QPainter& painter, const QRect& area) const
{
    TimelineScene copy = scene();
    const TimelinePlaces where = TimelinePlaces::of(area, font());
    copy.scale.setWidth(where.plot.width());
    TimelinePainter(painter, copy, where, palette(), font()).paint();
    drawLegend(painter, where.legend, font(), palette());
}

void TimelineView::paintEvent(QPaintEvent*)
{
    QPainter painter(viewport());
    TimelinePainter(painter, scene(), places(), palette(), font()).paint();
    m_legend.paint(painter, places().legend, font(), palette());
    if (hasFocus())
        drawFocus(painter, *viewport());
}

void TimelineView::updateScrollBar()
{
    const TimelinePlaces& now = places();
    verticalScrollBar()->setPageStep(now.plot.height());
    verticalScrollBar()->setSingleStep(now.rowHeight);
    verticalScrollBar()->setRange(
        0, std::max(0, m_camera.rowCount() * now.rowHeight - now.plot.height()));
    m_camera.setScrolled(verticalScrollBar()->value());
}

void TimelineView::resizeEvent(QResizeEvent*)
{
    m_camera.setWidth(places().plot.width());
    updateScrollBar();
    show();
}

void TimelineView::changeEvent(QEvent* event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        updateScrollBar();
}

void TimelineView::scrollContentsBy(int, int)
{
    m_camera.setScrolled(verticalScrollBar()->value());
    show();
}

int TimelineView::placeAt(const QPointF& position) const
{
    return places().rowOf(static_cast<int>(position.y()), scene());
}

void TimelineView::showToolTip(const QHelpEvent& help)
{
    const int place = placeAt(help.pos());
    const double x = plotX(help.pos().x());
    const history::Span* span = x < 0 ? nullptr : m_camera.spanAt(place, x, kGrip);
    const history::WaitSpan* wait = x < 0 ? nullptr : m_camera.waitAt(place, x, kGrip);
    const QRect row = places().rowAt(place, scene());
    const bool isLow = help.pos().y() > row.bottom() - row.height() / 3;
    if (wait && (isLow || !span))
        return QToolTip::showText(
            help.globalPos(), toolTipText(waitText(*wait, scene().zone)), viewport());
    if (span && span->owner)
        return Q_EMIT ownerWanted(
            m_camera.rowAt(place)->id, span->owner->from, TimelineAnswer::Purpose::Tell);
    const bool isInTime = places().plot.united(places().lane).contains(help.pos());
    const QString text = x < 0 ? nameAt(m_camera, place)
        : span                 ? mergedText(*span, scene().zone)
        : isInTime             ? outagesAt(scene(), scene().scale.timeAt(x))
                               : QString();
    QToolTip::showText(
        help.globalPos(), text.isEmpty() ? QString() : toolTipText(text), viewport());
}

bool TimelineView::event(QEvent* event)
{
    // Escape clears the selection first.
    if (event->type() == QEvent::ShortcutOverride
        && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape)
        event->accept();
    return QAbstractScrollArea::event(event);
}

bool TimelineView::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        showToolTip(static_cast<const QHelpEvent&>(*event));
        return true;
    }
    if (const auto pinch = pinchOf(*event, *viewport())) {
        m_camera.zoomAt(1 / pinch->factor, plotX(pinch->centre.x()));
        show();
        return true;
    }
    return QAbstractScrollArea::viewportEvent(event);
}

namespace {

constexpr double kKeyZoom = 1.5;
constexpr double kWheelZoom = 1.25;
constexpr double kKeyPan = 0.1; ///< of the shown span
constexpr double kKeyBrush = 0.05;
constexpr double kNotch = 120;

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
