// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/timeline/timeline_painter.h"

#include "ui/models/words/name_words.h"
#include "ui/models/words/words.h"
#include "ui/pages/timeline/bar_shapes.h"
#include "ui/pages/timeline/timeline_legend.h"

#include <QCoreApplication>
#include <QFontMetrics>
#include <QPaintEngine>
#include <QPainter>
#include <QPixmap>
#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace lockkeeper::ui {

TimelinePlaces TimelinePlaces::of(const QRect& area, const QFont& font)
{
    const QFontMetrics metrics(font);
    TimelinePlaces places;
    places.rowHeight = metrics.height() + 12;
    const int names = std::clamp(area.width() * 22 / 100, 96, 260);
    const int axis = 2 * metrics.height() + 12;
    const int lane = metrics.height() + 6;
    const int legend = legendHeight(area.width(), font);
    places.axis = QRect(area.left() + names, area.top(), area.width() - names, axis);
    places.legend = QRect(area.left(), area.bottom() + 1 - legend, area.width(), legend);
    const int top = area.top() + axis + lane;
    const int height = std::max(0, area.height() - axis - lane - legend);
    places.lane = QRect(places.axis.left(), area.top() + axis, places.axis.width(), lane);
    places.names = QRect(area.left(), top, names, height);
    places.plot = QRect(area.left() + names, top, area.width() - names, height);
    return places;
}

QRect TimelinePlaces::rowAt(int row, const TimelineScene& scene) const
{
    return {names.left(), plot.top() + row * rowHeight - scene.scrolled,
        names.width() + plot.width(), rowHeight};
}

int TimelinePlaces::rowOf(int y, const TimelineScene& scene) const
{
    const int below = y - plot.top() + scene.scrolled;
    return y < plot.top() || below < 0 ? -1 : below / rowHeight;
}

RowRange TimelinePlaces::seen(const TimelineScene& scene) const
{
    return {scene.scrolled / rowHeight, plot.height() / rowHeight + 2};
}

const TimelinePlaces& TimelineLayout::of(const QRect& area, const QFont& font)
{
    if (m_area != area || m_font != font) {
        m_area = area;
        m_font = font;
        m_places = TimelinePlaces::of(area, font);
    }
    return m_places;
}

namespace {

struct Timeline {
    Q_DECLARE_TR_FUNCTIONS(Timeline)
};

constexpr int kTickRoom = 86; ///< pixels between axis lines
constexpr int kLabelRoom = 52;
constexpr int kBandTextRoom = 70;
constexpr int kWaitHeight = 6;
/// For more rows, Qt fills tiles and translucent colours on other threads, which is slower. A
/// multiple of a tile.
constexpr int kRowsAtOnce = 90;
constexpr int kBetween = 10;
constexpr double kWideLetters = 1.15;
constexpr auto kRecordingPause = 12s;

QColor translucent(QColor colour, int alpha)
{
    colour.setAlpha(alpha);
    return colour;
}

/// Opaque is many times faster, see kRowsAtOnce.
QColor mixed(const QColor& colour, int alpha, const QPalette& palette)
{
    const QColor base = palette.color(QPalette::Base);
    const auto mix
        = [alpha](int over, int under) { return (over * alpha + under * (255 - alpha)) / 255; };
    return {mix(colour.red(), base.red()), mix(colour.green(), base.green()),
        mix(colour.blue(), base.blue())};
}

QColor mixed(const QColor& colour, const QPalette& palette)
{
    return mixed(colour, colour.alpha(), palette);
}

template <class Fill> void fillInStrips(const QPainter& painter, const QRect& place, Fill fill)
{
    constexpr int kTilesAtOnce = kRowsAtOnce / kBetween;
    const int tiles
        = static_cast<int>(kTilesAtOnce / std::max(painter.device()->devicePixelRatio(), 1.0));
    const int height = std::max(tiles, 1) * kBetween;
    for (int top = place.top(); top <= place.bottom(); top += height)
        fill(QRect(place.left(), top, place.width(), std::min(height, place.bottom() + 1 - top)));
}

/// Tiles are faster than lines, and lines than Qt's patterns.
QPixmap hatchTile(const QColor& colour, const QColor& background)
{
    QPixmap tile(kBetween, kBetween);
    tile.fill(background);
    QPainter painter(&tile);
    painter.setPen(colour);
    painter.drawLine(0, 0, 0, 0); // the neighbours' lines cross its corner
    painter.drawLine(kBetween, 0, 0, kBetween);
    return tile;
}

/// Qt writes neither tiles nor clips into SVG.
void hatchByLines(QPainter& painter, const QRectF& place, const QColor& colour)
{
    QList<QLineF> lines;
    for (double x = place.left() - std::fmod(place.left(), static_cast<double>(kBetween));
         x < place.right() + place.height(); x += kBetween) {
        const double first = std::max(0.0, x - place.right());
        const double last = std::min(place.height(), x - place.left());
        if (first < last)
            lines << QLineF(x - first, place.top() + first, x - last, place.top() + last);
    }
    painter.setPen(colour);
    painter.drawLines(lines);
}

void hatch(QPainter& painter, const QRectF& place, const QColor& colour, const QColor& background)
{
    if (painter.paintEngine()->type() == QPaintEngine::SVG)
        hatchByLines(painter, place, colour);
    else if (!place.isEmpty())
        fillInStrips(painter, place.toAlignedRect(),
            [&, tile = hatchTile(colour, background)](
                const QRect& strip) { painter.drawTiledPixmap(strip, tile); });
}

} // namespace

