// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/timeline/bar_shapes.h"

#include "ui/models/timeline/timeline_words.h"

#include <QCoreApplication>
#include <QFontMetrics>
#include <QPainter>
#include <QPainterPath>
#include <array>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {
namespace {

using history::End;

constexpr double kNarrow = 4; ///< pixels; narrower bars have no room for a shape
constexpr double kEndDepth = 6;

struct Legend {
    Q_DECLARE_TR_FUNCTIONS(Legend)
};

/// The right end from its top to its bottom.
void addEnd(QPainterPath& path, const QRectF& bar, const std::optional<End>& end)
{
    const double depth = std::min(kEndDepth, bar.width() / 2);
    const double inner = bar.right() - depth;
    const double middle = bar.center().y();
    if (end == End::Expired) {
        path.lineTo(inner, bar.top());
    } else if (end == End::TakenOver) {
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

} // namespace

Tone toneOf(const std::optional<End>& end)
{
    if (!end)
        return Tone::Good;
    switch (*end) {
    case End::Released:
        return Tone::Good;
    case End::Expired:
    case End::TakenOver:
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
    QPainterPath outline(bar.topLeft());
    addEnd(outline, bar, ownership.end);
    outline.lineTo(bar.bottomLeft());
    outline.closeSubpath();
    QColor fill = colour;
    fill.setAlpha(ownership.end ? 58 : 104);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillPath(outline, fill);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(colour, 1.2));
    const bool isEndVague = !ownership.end || ownership.end == End::Unknown;
    if (isEndVague || !ownership.isStartSeen) {
        painter.drawLine(
            bar.topLeft(), isEndVague ? bar.topRight() : QPointF(bar.right() - 2, bar.top()));
        painter.drawLine(bar.bottomLeft(), bar.bottomRight());
        const QPen dashed(colour, 1.4, Qt::CustomDashLine);
        QPen dots = dashed;
        dots.setDashPattern({2, 2});
        if (!isEndVague) {
            QPainterPath right(QPointF(bar.right() - kEndDepth, bar.top()));
            addEnd(right, bar, ownership.end);
            painter.drawPath(right);
        }
        painter.setPen(ownership.isStartSeen ? QPen(colour, 1.2) : dots);
        painter.drawLine(bar.topLeft(), bar.bottomLeft());
        painter.setPen(dots);
        if (ownership.end == End::Unknown)
            painter.drawLine(bar.topRight(), bar.bottomRight());
    } else {
        painter.drawPath(outline);
    }
    if (!ownership.end)
        drawArrow(painter, bar, colour);
    if (ownership.isHandOver && bar.width() >= 2 * kEndDepth) {
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

int drawLegend(QPainter* painter, const QRect& place, const QFont& font, const QPalette& palette)
{
    const QFontMetrics metrics(font);
    constexpr int kSample = 26;
    constexpr int kGap = 6;
    constexpr int kBetween = 16;
    const int line = metrics.height() + 6;
    int x = place.left();
    int y = place.top();
    const auto place1 = [&](const QString& word, auto draw) {
        const int width = kSample + kGap + metrics.horizontalAdvance(word);
        if (x > place.left() && x + width > place.right()) {
            x = place.left();
            y += line;
        }
        if (painter) {
            const QRectF sample(x + 0.5, y + 4.5, kSample - 6, line - 9);
            draw(*painter, sample);
            painter->setFont(font);
            painter->setPen(palette.color(QPalette::PlaceholderText));
            painter->drawText(
                QRect(x + kSample + kGap, y, width, line), Qt::AlignVCenter | Qt::AlignLeft, word);
        }
        x += width + kBetween;
    };
    const std::array<std::optional<End>, 7> ends{std::nullopt, End::Released, End::Expired,
        End::TakenOver, End::Revoked, End::Lost, End::Unknown};
    for (const auto& end : ends)
        place1(endingText(end), [&](QPainter& on, const QRectF& sample) {
            drawBar(on, sample, {.end = end}, palette);
        });
    place1(Legend::tr("start not seen"), [&](QPainter& on, const QRectF& sample) {
        drawBar(on, sample, {.end = End::Released, .isStartSeen = false}, palette);
    });
    place1(Legend::tr("handed over"), [&](QPainter& on, const QRectF& sample) {
        drawBar(on, sample, {.end = End::Released, .isHandOver = true}, palette);
    });
    place1(Legend::tr("many owners: height is the share of time held"),
        [&](QPainter& on, const QRectF& sample) {
            drawMerged(on, sample.adjusted(0, 0, -sample.width() / 2, 0), 0.3, palette);
            drawMerged(on, sample.adjusted(sample.width() / 2, 0, 0, 0), 0.7, palette);
        });
    return y + line - place.top();
}

} // namespace lockkeeper::ui
