// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/lab/run_view.h"

#include "ui/look/palette.h"

#include <QPainter>
#include <QPainterPath>
#include <array>
#include <cmath>

namespace lockkeeper::ui {
namespace {

using output::Ink;
using output::Shape;

/// A colour on light and on dark ground.
struct Pair {
    QRgb light;
    QRgb dark;
};
struct ContenderColours {
    Pair strong;
    Pair wash;
};
constexpr std::array kContenders{
    ContenderColours{{0xff0b63b5, 0xff6cb2f5}, {0xffcfe2f5, 0xff234566}},
    ContenderColours{{0xff00806a, 0xff3fcfae}, {0xffcbe8e1, 0xff1b4d43}},
    ContenderColours{{0xff8a4f9e, 0xffd3a0e6}, {0xffe8d9ee, 0xff4b3557}},
    ContenderColours{{0xff7a6500, 0xffd9c45a}, {0xffece5c4, 0xff4a4420}}};

Pair pairOf(Ink ink, char who)
{
    const ContenderColours& contender
        = kContenders[static_cast<std::size_t>(who - 'A') % kContenders.size()];
    switch (ink) {
    case Ink::None:
        break;
    case Ink::Text:
        return {0xff1d2430, 0xffe4e7ec};
    case Ink::Muted:
        return {0xff5f6b7f, 0xffa3adbd};
    case Ink::Hair:
        return {0xffe3e7ec, 0xff2b3139};
    case Ink::Line:
        return {0xff848d9c, 0xff68727f};
    case Ink::Base:
        return {0xffffffff, 0xff171a1f};
    case Ink::OnColour:
        return {0xffffffff, 0xff12161c};
    case Ink::Wrong:
        return {0xffc62828, 0xffff6b5e};
    case Ink::WrongWash:
        return {0xfffbe3e1, 0xff42211f};
    case Ink::Accent:
        return {0xff0b63b5, 0xff6cb2f5};
    case Ink::Notice:
        return {0xff935700, 0xfff0b429};
    case Ink::Contender:
        return contender.strong;
    case Ink::ContenderWash:
        return contender.wash;
    }
    return {0, 0};
}

/// Paints the shapes of one picture.
class ShapePainter {
public:
    ShapePainter(QPainter& painter, const QPalette& palette, const QFont& font)
        : m_painter(painter)
        , m_isDark(isDark(palette))
        , m_base(palette.color(QPalette::Base))
        , m_font(font)
    { }

    void paint(const Shape& shape);

private:
    [[nodiscard]] QColor colour(Ink ink, char who) const
    {
        const Pair pair = pairOf(ink, who);
        return ink == Ink::Base ? m_base : QColor::fromRgba(m_isDark ? pair.dark : pair.light);
    }
    [[nodiscard]] QPen pen(const Shape& shape) const;
    void paintPolygon(const Shape& shape);
    void paintText(const Shape& shape);
    void paintSign(const Shape& shape);