TimelinePainter::TimelinePainter(QPainter& painter, const TimelineScene& scene,
    const TimelinePlaces& places, const QPalette& palette, const QFont& font)
    : m_painter(painter)
    , m_scene(scene)
    , m_places(places)
    , m_palette(palette)
    , m_font(font)
    , m_letter(QFontMetricsF(font).averageCharWidth())
    , m_ticks(axisTicks(scene.scale, scene.zone, kTickRoom))
{ }

double TimelinePainter::xOf(WallTime time) const
{
    return m_places.plot.left() + m_scene.scale.xOf(time);
}

QRectF TimelinePainter::fillTimes(WallTime from, WallTime to, const QBrush& brush)
{
    const QRectF plot(m_places.plot);
    const double left = std::max(plot.left(), xOf(from));
    const double right = std::min(plot.right() + 1, xOf(to));
    if (right <= left)
        return {};
    const QRectF place(left, plot.top(), std::max(right - left, 1.0), plot.height());
    if (brush.style() == Qt::NoBrush)
        return place;
    if (brush.isOpaque())
        m_painter.fillRect(place, brush);
    else
        fillInStrips(m_painter, place.toRect(),
            [&](const QRect& strip) { m_painter.fillRect(strip, brush); });
    return place;
}

void TimelinePainter::paint()
{
    m_painter.setFont(m_font);
    m_painter.fillRect(m_places.axis.united(m_places.names).united(m_places.lane),
        m_palette.color(QPalette::Base));
    paintBackground();
    paintGrid();
    if (m_scene.picture) {
        paintOutages();
        paintRows();
    }
    paintAxis();
    paintMarks();
}

void TimelinePainter::paintBackground()
{
    if (!m_scene.picture)
        return;
    const history::Window recorded = m_scene.picture->recorded;
    const auto say = [&](const QRectF& place, const QString& text) {
        hatch(m_painter, place, mixed(m_palette.color(QPalette::PlaceholderText), 70, m_palette),
            m_palette.color(QPalette::Base));
        if (place.width() < kBandTextRoom)
            return;
        m_painter.setPen(m_palette.color(QPalette::PlaceholderText));
        m_painter.drawText(place.adjusted(6, 0, -6, -4), Qt::AlignBottom | Qt::AlignHCenter,
            QFontMetrics(m_font).elidedText(
                text, Qt::ElideRight, static_cast<int>(place.width()) - 12));
    };
    say(fillTimes(WallTime::min(), recorded.from, Qt::NoBrush), Timeline::tr("not recorded"));
    if (m_scene.now - recorded.to > kRecordingPause)
        say(fillTimes(recorded.to, m_scene.now, Qt::NoBrush), Timeline::tr("not recorded"));
    for (const history::Window& gap : m_scene.picture->gaps)
        say(fillTimes(
                std::max(gap.from, recorded.from), std::min(gap.to, recorded.to), Qt::NoBrush),
            Timeline::tr("not recorded"));
    fillTimes(m_scene.now, WallTime::max(), m_palette.color(QPalette::Window));
    // Unread parts must not look free.
    const history::Window loaded = m_scene.picture->question.window;
    const QBrush unread(m_palette.color(QPalette::Window));
    fillTimes(std::max(recorded.from, m_scene.scale.window().from), loaded.from, unread);
    fillTimes(loaded.to, std::min(recorded.to, m_scene.scale.window().to), unread);
}

