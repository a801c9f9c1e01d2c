// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/grouped_table_view.h"

#include "ui/look/palette.h"
#include "ui/models/base/roles.h"

#include <QHeaderView>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QStyleOptionButton>
#include <optional>

namespace lockkeeper::ui {
namespace {

constexpr int kBandMargin = 8;

std::optional<GroupHeader> headerAt(const QModelIndex& index)
{
    const QVariant value = index.data(GroupRole);
    return value.isValid() ? std::optional(value.value<GroupHeader>()) : std::nullopt;
}

void drawSign(QPainter& painter, const QRectF& box, bool isCollapsed, Qt::LayoutDirection direction)
{
    const double side = box.height();
    QPainterPath path;
    if (isCollapsed) {
        const bool isLeft = direction == Qt::RightToLeft;
        path.moveTo(isLeft ? box.right() : box.left() + side * 0.2, box.top());
        path.lineTo(isLeft ? box.left() : box.right(), box.center().y());
        path.lineTo(isLeft ? box.right() : box.left() + side * 0.2, box.bottom());
    } else {
        path.moveTo(box.left(), box.top() + side * 0.2);
        path.lineTo(box.right(), box.top() + side * 0.2);
        path.lineTo(box.center().x(), box.bottom());
    }
    path.closeSubpath();
    painter.fillPath(path, painter.pen().color());
}

/// Takes its width from `room`.
void drawPart(QPainter& painter, QRect& room, const QString& text, Qt::LayoutDirection direction)
{
    const QFontMetrics metrics = painter.fontMetrics();
    const QString elided = metrics.elidedText(text, Qt::ElideMiddle, room.width());
    const auto alignment = QStyle::visualAlignment(direction, Qt::AlignLeft) | Qt::AlignVCenter;
    painter.drawText(room, static_cast<int>(alignment) | Qt::TextSingleLine, elided);
    const int used = metrics.horizontalAdvance(elided) + kBandMargin;
    if (direction == Qt::RightToLeft)
        room.setRight(room.right() - used);
    else
        room.setLeft(room.left() + used);
}

} // namespace

bool GroupedTableView::widen(int column)
{
    int row = 0;
    while (row < model()->rowCount() && headerAt(model()->index(row, column)))
        ++row;
    if (row == model()->rowCount())
        return false;
    const int needed = sizeHintForIndex(model()->index(row, column)).width();
    widenColumn(column, needed);
    return true;
}

void GroupedTableView::paintEvent(QPaintEvent* event)
{
    TableView::paintEvent(event);
    if (!model() || model()->rowCount() == 0)
        return;
    QPainter painter(viewport());
    painter.setRenderHint(QPainter::Antialiasing);
    const QRect dirty = event->rect();
    for (int row = rowAt(dirty.top()); row >= 0 && row < model()->rowCount(); ++row) {
        const QRect band(0, rowViewportPosition(row), viewport()->width(), rowHeight(row));
        if (band.top() > dirty.bottom())
            return;
        paintBand(painter, row, band);
    }
}

void GroupedTableView::paintBand(QPainter& painter, int row, const QRect& band) const
{
    const auto header = headerAt(model()->index(row, 0));
    if (!header)
        return;
    painter.fillRect(band, palette().window());
    painter.fillRect(QRect(band.left(), band.bottom(), band.width(), 1), palette().mid());
    const auto direction = layoutDirection();
    const int side = fontMetrics().ascent() - 3;
    const int second = header->detail.isEmpty() ? 0 : fontMetrics().height();
    QRect room = band.adjusted(kBandMargin, 0, -kBandMargin, -second);
    const QRect sign = QStyle::visualRect(
        direction, band, QRect(room.left(), room.center().y() - side / 2, side, side));
    painter.setPen(palette().color(QPalette::WindowText));
    if (header->tick)
        drawTick(painter, sign, *header->tick);
    else if (!header->isFixed)
        drawSign(painter, sign, header->isCollapsed, direction);
    const int used = side + kBandMargin;
    room.adjust(
        direction == Qt::RightToLeft ? 0 : used, 0, direction == Qt::RightToLeft ? -used : 0, 0);
    QRect below(room.left(), room.bottom() - kBandMargin / 2, room.width(), second);
    QFont bold = font();
    bold.setBold(true);
    painter.setFont(bold);
    // Never cut the counts.
    const int countsWidth = fontMetrics().horizontalAdvance(header->counts) + kBandMargin;
    QRect name = room;
    name.setWidth(std::max(0, room.width() - countsWidth));
    if (direction == Qt::RightToLeft)
        name.moveRight(room.right());
    const int before = name.width();
    drawPart(painter, name, header->name, direction);
    const int taken = before - name.width();
    room.adjust(
        direction == Qt::RightToLeft ? 0 : taken, 0, direction == Qt::RightToLeft ? -taken : 0, 0);
    painter.setFont(font());
    painter.setPen(toneColour(header->isStale ? Tone::Notice : Tone::Muted, palette()));
    drawPart(painter, room, header->counts, direction);
    painter.setPen(palette().color(QPalette::WindowText));
    drawPart(painter, below, header->detail, direction);
    if (row == currentIndex().row() && hasFocus()) {
        painter.setPen(palette().color(QPalette::Link));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(QRectF(band).adjusted(0.5, 0.5, -0.5, -0.5));
    }
}

void GroupedTableView::drawTick(QPainter& painter, const QRect& place, Qt::CheckState tick) const
{
    QStyleOptionButton box;
    box.initFrom(this);
    const QSize size(style()->pixelMetric(QStyle::PM_IndicatorWidth, &box, this),
        style()->pixelMetric(QStyle::PM_IndicatorHeight, &box, this));
    box.rect = QRect(QPoint(), size);
    box.rect.moveCenter(place.center());
    box.state |= tick == Qt::Checked ? QStyle::State_On
        : tick == Qt::Unchecked      ? QStyle::State_Off
                                     : QStyle::State_NoChange;
    style()->drawPrimitive(QStyle::PE_IndicatorItemViewItemCheck, &box, &painter, this);
}

void GroupedTableView::toggle(const QModelIndex& header)
{
    if (const auto tick = headerAt(header)->tick)
        model()->setData(header.siblingAtColumn(0),
            *tick == Qt::Checked ? Qt::Unchecked : Qt::Checked, Qt::CheckStateRole);
    else
        Q_EMIT collapseRequested(header, !headerAt(header)->isCollapsed);
}

bool GroupedTableView::isOwnClick(const QMouseEvent& event) const
{
    return event.button() == Qt::LeftButton && headerAt(indexAt(event.position().toPoint()));
}

void GroupedTableView::mousePressEvent(QMouseEvent* event)
{
    if (isOwnClick(*event))
        toggle(indexAt(event->position().toPoint()));
    else
        TableView::mousePressEvent(event);
}

void GroupedTableView::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (isOwnClick(*event))
        toggle(indexAt(event->position().toPoint()));
    else
        TableView::mouseDoubleClickEvent(event);
}

