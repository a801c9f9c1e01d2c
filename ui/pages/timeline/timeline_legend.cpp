// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/timeline/timeline_legend.h"

#include "ui/models/timeline/timeline_words.h"
#include "ui/pages/timeline/bar_shapes.h"

#include <QCoreApplication>
#include <QFontMetrics>
#include <QPainter>
#include <array>

namespace lockkeeper::ui {
namespace {

using history::End;

struct Legend {
    Q_DECLARE_TR_FUNCTIONS(Legend)
};

/// Returns the height. `painter` may be null.
int drawSamples(QPainter* painter, const QRect& place, const QFont& font, const QPalette& palette)
{
    const QFontMetrics metrics(font);
    constexpr int kSample = 24;
    constexpr int kGap = 6;
    constexpr int kBetween = 9;
    const int line = metrics.height() + 4;
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
        End::NextHolder, End::Revoked, End::Lost, End::Unknown};
    for (const auto& end : ends)
        place1(endingText(end), [&](QPainter& on, const QRectF& sample) {
            drawBar(on, sample, {.end = end}, palette);
        });
    place1(Legend::tr("lost, but its lease runs"),
        [&](QPainter& on, const QRectF& sample) { drawLostLease(on, sample, palette); });
    place1(Legend::tr("start not seen"), [&](QPainter& on, const QRectF& sample) {
        drawBar(on, sample, {.end = End::Released, .isStartSeen = false}, palette);
    });
    place1(Legend::tr("taken within 1 s"), [&](QPainter& on, const QRectF& sample) {
        drawBar(on, sample, {.end = End::Released, .isHandOver = true}, palette);
    });
    place1(Legend::tr("waiting"), [&](QPainter& on, const QRectF& sample) {
        drawWait(on, sample.adjusted(0, sample.height() / 2, 0, 0), palette);
    });
    place1(Legend::tr("many: share held"), [&](QPainter& on, const QRectF& sample) {
        drawMerged(on, sample.adjusted(0, 0, -sample.width() / 2, 0), 0.3, palette);
        drawMerged(on, sample.adjusted(sample.width() / 2, 0, 0, 0), 0.7, palette);
    });
    place1(Legend::tr("not recorded"), [&](QPainter& on, const QRectF& sample) {
        on.fillRect(sample, palette.color(QPalette::Window));
        on.fillRect(sample, QBrush(palette.color(QPalette::PlaceholderText), Qt::BDiagPattern));
    });
    return y + line - place.top();
}

QRect samplesIn(const QRect& place)
{
    return place.adjusted(10, 4, -10, 0);
}

} // namespace

int legendHeight(int width, const QFont& font)
{
    return drawSamples(nullptr, samplesIn(QRect(0, 0, width, 1)), font, QPalette()) + 8;
}

void drawLegend(QPainter& painter, const QRect& place, const QFont& font, const QPalette& palette)
{
    painter.fillRect(place, palette.color(QPalette::Window));
    painter.fillRect(QRect(place.topLeft(), QSize(place.width(), 1)), palette.color(QPalette::Mid));
    drawSamples(&painter, samplesIn(place), font, palette);
}

void TimelineLegend::paint(
    QPainter& painter, const QRect& place, const QFont& font, const QPalette& palette)
{
    const double ratio = painter.device()->devicePixelRatio();
    const QSize size = (QSizeF(place.size()) * ratio).toSize();
    if (size.isEmpty())
        return;
    const qint64 colours = palette.cacheKey();
    if (m_picture.size() != size || m_picture.devicePixelRatio() != ratio || m_font != font
        || m_colours != colours) {
        m_picture = QPixmap(size);
        m_picture.setDevicePixelRatio(ratio);
        m_font = font;
        m_colours = colours;
        QPainter maker(&m_picture);
        drawLegend(maker, QRect(QPoint(), place.size()), font, palette);
    }
    painter.drawPixmap(place.topLeft(), m_picture);
}

} // namespace lockkeeper::ui
