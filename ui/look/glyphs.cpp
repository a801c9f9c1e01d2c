// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/glyphs.h"

#include "ui/look/palette.h"

#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPainterPath>
#include <QPixmap>

namespace lockkeeper::ui {

namespace {

/// All glyphs are drawn on a grid of this size.
constexpr qreal kGrid = 16;

void drawLock(QPainter& painter)
{
    painter.drawRoundedRect(QRectF(3.5, 7.5, 9, 6), 1, 1);
    QPainterPath shackle(QPointF(5.5, 7.5));
    shackle.lineTo(5.5, 5.2);
    shackle.arcTo(QRectF(5.5, 2.5, 5, 5.4), 180, -180);
    shackle.lineTo(10.5, 7.5);
    painter.drawPath(shackle);
    painter.drawLine(QPointF(8, 10), QPointF(8, 11.2));
}

void drawMaster(QPainter& painter)
{
    for (const qreal top : {2.5, 6.5, 10.5}) {
        painter.drawRoundedRect(QRectF(2.5, top, 11, 3), 0.8, 0.8);
        painter.drawPoint(QPointF(4.6, top + 1.5));
    }
}

void drawKey(QPainter& painter)
{
    painter.drawEllipse(QPointF(5.2, 10.8), 2.7, 2.7);
    painter.drawLine(QPointF(7.2, 8.8), QPointF(13.2, 2.8));
    painter.drawLine(QPointF(11.2, 4.8), QPointF(13.2, 6.8));
}

void drawJournal(QPainter& painter)
{
    painter.drawRoundedRect(QRectF(3.5, 2.5, 9, 11), 1, 1);
    for (const qreal y : {5.5, 8.0, 10.5})
        painter.drawLine(QPointF(5.8, y), QPointF(10.2, y));
}

void drawPause(QPainter& painter)
{
    painter.fillRect(QRectF(4.5, 3.5, 2.4, 9), painter.pen().color());
    painter.fillRect(QRectF(9.1, 3.5, 2.4, 9), painter.pen().color());
}

void drawPlay(QPainter& painter)
{
    QPainterPath path(QPointF(5, 3.2));
    path.lineTo(12.4, 8);
    path.lineTo(5, 12.8);
    path.closeSubpath();
    painter.fillPath(path, painter.pen().color());
}

void drawWarning(QPainter& painter)
{
    QPainterPath path(QPointF(8, 2.4));
    path.lineTo(14.2, 13.4);
    path.lineTo(1.8, 13.4);
    path.closeSubpath();
    painter.drawPath(path);
    painter.drawLine(QPointF(8, 6.4), QPointF(8, 9.6));
    painter.drawPoint(QPointF(8, 11.6));
}

void drawInfo(QPainter& painter)
{
    painter.drawEllipse(QPointF(8, 8), 5.8, 5.8);
    painter.drawLine(QPointF(8, 7.4), QPointF(8, 11));
    painter.drawPoint(QPointF(8, 5.2));
}

void drawDone(QPainter& painter)
{
    painter.drawPolyline(QPolygonF({{3.2, 8.6}, {6.6, 12}, {12.8, 4.4}}));
}

void drawFailed(QPainter& painter)
{
    painter.drawLine(QPointF(4, 4), QPointF(12, 12));
    painter.drawLine(QPointF(12, 4), QPointF(4, 12));
}

void drawCopy(QPainter& painter)
{
    painter.drawRoundedRect(QRectF(5.5, 5.5, 8, 8), 1, 1);
    painter.drawPolyline(
        QPolygonF({{3.6, 10.5}, {2.5, 10.5}, {2.5, 2.5}, {10.5, 2.5}, {10.5, 3.6}}));
}

void drawGlyph(QPainter& painter, Glyph glyph)
{
    switch (glyph) {
    case Glyph::Lock:
        return drawLock(painter);
    case Glyph::Master:
        return drawMaster(painter);
    case Glyph::Key:
        return drawKey(painter);
    case Glyph::Journal:
        return drawJournal(painter);
    case Glyph::Pause:
        return drawPause(painter);
    case Glyph::Play:
        return drawPlay(painter);
    case Glyph::Warning:
        return drawWarning(painter);
    case Glyph::Info:
        return drawInfo(painter);
    case Glyph::Done:
        return drawDone(painter);
    case Glyph::Failed:
        return drawFailed(painter);
    case Glyph::Copy:
        return drawCopy(painter);
    }
}

QColor glyphColour(Glyph glyph, QIcon::Mode mode)
{
    const QPalette palette = QGuiApplication::palette();
    if (mode == QIcon::Disabled)
        return palette.color(QPalette::Disabled, QPalette::Text);
    if (glyph == Glyph::Warning)
        return toneColour(Tone::Notice, palette);
    if (glyph == Glyph::Done)
        return toneColour(Tone::Good, palette);
    if (glyph == Glyph::Failed)
        return toneColour(Tone::Bad, palette);
    return palette.color(mode == QIcon::Selected ? QPalette::HighlightedText : QPalette::Text);
}

class GlyphEngine final : public QIconEngine {
public:
    explicit GlyphEngine(Glyph glyph)
        : m_glyph(glyph)
    { }

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override
    {
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->translate(rect.topLeft());
        painter->scale(rect.width() / kGrid, rect.height() / kGrid);
        painter->setPen(
            QPen(glyphColour(m_glyph, mode), 1.3, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        painter->setBrush(Qt::NoBrush);
        drawGlyph(*painter, m_glyph);
        painter->restore();
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override
    {
        QPixmap pixmap(size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paint(&painter, QRect(QPoint(0, 0), size), mode, state);
        return pixmap;
    }

    [[nodiscard]] QIconEngine* clone() const override { return new GlyphEngine(m_glyph); }

private:
    Glyph m_glyph;
};

QPixmap applicationPixmap(int size)
{
    QPixmap pixmap(size, size);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.scale(size / kGrid, size / kGrid);
    painter.setPen(Qt::NoPen);
    painter.setBrush(QColor(0xff0b63b5));
    painter.drawRoundedRect(QRectF(0.5, 0.5, 15, 15), 3.2, 3.2);
    painter.setPen(QPen(Qt::white, 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(Qt::NoBrush);
    drawLock(painter);
    return pixmap;
}

} // namespace

QIcon glyphIcon(Glyph glyph)
{
    return QIcon(new GlyphEngine(glyph));
}

QIcon applicationIcon()
{
    QIcon icon;
    for (const int size : {16, 32, 64, 128, 256})
        icon.addPixmap(applicationPixmap(size));
    return icon;
}

} // namespace lockkeeper::ui
