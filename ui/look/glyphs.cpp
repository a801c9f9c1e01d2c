// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/glyphs.h"

#include "ui/look/palette.h"

#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPixmap>
#include <QPixmapCache>
#include <QSvgRenderer>

using namespace Qt::StringLiterals;

/// Links resources that nothing refers to. Not in a namespace.
static void initResources() // NOLINT(misc-use-anonymous-namespace)
{
    Q_INIT_RESOURCE(lockkeeper);
}

namespace lockkeeper::ui {
namespace {

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

QPixmap transparentPixmap(const QSize& size)
{
    QPixmap pixmap(size);
    pixmap.fill(Qt::transparent);
    return pixmap;
}

class GlyphEngine final : public QIconEngine {
public:
    explicit GlyphEngine(Glyph glyph)
        : m_glyph(glyph)
    { }

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State state) override
    {
        const qreal ratio = painter->device()->devicePixelRatioF();
        QPixmap drawn = pixmap(rect.size() * ratio, mode, state);
        drawn.setDevicePixelRatio(ratio);
        painter->drawPixmap(rect.topLeft(), drawn);
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State) override
    {
        const QColor colour = glyphColour(m_glyph, mode);
        const QString key = u"lockkeeper/%1/%2x%3/%4"_s.arg(QLatin1StringView(nameOf(m_glyph)))
                                .arg(size.width())
                                .arg(size.height())
                                .arg(colour.rgba());
        QPixmap pixmap;
        if (QPixmapCache::find(key, &pixmap))
            return pixmap;
        pixmap = transparentPixmap(size);
        QPainter painter(&pixmap);
        QSvgRenderer(u":/lockkeeper/icons/%1.svg"_s.arg(QLatin1StringView(nameOf(m_glyph))))
            .render(&painter);
        painter.setCompositionMode(QPainter::CompositionMode_SourceIn);
        painter.fillRect(pixmap.rect(), colour);
        painter.end();
        QPixmapCache::insert(key, pixmap);
        return pixmap;
    }

    [[nodiscard]] QIconEngine* clone() const override { return new GlyphEngine(m_glyph); }

private:
    Glyph m_glyph;
};

} // namespace

QIcon glyphIcon(Glyph glyph)
{
    initResources();
    return QIcon(new GlyphEngine(glyph));
}

QIcon applicationIcon()
{
    initResources();
    QIcon icon;
    QSvgRenderer renderer(u":/lockkeeper/icons/lockkeeper.svg"_s);
    for (const int size : {16, 32, 64, 128, 256}) {
        QPixmap pixmap = transparentPixmap({size, size});
        QPainter painter(&pixmap);
        renderer.render(&painter);
        painter.end();
        icon.addPixmap(pixmap);
    }
    return icon;
}

} // namespace lockkeeper::ui
