// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The timeline as a picture file.
#include "ui/models/timeline/time_axis.h"
#include "ui/pages/timeline/timeline_legend.h"
#include "ui/pages/timeline/timeline_page.h"
#include "ui/pages/timeline/timeline_painter.h"
#include "ui/pages/timeline/timeline_view.h"

#include <QBuffer>
#include <QPainter>
#include <QSvgGenerator>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {
namespace {

constexpr int kTitleHeight = 30;
constexpr int kSharpness = 2; ///< file pixels per screen pixel

/// The title has the time: a file has no window.
void draw(QPainter& painter, const TimelineView& view)
{
    const QSize size = view.viewport()->size();
    const TimelineScene& scene = view.scene();
    const auto [from, to] = scene.scale.window();
    painter.fillRect(
        QRect(QPoint(), size + QSize(0, kTitleHeight)), view.palette().color(QPalette::Window));
    painter.setFont(view.font());
    painter.setPen(view.palette().color(QPalette::Text));
    painter.drawText(QRect(10, 0, size.width() - 20, kTitleHeight),
        Qt::AlignVCenter | Qt::AlignLeft,
        TimelinePage::tr("Who held what, %1 %2")
            .arg(rangeText(from, to, scene.zone), zoneText(scene.zone, from)));
    painter.setClipRect(QRect(QPoint(0, kTitleHeight), size));
    view.drawInto(painter, QRect(QPoint(0, kTitleHeight), size));
}

using Draw = std::function<void(QPainter&)>;

QByteArray svgOf(const QSize& size, const Draw& draw)
{
    QBuffer out;
    QSvgGenerator generator;
    generator.setOutputDevice(&out);
    generator.setSize(size);
    generator.setViewBox(QRect(QPoint(), size));
    generator.setTitle(TimelinePage::tr("Timeline"));
    QPainter painter(&generator);
    draw(painter);
    painter.end();
    return out.data();
}

QImage imageOf(const QSize& size, double sharpness, const Draw& draw)
{
    QImage image(size * sharpness, QImage::Format_RGB32);
    image.setDevicePixelRatio(sharpness);
    QPainter painter(&image);
    draw(painter);
    return image;
}

class PieceDrawing {
public:
    PieceDrawing(const TimelinePiece& piece, int width, const QWidget& like)
        : m_palette(like.palette())
        , m_font(like.font())
    {
        constexpr int kHigh = 1 << 14;
        const TimelinePlaces most = TimelinePlaces::of({0, 0, width, kHigh}, m_font);
        const auto rows = static_cast<int>(piece.picture->rows->size());
        m_size = {width, kHigh - most.plot.height() + rows * most.rowHeight};
        m_places = TimelinePlaces::of({QPoint(), m_size}, m_font);
        m_scene.picture = piece.picture;
        m_scene.zone = QTimeZone::utc();
        m_scene.now = piece.now;
        m_scene.scale.setWidth(m_places.plot.width());
        m_scene.scale.show(piece.picture->question.window);
    }

    [[nodiscard]] QSize size() const { return m_size; }
    void draw(QPainter& painter) const
    {
        painter.fillRect(QRect(QPoint(), m_size), m_palette.color(QPalette::Base));
        TimelinePainter(painter, m_scene, m_places, m_palette, m_font).paint();
        drawLegend(painter, m_places.legend, m_font, m_palette);
    }

private:
    QPalette m_palette;
    QFont m_font;
    QSize m_size;
    TimelineScene m_scene;
    TimelinePlaces m_places;
};

} // namespace

QImage imageOf(const TimelinePiece& piece, int width, const QWidget& like)
{
    const PieceDrawing drawing(piece, width, like);
    return imageOf(drawing.size(), like.devicePixelRatioF(),
        [&](QPainter& painter) { drawing.draw(painter); });
}

QByteArray svgOf(const TimelinePiece& piece, const QWidget& like)
{
    constexpr int kWidth = 960;
    const PieceDrawing drawing(piece, kWidth, like);
    return svgOf(drawing.size(), [&](QPainter& painter) { drawing.draw(painter); });
}

QByteArray TimelinePage::asSvg() const
{
    return svgOf(m_view->viewport()->size() + QSize(0, kTitleHeight),
        [this](QPainter& painter) { draw(painter, *m_view); });
}

QByteArray TimelinePage::asPng() const
{
    QBuffer out;
    imageOf(m_view->viewport()->size() + QSize(0, kTitleHeight), kSharpness,
        [this](QPainter& painter) { draw(painter, *m_view); })
        .save(&out, "PNG");
    return out.data();
}

} // namespace lockkeeper::ui