    QPainter& m_painter;
    bool m_isDark;
    QColor m_base;
    QFont m_font;
};

QPen ShapePainter::pen(const Shape& shape) const
{
    if (shape.stroke == Ink::None)
        return Qt::NoPen;
    QPen pen(colour(shape.stroke, shape.who), shape.width);
    if (shape.pattern == Shape::Stroke::Dashed)
        pen.setDashPattern({4, 3});
    else if (shape.pattern == Shape::Stroke::Dotted)
        pen.setDashPattern({1, 2});
    return pen;
}

QPolygonF polygonOf(const Shape& shape)
{
    QPolygonF polygon;
    for (const Shape::Point& point : shape.points)
        polygon << QPointF(point.x, point.y);
    return polygon;
}

void ShapePainter::paintPolygon(const Shape& shape)
{
    const QPolygonF polygon = polygonOf(shape);
    m_painter.setPen(pen(shape));
    m_painter.setBrush(
        shape.fill == Ink::None ? QBrush(Qt::NoBrush) : QBrush(colour(shape.fill, shape.who)));
    if (shape.radius > 0)
        m_painter.drawRoundedRect(polygon.boundingRect(), shape.radius, shape.radius);
    else
        m_painter.drawPolygon(polygon);
    if (!shape.isHatched)
        return;
    QColor white = colour(Ink::OnColour, shape.who);
    white.setAlpha(115);
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(QBrush(white, Qt::BDiagPattern));
    m_painter.drawPolygon(polygon);
}

void ShapePainter::paintText(const Shape& shape)
{
    QFont font = m_font;
    font.setBold(shape.isBold);
    m_painter.setFont(font);
    const QString text = QString::fromStdString(shape.text);
    const double width = QFontMetricsF(font).horizontalAdvance(text);
    QPointF at(shape.points.front().x, shape.points.front().y);
    if (shape.align == Shape::Align::Right)
        at.rx() -= width;
    else if (shape.align == Shape::Align::Middle)
        at.rx() -= width / 2;
    if (shape.fill != Ink::OnColour) {
        // What lies behind stays off the letters.
        QPainterPath path;
        path.addText(at, font, text);
        m_painter.strokePath(path, QPen(m_base, 3, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    }
    m_painter.setPen(colour(shape.fill, shape.who));
    m_painter.drawText(at, text);
}

void ShapePainter::paintSign(const Shape& shape)
{
    const QPointF middle(shape.points.front().x, shape.points.front().y);
    const double r = shape.size;
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(colour(Ink::Contender, shape.who));
    const auto corners = [&](int count, double turn) {
        QPolygonF polygon;
        for (int i = 0; i < count; ++i) {
            const double angle = (turn + i * 360.0 / count) * M_PI / 180;
            polygon << middle + QPointF(r * std::cos(angle), r * std::sin(angle));
        }
        m_painter.drawPolygon(polygon);
    };
    switch ((shape.who - 'A') % 4) {
    case 0:
        m_painter.drawEllipse(middle, r, r);
        break;
    case 1:
        m_painter.drawRoundedRect(
            QRectF(middle.x() - r * 0.9, middle.y() - r * 0.9, r * 1.8, r * 1.8), 2, 2);
        break;
    case 2:
        corners(6, 0);
        break;
    default:
        corners(4, 0);
        break;
    }
    QFont font = m_font;
    font.setBold(true);
    m_painter.setFont(font);
    m_painter.setPen(colour(Ink::OnColour, shape.who));
    m_painter.drawText(QRectF(middle.x() - r, middle.y() - r, 2 * r, 2 * r), Qt::AlignCenter,
        QString(QLatin1Char(shape.who)));
}

void ShapePainter::paint(const Shape& shape)
{
    switch (shape.kind) {
    case Shape::Kind::Polygon:
        return paintPolygon(shape);
    case Shape::Kind::Line:
        m_painter.setPen(pen(shape));
        return m_painter.drawPolyline(polygonOf(shape));
    case Shape::Kind::Text:
        return paintText(shape);
    case Shape::Kind::Sign:
        return paintSign(shape);
    case Shape::Kind::Cross: {
        const QPointF middle(shape.points.front().x, shape.points.front().y);
        const QPointF across(shape.size, shape.size);
        const QPointF other(shape.size, -shape.size);
        m_painter.setPen(pen(shape));
        m_painter.drawLine(middle - across, middle + across);
        return m_painter.drawLine(middle - other, middle + other);
    }
    }
}

} // namespace

void paintPicture(
    QPainter& painter, const output::Picture& picture, const QPalette& palette, const QFont& font)
{
    painter.setRenderHint(QPainter::Antialiasing);
    ShapePainter shapes(painter, palette, font);
    for (const Shape& shape : picture.shapes)
        shapes.paint(shape);
}

RunView::RunView(QWidget* parent)
    : QWidget(parent)
{
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    setFocusPolicy(Qt::TabFocus);
}

void RunView::setPicture(Draw draw, const QString& words)
{
    m_draw = std::move(draw);
    setAccessibleDescription(words);
    redraw();
}

void RunView::clear()
{
    m_draw = {};
    m_picture = {};
    setAccessibleDescription({});
    update();
}

void RunView::redraw()
{
    if (!m_draw)
        return;
    m_picture = m_draw(width());
    const int height = static_cast<int>(std::ceil(m_picture.height));
    if (minimumHeight() != height)
        setFixedHeight(height);
    update();
}

QSize RunView::sizeHint() const
{
    return {640, static_cast<int>(m_picture.height)};
}

void RunView::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    paintPicture(painter, m_picture, palette(), font());
}

void RunView::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    redraw();
}

} // namespace lockkeeper::ui
