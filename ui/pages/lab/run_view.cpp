// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/lab/run_view.h"

#include "ui/look/palette.h"

#include <QPainter>
#include <QPainterPath>
#include <QScrollArea>
#include <cmath>

namespace lockkeeper::ui {
namespace {

using output::Ink;
using output::Shape;

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
        const output::InkColours colours = output::coloursOf(ink, who);
        return ink == Ink::Base ? m_base : QColor::fromRgb(m_isDark ? colours.dark : colours.light);
    }
    [[nodiscard]] QPen pen(const Shape& shape) const;
    void paintPolygon(const Shape& shape);
    void paintText(const Shape& shape);

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
        // Keeps shapes off the letters.
        QPainterPath path;
        path.addText(at, font, text);
        m_painter.strokePath(path, QPen(m_base, 3, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    }
    m_painter.setPen(colour(shape.fill, shape.who));
    m_painter.drawText(at, text);
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

QScrollArea* pictureArea(QWidget* pictures, QWidget* parent)
{
    auto* area = new QScrollArea(parent);
    area->setFrameShape(QFrame::NoFrame);
    area->setBackgroundRole(QPalette::Base);
    area->setWidgetResizable(true);
    area->setWidget(pictures);
    area->setFocusPolicy(Qt::NoFocus);
    return area;
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
    show();
    setAccessibleDescription(words);
    redraw();
}

void RunView::clear()
{
    m_draw = {};
    m_picture = {};
    hide();
    setAccessibleDescription({});
    update();
}

void RunView::redraw()
{
    if (!m_draw)
        return;
    m_picture = m_draw(width() / m_zoom);
    const int height = static_cast<int>(std::ceil(m_picture.height * m_zoom));
    if (minimumHeight() != height)
        setFixedHeight(height);
    const bool isTooWide = m_picture.width * m_zoom > width() + 1;
    if (isTooWide || m_zoom <= 1)
        setMinimumWidth(isTooWide ? static_cast<int>(std::ceil(m_picture.width * m_zoom)) : 0);
    update();
}

void RunView::setZoom(double zoom)
{
    m_zoom = zoom;
    redraw();
}

QSize RunView::sizeHint() const
{
    return {640, static_cast<int>(m_picture.height * m_zoom)};
}

void RunView::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    painter.scale(m_zoom, m_zoom);
    paintPicture(painter, m_picture, palette(), font());
    if (!hasFocus())
        return;
    painter.resetTransform();
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(palette().color(QPalette::Link), 2));
    painter.drawRect(rect().adjusted(1, 1, -1, -1));
}

void RunView::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    redraw();
}

} // namespace lockkeeper::ui
