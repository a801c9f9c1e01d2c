// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/shapes.h"

#include <QPainter>
#include <QPolygonF>

namespace lockkeeper::ui {
namespace {

constexpr int kFullCircle = 360 * 16; // in sixteenths of a degree

void setOutline(QPainter& painter, const QRectF& square, const QColor& colour)
{
    QPen pen(colour, std::max(1.0, square.width() / 8));
    pen.setCapStyle(Qt::RoundCap);
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
}

void setFilled(QPainter& painter, const QColor& colour)
{
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
}

QRectF inner(const QRectF& square)
{
    const double margin = square.width() / 8;
    return square.adjusted(margin, margin, -margin, -margin);
}

void drawDisc(QPainter& painter, const QRectF& square, const QColor& colour)
{
    setFilled(painter, colour);
    painter.drawEllipse(inner(square));
}

void drawRing(QPainter& painter, const QRectF& square, const QColor& colour)
{
    setOutline(painter, square, colour);
    painter.drawEllipse(inner(square));
}

void drawHalfDisc(QPainter& painter, const QRectF& square, const QColor& colour)
{
    drawRing(painter, square, colour);
    setFilled(painter, colour);
    painter.drawChord(inner(square), 270 * 16, 180 * 16);
}

void drawSplitDisc(QPainter& painter, const QRectF& square, const QColor& colour)
{
    const double gap = square.width() / 8;
    setFilled(painter, colour);
    painter.drawChord(inner(square).translated(-gap, 0), 90 * 16, 180 * 16);
    painter.drawChord(inner(square).translated(gap, 0), 270 * 16, 180 * 16);
}

void drawTriangle(QPainter& painter, const QRectF& square, const QColor& colour)
{
    const QRectF box = inner(square);
    setFilled(painter, colour);
    painter.drawPolygon(
        QPolygonF{{box.center().x(), box.top()}, box.bottomRight(), box.bottomLeft()});
}

void drawCircle(QPainter& painter, const QRectF& square, const QColor& colour)
{
    const QRectF box = inner(square);
    setOutline(painter, square, colour);
    painter.drawArc(box, 20 * 16, 140 * 16);
    painter.drawArc(box, 200 * 16, 140 * 16);
    setFilled(painter, colour);
    const double head = square.width() / 4;
    const double middle = box.center().y();
    painter.drawPolygon(QPolygonF{{box.left() - head / 2, middle - head},
        {box.left() + head, middle - head}, {box.left() + head / 4, middle + head / 2}});
    painter.drawPolygon(QPolygonF{{box.right() + head / 2, middle + head},
        {box.right() - head, middle + head}, {box.right() - head / 4, middle - head / 2}});
}

void drawDiamond(QPainter& painter, const QRectF& square, const QColor& colour)
{
    const QPointF centre = square.center();
    setFilled(painter, colour);
    painter.drawPolygon(QPolygonF{{centre.x(), square.top()}, {square.right(), centre.y()},
        {centre.x(), square.bottom()}, {square.left(), centre.y()}});
}

void drawBrokenRing(QPainter& painter, const QRectF& square, const QColor& colour)
{
    setOutline(painter, square, colour);
    for (int start = 0; start < kFullCircle; start += kFullCircle / 4)
        painter.drawArc(inner(square), start + kFullCircle / 32, kFullCircle / 8);
}

void drawQuestionMark(QPainter& painter, const QRectF& square, const QColor& colour)
{
    drawBrokenRing(painter, square, colour);
    painter.save();
    QFont font = painter.font();
    font.setBold(true);
    font.setPixelSize(std::max(6, static_cast<int>(square.height() * 0.6)));
    painter.setFont(font);
    painter.drawText(square, Qt::AlignCenter, QStringLiteral("?"));
    painter.restore();
}

void drawCross(QPainter& painter, const QRectF& square, const QColor& colour)
{
    const QRectF box = inner(inner(square));
    setOutline(painter, square, colour);
    painter.drawLine(box.topLeft(), box.bottomRight());
    painter.drawLine(box.topRight(), box.bottomLeft());
}

} // namespace

Tone toneOf(VoteMark mark)
{
    switch (mark) {
    case VoteMark::Held:
        return Tone::Good;
    case VoteMark::HeldOther:
        return Tone::Notice;
    case VoteMark::Free:
        return Tone::Muted;
    case VoteMark::NoAnswer:
        return Tone::Unknown;
    case VoteMark::Error:
        return Tone::Bad;
    }
    return Tone::Unknown;
}

void drawShape(QPainter& painter, const QRectF& square, LockShape shape, const QColor& colour)
{
    switch (shape) {
    case LockShape::Held:
        return drawDisc(painter, square, colour);
    case LockShape::Stale:
        return drawTriangle(painter, square, colour);
    case LockShape::Deadlock:
        return drawCircle(painter, square, colour);
    case LockShape::Minority:
        return drawHalfDisc(painter, square, colour);
    case LockShape::Split:
        return drawSplitDisc(painter, square, colour);
    case LockShape::Unknown:
        return drawQuestionMark(painter, square, colour);
    case LockShape::Free:
        return drawRing(painter, square, colour);
    }
}

void drawMark(QPainter& painter, const QRectF& square, VoteMark mark, const QColor& colour)
{
    switch (mark) {
    case VoteMark::Held:
        return drawDisc(painter, square, colour);
    case VoteMark::HeldOther:
        return drawDiamond(painter, square, colour);
    case VoteMark::Free:
        return drawRing(painter, square, colour);
    case VoteMark::NoAnswer:
        return drawBrokenRing(painter, square, colour);
    case VoteMark::Error:
        return drawCross(painter, square, colour);
    }
}

} // namespace lockkeeper::ui
