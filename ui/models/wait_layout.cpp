// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/wait_layout.h"

#include "ui/models/words/text_parts.h"
#include "ui/models/words/words_context.h"

#include <QTransform>
#include <algorithm>
#include <array>
#include <cmath>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {
namespace {

constexpr double kBetween = 12.5; ///< between two columns, in lines of text
constexpr double kWidest = 18; ///< of a label, likewise
constexpr double kHead = 10; ///< length of an arrow's head
constexpr double kClear = 3; ///< pixels around a label
constexpr int kSamples = 64; ///< points of a line that are tested for crossings

/// Sizes from the font.
struct WaitGrid {
    explicit WaitGrid(const QFontMetricsF& font)
        : line(font.height())
        , box(0, 3 * line + 2 * WaitLayout::kPadding)
        , step(0, box.height() + 1.25 * line)
    {
        step.setWidth(step.height() * WaitPicture::kColumnRows);
        box.setWidth(step.width() - kBetween * line);
    }
    double line;
    QSizeF box;
    QSizeF step; ///< from one column or row to the next
};

/// Between the edges of two boxes.
QPainterPath curveBetween(const QRectF& from, const QRectF& to, double bend)
{
    const QPointF a = from.center();
    const QPointF b = to.center();
    const QPointF along = b - a;
    const double length = std::max(1.0, std::hypot(along.x(), along.y()));
    // Bends left: outwards on a clockwise ring.
    const QPointF middle = (a + b) / 2 + QPointF(along.y(), -along.x()) * (bend / length);
    const auto blend = [&](double s, double t) {
        return a * ((1 - s) * (1 - t)) + middle * (s * (1 - t) + t * (1 - s)) + b * (s * t);
    };
    double first = 0;
    double last = 1;
    while (first < 0.5 && from.contains(blend(first, first)))
        first += 1.0 / 256;
    while (last > 0.5 && to.contains(blend(last, last)))
        last -= 1.0 / 256;
    QPainterPath line(blend(first, first));
    line.quadTo(blend(first, last), blend(last, last));
    return line;
}

/// To a box on `side` (-1: left).
QPainterPath lineAcross(const QRectF& from, const QRectF& to, double side)
{
    const QPointF start(side < 0 ? from.left() : from.right(), from.center().y());
    const QPointF end(side < 0 ? to.right() : to.left(), to.center().y());
    const QPointF bend((end.x() - start.x()) / 2, 0);
    QPainterPath line(start);
    line.cubicTo(start + bend, end - bend, end);
    return line;
}

QPainterPath loopBelow(const QRectF& box)
{
    const QPointF start(box.center().x() - box.width() / 4, box.bottom());
    const QPointF end(box.center().x() + box.width() / 4, box.bottom());
    const QPointF below(0, box.height() * 0.9);
    QPainterPath line(start);
    line.cubicTo(start + below, end + below, end);
    return line;
}

QPainterPath lineOf(const WaitPicture& picture, std::size_t index, const WaitLayout& layout)
{
    const WaitPicture::Edge& edge = picture.edges[index];
    const QRectF& from = layout.boxes[edge.from];
    const QRectF& to = layout.boxes[edge.to];
    if (edge.from == edge.to)
        return loopBelow(from);
    if (!edge.isInCircle && from.left() > to.right())
        return lineAcross(from, to, -1);
    if (!edge.isInCircle && from.right() < to.left())
        return lineAcross(from, to, 1);
    const bool isPair = std::ranges::any_of(picture.edges, [&](const WaitPicture::Edge& other) {
        return other.from == edge.to && other.to == edge.from;
    });
    const QPointF along = to.center() - from.center();
    return curveBetween(
        from, to, isPair ? 1.8 * from.height() : 0.1 * std::hypot(along.x(), along.y()));
}

QPainterPath headOf(const QPainterPath& line)
{
    QPainterPath head;
    head.lineTo(-kHead, kHead * 0.43);
    head.lineTo(-kHead, -kHead * 0.43);
    head.closeSubpath();
    const QPointF tip = line.pointAtPercent(1);
    return QTransform().translate(tip.x(), tip.y()).rotate(-line.angleAtPercent(0.99)).map(head);
}

class LabelPlacer {
public:
    explicit LabelPlacer(const WaitLayout& layout)
        : m_layout(layout)
    {
        for (const WaitLayout::Arrow& arrow : layout.arrows) {
            auto& samples = m_lines.emplace_back();
            for (int i = 0; i <= kSamples; ++i)
                samples.push_back(arrow.line.pointAtPercent(static_cast<double>(i) / kSamples));
        }
    }

    /// Null: no room on the arrow.
    [[nodiscard]] QRectF placeFor(std::size_t arrow, const QSizeF& size) const
    {
        for (const int sample : {32, 28, 36, 24, 40, 20, 44, 16, 48}) {
            QRectF place({}, size);
            place.moveCenter(m_lines[arrow][static_cast<std::size_t>(sample)]);
            if (isFree(place.adjusted(-kClear, -kClear, kClear, kClear), arrow))
                return place;
        }
        return {};
    }

private:
    [[nodiscard]] bool isFree(const QRectF& place, std::size_t own) const
    {
        const auto touches = [&place](const QRectF& other) { return place.intersects(other); };
        if (std::ranges::any_of(m_layout.boxes, touches))
            return false;
        for (std::size_t i = 0; i < m_lines.size(); ++i) {
            const WaitLayout::Arrow& arrow = m_layout.arrows[i];
            if (touches(arrow.label) || touches(arrow.head.boundingRect()))
                return false;
            const auto isInside = [&place](const QPointF& point) { return place.contains(point); };
            if (i != own && std::ranges::any_of(m_lines[i], isInside))
                return false;
        }
        return true;
    }

    const WaitLayout& m_layout;
    std::vector<std::vector<QPointF>> m_lines;
};

} // namespace

QStringList labelLines(const WaitPicture::Waiting& waiting)
{
    return {waiting.who,
        waiting.others == 0
            ? waiting.time
            : partsText({waiting.time, Words::tr("+%L1", "more wait").arg(waiting.others)})};
}

WaitLayout layOut(const WaitPicture& picture, const QFontMetricsF& font)
{
    const WaitGrid grid(font);
    WaitLayout layout;
    for (const WaitPicture::Node& node : picture.nodes)
        layout.boxes.emplace_back(
            QPointF(node.column * grid.step.width(), node.row * grid.step.height()), grid.box);
    for (std::size_t i = 0; i < picture.edges.size(); ++i) {
        const QPainterPath line = lineOf(picture, i, layout);
        layout.arrows.push_back({line, headOf(line), {}});
    }
    const LabelPlacer placer(layout);
    const double narrow = (kBetween - 2) * grid.line;
    for (std::size_t i = 0; i < picture.edges.size(); ++i) {
        // Reserve room for a longer time.
        double wide = font.horizontalAdvance(u"00 m 00 s, +00"_s);
        for (const QString& line : labelLines(picture.waiting[i]))
            wide = std::max(wide, font.horizontalAdvance(line));
        wide = std::min(std::ceil(wide) + 8, kWidest * grid.line);
        for (const double width : {wide, std::min(wide, narrow)}) {
            if (layout.arrows[i].label.isNull())
                layout.arrows[i].label = placer.placeFor(i, {width, 2 * grid.line});
        }
    }
    return layout;
}

} // namespace lockkeeper::ui