void GroupedTableView::keyPressEvent(QKeyEvent* event)
{
    const bool isPlain = (event->modifiers() & ~Qt::KeypadModifier) == Qt::NoModifier;
    const bool isDone = isPlain
        && (headerAt(currentIndex()) ? pressAtHeader(event->key())
                                     : event->key() == Qt::Key_Left && goToHeader());
    if (!isDone)
        TableView::keyPressEvent(event);
}

bool GroupedTableView::pressAtHeader(int key)
{
    const QModelIndex header = currentIndex();
    switch (key) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
        toggle(header);
        return true;
    case Qt::Key_Space:
        if (headerAt(header)->tick)
            toggle(header);
        return headerAt(header)->tick.has_value();
    case Qt::Key_Left:
    case Qt::Key_Right:
        Q_EMIT collapseRequested(header, (key == Qt::Key_Left) == isLeftToRight());
        return true;
    default:
        return false;
    }
}

bool GroupedTableView::goToHeader()
{
    const QModelIndex current = currentIndex();
    if (!current.isValid() || horizontalHeader()->visualIndex(current.column()) > 0)
        return false;
    for (int row = current.row() - 1; row >= 0; --row) {
        const QModelIndex above = current.siblingAtRow(row);
        if (!headerAt(above))
            continue;
        setCurrentIndex(above);
        return true;
    }
    return false;
}

} // namespace lockkeeper::ui
