// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The timeline as a picture in a file.
#include "ui/models/timeline/time_axis.h"
#include "ui/pages/timeline/timeline_page.h"
#include "ui/pages/timeline/timeline_view.h"

#include <QBuffer>
#include <QImage>
#include <QPainter>
#include <QSvgGenerator>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {
namespace {

constexpr int kTitleHeight = 30;
constexpr int kSharpness = 2; ///< pixels of the file for one of the screen

/// The title says of when it is, since a file has no window around it.
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

} // namespace

QByteArray TimelinePage::asSvg() const
{
    const QSize size = m_view->viewport()->size() + QSize(0, kTitleHeight);
    QBuffer out;
    QSvgGenerator generator;
    generator.setOutputDevice(&out);
    generator.setSize(size);
    generator.setViewBox(QRect(QPoint(), size));
    generator.setTitle(tr("Timeline"));
    QPainter painter(&generator);
    draw(painter, *m_view);
    painter.end();
    return out.data();
}

QByteArray TimelinePage::asPng() const
{
    const QSize size = m_view->viewport()->size() + QSize(0, kTitleHeight);
    QImage image(size * kSharpness, QImage::Format_RGB32);
    image.setDevicePixelRatio(kSharpness);
    QPainter painter(&image);
    draw(painter, *m_view);
    painter.end();
    QBuffer out;
    image.save(&out, "PNG");
    return out.data();
}

} // namespace lockkeeper::ui