void TimelinePainter::paintGrid()
{
    const QColor day = mixed(m_palette.color(QPalette::PlaceholderText), m_palette);
    const QColor other = mixed(m_palette.color(QPalette::Mid), 140, m_palette);
    const int top = m_places.axis.bottom() - 3;
    for (const AxisTick& tick : m_ticks)
        m_painter.fillRect(static_cast<int>(xOf(tick.at)), top, 1, m_places.plot.bottom() + 1 - top,
            tick.isDay ? day : other);
}

void TimelinePainter::paintWaits(const QRect& bars, const TimelineRow& content)
{
    const history::Window shown = m_scene.scale.window();
    const QRectF plot(m_places.plot);
    for (const history::WaitSpan& wait : content.waits) {
        if (wait.to < shown.from || wait.from > shown.to)
            continue;
        const double left = std::max(xOf(wait.from), plot.left());
        const double right = std::min(xOf(wait.to), plot.right());
        drawWait(m_painter,
            QRectF(left, bars.bottom() + 1, std::max(right - left, 1.0), kWaitHeight), m_palette);
    }
}

void TimelinePainter::paintOutages()
{
    const QRect lane = m_places.lane;
    m_painter.setPen(m_palette.color(QPalette::PlaceholderText));
    m_painter.drawText(
        QRect(m_places.names.left() + 10, lane.top(), m_places.names.width() - 18, lane.height()),
        Qt::AlignVCenter | Qt::AlignLeft, Timeline::tr("Masters"));
    m_painter.setPen(mixed(m_palette.color(QPalette::Mid), 110, m_palette));
    m_painter.drawLine(m_places.names.left(), lane.bottom(), lane.right(), lane.bottom());
    const history::Window shown = m_scene.scale.window();
    double written = lane.left(); // masters down at once are named side by side
    for (const history::Outage& outage : m_scene.picture->outages) {
        const WallTime to = outage.to.value_or(m_scene.now);
        if (to < shown.from || outage.from > shown.to)
            continue;
        const QColor colour = toneColour(Tone::Bad, m_palette);
        const QRectF place = fillTimes(outage.from, to, translucent(colour, 30));
        if (place.isEmpty())
            continue;
        const QRectF mark(place.left(), lane.top() + 2, place.width(), lane.height() - 5);
        m_painter.fillRect(mark, translucent(colour, 120));
        const QString id = safeText(outage.master.value());
        QString text
            = Timeline::tr("%1 %2", "master, its state").arg(id, masterStateText(outage.state));
        const QFontMetrics metrics(m_font);
        QRectF room = mark.adjusted(4, 0, -4, 0);
        room.setLeft(std::max(room.left(), written));
        if (metrics.horizontalAdvance(text) > room.width())
            text = id;
        if (metrics.horizontalAdvance(text) > room.width())
            continue;
        m_painter.setPen(m_palette.color(QPalette::Text));
        m_painter.drawText(room, Qt::AlignVCenter | Qt::AlignLeft, text);
        written = room.left() + metrics.horizontalAdvance(text) + 8;
    }
}

