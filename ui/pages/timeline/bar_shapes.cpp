// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/timeline/bar_shapes.h"

#include <QPainter>
#include <QPainterPath>

namespace lockkeeper::ui {
namespace {

using history::End;

constexpr double kNarrow = 4; ///< pixels; too narrow for a shape
constexpr double kShaped = 10;
constexpr double kEndDepth = 6;
constexpr int kFaint = 58;
constexpr int kStrong = 104;

void addEnd(QPainterPath& path, const QRectF& bar, const std::optional<End>& end)
{
    const double depth = std::min(kEndDepth, bar.width() / 2);
    const double inner = bar.right() - depth;
    const double middle = bar.center().y();
    if (end == End::Expired) {
        path.lineTo(inner, bar.top());
    } else if (end == End::NextHolder) {
        path.lineTo(inner, bar.top());
        path.lineTo(bar.right(), middle);
        path.lineTo(inner, bar.bottom());
        return;
    } else if (end == End::Revoked) {
        path.lineTo(bar.right(), bar.top());
        path.lineTo(inner, middle);
    } else if (end == End::Lost) {
        constexpr int kTeeth = 4;
        for (int tooth = 0; tooth < kTeeth; ++tooth)
            path.lineTo(
                tooth % 2 == 0 ? bar.right() : inner, bar.top() + bar.height() * tooth / kTeeth);
    } else {
        path.lineTo(bar.right(), bar.top());
    }
    path.lineTo(bar.right(), bar.bottom());
}

void drawArrow(QPainter& painter, const QRectF& bar, const QColor& colour)
{
    const double left = bar.right() + 2;
    const double reach = bar.height() / 4;
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawPolygon(QPolygonF({QPointF(left, bar.center().y() - reach),
        QPointF(left + reach * 1.4, bar.center().y()), QPointF(left, bar.center().y() + reach)}));
}

/// Unsmoothed: a tenth of the time.
void drawPlainBar(QPainter& painter, const QRectF& bar, const QColor& colour, const QColor& fill)
{
    const QRect box(static_cast<int>(bar.left()), static_cast<int>(bar.top()),
        std::max(1, static_cast<int>(bar.right()) - static_cast<int>(bar.left())),
        static_cast<int>(bar.height()));
    painter.fillRect(box, fill);
    painter.fillRect(QRect(box.left(), box.top(), box.width(), 1), colour);
    painter.fillRect(QRect(box.left(), box.bottom(), box.width(), 1), colour);
    painter.fillRect(QRect(box.left(), box.top(), 1, box.height()), colour);
    painter.fillRect(QRect(box.right(), box.top(), 1, box.height()), colour);
}

void drawVagueBar(
    QPainter& painter, const QRectF& bar, const history::Ownership& ownership, const QColor& colour)
{
    const bool isEndVague = !ownership.end || ownership.end == End::Unknown;
    const QPen whole(colour, 1.2);
    QPen dashed(colour, 1.4);
    dashed.setDashPattern({2, 2});
    painter.setPen(whole);
    const double right = isEndVague ? bar.right() : bar.right() - kEndDepth;
    painter.drawLine(bar.topLeft(), QPointF(right, bar.top()));
    painter.drawLine(bar.bottomLeft(), bar.bottomRight());
    if (!isEndVague) {
        QPainterPath end(QPointF(right, bar.top()));
        addEnd(end, bar, ownership.end);
        painter.drawPath(end);
    }
    painter.setPen(ownership.isStartSeen ? whole : dashed);
    painter.drawLine(bar.topLeft(), bar.bottomLeft());
    painter.setPen(dashed);
    if (ownership.end == End::Unknown)
        painter.drawLine(bar.topRight(), bar.bottomRight());
}

} // namespace

Tone toneOf(const std::optional<End>& end)
{
    if (!end)
        return Tone::Good;
    switch (*end) {
    case End::Released:
    case End::NextHolder:
        return Tone::Good;
    case End::Expired:
        return Tone::Notice;
    case End::Revoked:
    case End::Lost:
        return Tone::Bad;
    case End::Unknown:
        break;
    }
    return Tone::Unknown;
}

void drawBar(QPainter& painter, const QRectF& bar, const history::Ownership& ownership,
    const QPalette& palette)
{
    const QColor colour = toneColour(toneOf(ownership.end), palette);
    if (bar.width() < kNarrow && ownership.end) {
        painter.fillRect(
            QRectF(bar.left(), bar.top(), std::max(bar.width(), 1.0), bar.height()), colour);
        return;
    }
    QColor fill = colour;
    fill.setAlpha(ownership.end ? kFaint : kStrong);
    const bool isPlain = ownership.end == End::Released && ownership.isStartSeen;
    if (isPlain || (bar.width() < kShaped && ownership.end)) {
        drawPlainBar(painter, bar, colour, fill);
    } else {
        QPainterPath outline(bar.topLeft());
        addEnd(outline, bar, ownership.end);
        outline.lineTo(bar.bottomLeft());
        outline.closeSubpath();
        painter.setRenderHint(QPainter::Antialiasing);
        painter.fillPath(outline, fill);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(colour, 1.2));
        if (!ownership.end || ownership.end == End::Unknown || !ownership.isStartSeen)
            drawVagueBar(painter, bar, ownership, colour);
        else
            painter.drawPath(outline);
        if (!ownership.end)
            drawArrow(painter, bar, colour);
    }
    if (ownership.isHandOver && bar.width() >= 2 * kEndDepth) {
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(colour);
        painter.drawPolygon(QPolygonF({bar.topLeft(), bar.topLeft() + QPointF(kEndDepth, 0),
            bar.topLeft() + QPointF(0, kEndDepth)}));
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
}

void drawMerged(QPainter& painter, const QRectF& bar, double share, const QPalette& palette)
{
    const QColor colour = toneColour(Tone::Muted, palette);
    QColor faint = colour;
    faint.setAlpha(56);
    painter.fillRect(bar, faint);
    const double height = std::max(2.0, bar.height() * std::clamp(share, 0.0, 1.0));
    QColor strong = colour;
    strong.setAlpha(190);
    painter.fillRect(QRectF(bar.left(), bar.bottom() - height, bar.width(), height), strong);
}

void drawLostLease(QPainter& painter, const QRectF& bar, const QPalette& palette)
{
    const QColor colour = toneColour(Tone::Bad, palette);
    const QRectF seen(bar.left(), bar.top(), std::max(bar.width(), 1.0), bar.height() / 2);
    painter.fillRect(seen, QBrush(colour, Qt::BDiagPattern));
    painter.fillRect(QRectF(seen.left(), seen.top(), seen.width(), 1), colour);
    painter.fillRect(QRectF(seen.right() - 1, seen.top(), 1, seen.height()), colour);
}

void drawWait(QPainter& painter, const QRectF& bar, const QPalette& palette)
{
    const QColor colour = toneColour(Tone::Notice, palette);
    const QRectF seen(bar.left(), bar.top(), std::max(bar.width(), 1.0), bar.height());
    painter.fillRect(seen, palette.color(QPalette::Base));
    painter.fillRect(seen, QBrush(colour, Qt::FDiagPattern));
    painter.fillRect(QRectF(seen.left(), seen.bottom() - 1, seen.width(), 1), colour);
}

} // namespace lockkeeper::ui