void TimelinePainter::paintRows()
{
    const auto& rows = *m_scene.picture->rows;
    if (rows.empty()) {
        m_painter.setPen(m_palette.color(QPalette::PlaceholderText));
        m_painter.drawText(m_places.plot, Qt::AlignCenter,
            m_scene.brush ? Timeline::tr("Nothing was held in that time. Escape shows all rows.")
                          : Timeline::tr("No resource matches the filter."));
    }
    const int first = std::max(0, m_scene.scrolled / m_places.rowHeight);
    const int count = m_places.plot.height() / m_places.rowHeight + 2;
    const int end = std::min(static_cast<int>(rows.size()), first + count);
    m_painter.save();
    m_painter.setClipRect(m_places.names.united(m_places.plot));
    for (int place = first; place < end; ++place)
        paintRow(place, rows[static_cast<std::size_t>(place)]);
    m_painter.restore();
    m_painter.setPen(m_palette.color(QPalette::Mid));
    m_painter.drawLine(m_places.plot.left() - 1, m_places.names.top(), m_places.plot.left() - 1,
        m_places.names.bottom());
}

void TimelinePainter::paintRow(int place, const history::ResourceRow& row)
{
    const QRect whole = m_places.rowAt(place, m_scene);
    if (place == m_scene.currentRow)
        m_painter.fillRect(whole, translucent(m_palette.color(QPalette::Highlight), 130));
    m_painter.fillRect(QRect(whole.left(), whole.bottom(), whole.width(), 1),
        translucent(m_palette.color(QPalette::Mid), 110));
    m_painter.setPen(m_palette.color(QPalette::Text));
    const QRect name(whole.left() + 10, whole.top(), m_places.names.width() - 18, whole.height());
    m_painter.drawText(name, Qt::AlignVCenter | Qt::AlignLeft,
        QFontMetrics(m_font).elidedText(safeText(row.resource), Qt::ElideMiddle, name.width()));
    const auto content = m_scene.picture->content.find(row.id);
    const QRect bars(
        m_places.plot.left(), whole.top() + 3, m_places.plot.width(), whole.height() - 11);
    if (content == m_scene.picture->content.end())
        m_painter.fillRect(bars,
            QBrush(translucent(m_palette.color(QPalette::PlaceholderText), 80), Qt::Dense7Pattern));
    else
        paintSpans(bars, content->second);
    if (content != m_scene.picture->content.end())
        paintWaits(bars, content->second);
}

void TimelinePainter::paintSpans(const QRect& bars, const TimelineRow& content)
{
    m_painter.save();
    m_painter.setClipRect(bars.adjusted(0, -4, 0, 4), Qt::IntersectClip);
    const history::Window shown = m_scene.scale.window();
    const auto first = std::partition_point(
        content.spans.begin(), content.spans.end(), [&](const history::Span& span) {
            return span.to < shown.from && (!span.owner || span.owner->end);
        });
    const double far = bars.width() + 40.0; // keeps invisible ends undrawn
    for (auto span = first; span != content.spans.end() && span->from < shown.to; ++span) {
        const double left = std::max(xOf(span->from), bars.left() - far);
        const double right = std::min(xOf(span->to), bars.right() + far);
        const QRectF bar(left, bars.top() + 0.5, std::max(right - left, 0.0), bars.height() - 1);
        if (span->isMerged()) {
            const double length = static_cast<double>((span->to - span->from) / 1ms);
            drawMerged(m_painter, bar,
                length > 0 ? static_cast<double>(span->held.count()) / length : 1, m_palette);
            continue;
        }
        drawBar(m_painter, bar, *span->owner, m_palette);
        if (span->owner->id == m_scene.selected) {
            m_painter.setPen(QPen(m_palette.color(QPalette::Text), 2));
            m_painter.setBrush(Qt::NoBrush);
            m_painter.drawRect(bar.adjusted(-1, -2, 1, 2));
        }
        const QRectF seen = bar.intersected(QRectF(bars));
        if (seen.width() >= kLabelRoom)
            paintLabel(seen, *span->owner);
    }
    paintLostLeases(bars, content);
    m_painter.restore();
}

void TimelinePainter::paintLostLeases(const QRect& bars, const TimelineRow& content)
{
    const history::Window shown = m_scene.scale.window();
    for (const history::Span& span : content.spans) {
        if (!span.owner || !span.owner->leaseUntil || span.to > shown.to
            || *span.owner->leaseUntil < shown.from)
            continue;
        const double left = std::max(xOf(span.to), static_cast<double>(bars.left()));
        const double right = std::min(xOf(*span.owner->leaseUntil), bars.right() + 2.0);
        drawLostLease(m_painter, QRectF(left, bars.top(), right - left, bars.height()), m_palette);
    }
}

void TimelinePainter::paintLabel(const QRectF& bar, const history::Ownership& ownership)
{
    const auto owner = m_scene.picture->owners.find(ownership.id);
    if (owner == m_scene.picture->owners.end())
        return;
    m_painter.setPen(m_palette.color(QPalette::Text));
    const QRectF place = bar.adjusted(6, 0, -8, 0);
    // Measuring a thousand characters takes longer than drawing.
    const auto fits = static_cast<qsizetype>(place.width() / (m_letter * kWideLetters));
    const QString& text = owner->second;
    const auto tail = std::max(fits - 1, qsizetype(0)) / 2; // a pid tells more than its host
    m_painter.drawText(place, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine,
        text.size() <= fits
            ? text
            : text.left(std::max(fits - 1 - tail, qsizetype(0))) + u'\u2026' + text.right(tail));
}

void TimelinePainter::paintAxis()
{
    const QRect axis = m_places.axis;
    const QFontMetrics metrics(m_font);
    const int line = axis.top() + 4 + metrics.height();
    m_painter.setPen(m_palette.color(QPalette::Text));
    const history::Window shown = m_scene.scale.window();
    const QRect corner(
        m_places.names.left() + 10, axis.top() + 4, m_places.names.width() - 18, metrics.height());
    m_painter.setPen(m_palette.color(QPalette::PlaceholderText));
    m_painter.drawText(corner, Qt::AlignLeft | Qt::AlignVCenter,
        metrics.elidedText(zoneText(m_scene.zone, shown.from), Qt::ElideRight, corner.width()));
    m_painter.setPen(m_palette.color(QPalette::Text));
    const QString date = dateText(shown.from, m_scene.zone);
    m_painter.drawText(axis.left() + 4, axis.top() + 4 + metrics.ascent(), date);
    const int dateEnd = axis.left() + 4 + metrics.horizontalAdvance(date) + 14;
    for (const AxisTick& tick : m_ticks) {
        const int x = static_cast<int>(xOf(tick.at));
        const int width = metrics.horizontalAdvance(tick.label);
        if (x + width / 2 <= axis.right())
            m_painter.drawText(
                std::max(x - width / 2, axis.left() + 4), line + metrics.ascent(), tick.label);
        if (tick.isDay && x > dateEnd && x + metrics.horizontalAdvance(date) < axis.right()
            && m_scene.scale.span() <= 48h)
            m_painter.drawText(
                x + 4, axis.top() + 4 + metrics.ascent(), dateText(tick.at, m_scene.zone));
    }
    m_painter.setPen(m_palette.color(QPalette::Mid));
    m_painter.drawLine(m_places.names.left(), axis.bottom(), axis.right(), axis.bottom());
}

void TimelinePainter::paintMarks()
{
    const QRect plot = m_places.plot;
    if (m_scene.brush) {
        const QColor colour = m_palette.color(QPalette::Link);
        const QRectF place
            = fillTimes(m_scene.brush->from, m_scene.brush->to, translucent(colour, 34));
        m_painter.setPen(colour);
        if (!place.isEmpty()) {
            m_painter.drawLine(place.topLeft(), place.bottomLeft());
            m_painter.drawLine(place.topRight(), place.bottomRight());
        }
    }
    const double now = xOf(m_scene.now);
    if (now > plot.left() && now < plot.right()) {
        m_painter.setPen(QPen(m_palette.color(QPalette::Link), 1, Qt::DashLine));
        m_painter.drawLine(QPointF(now, plot.top()), QPointF(now, plot.bottom()));
    }
    if (!m_scene.marker)
        return;
    const double x = xOf(*m_scene.marker);
    if (x < plot.left() || x > plot.right())
        return;
    const QColor colour = m_palette.color(QPalette::Link);
    m_painter.setPen(QPen(colour, 2));
    m_painter.drawLine(QPointF(x, plot.top() - 2), QPointF(x, plot.bottom()));
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(colour);
    const double y = plot.top() - 1;
    m_painter.drawPolygon(QPolygonF({QPointF(x - 6, y - 7), QPointF(x + 6, y - 7), QPointF(x, y)}));
}

} // namespace lockkeeper::ui
