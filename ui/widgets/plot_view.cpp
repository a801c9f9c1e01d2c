// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/plot_view.h"

#include "ui/look/palette.h"
#include "ui/models/plots/plot.h"
#include "ui/models/timeline/time_axis.h"
#include "ui/models/words/words.h"

#include <QAccessibleWidget>
#include <QApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>
#include <utility>

// QCustomPlot needs Qt's keywords.
#define signals Q_SIGNALS
#define slots Q_SLOTS
#define foreach(variable, list) for (variable : list) // NOLINT(bugprone-macro-parentheses)
#include <qcustomplot.h>
#undef signals
#undef slots
#undef foreach

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {
namespace {

constexpr std::chrono::milliseconds kBetweenDrawings{1000};
constexpr int kPlotPadding = 6;
constexpr int kSample = 18; ///< width of a sample in the legend
constexpr int kLabelRoom = 72; ///< minimum distance of labels on the time axis
constexpr int kFillOpacity = 34;

double keyOf(WallTime time)
{
    return static_cast<double>(sinceEpoch(time).count()) / 1000;
}

QPen penOf(PlotSeries::Line line, const QPalette& palette)
{
    switch (line) {
    case PlotSeries::Line::Main:
        return {palette.color(QPalette::Link), 1.6};
    case PlotSeries::Line::Second:
        return {toneColour(Tone::Notice, palette), 1.6, Qt::DashLine};
    case PlotSeries::Line::Lower:
        return {palette.color(QPalette::Link), 1.2, Qt::DashLine};
    case PlotSeries::Line::Usual:
        break;
    }
    return {toneColour(Tone::Muted, palette), 1.2, Qt::DotLine};
}

class PlotElement final : public QAccessibleWidget {
public:
    explicit PlotElement(PlotView& view)
        : QAccessibleWidget(&view, QAccessible::Chart)
    { }
    [[nodiscard]] int childCount() const override { return 0; }
    [[nodiscard]] QAccessibleInterface* child(int) const override { return nullptr; }
};

QAccessibleInterface* plotElementOf(const QString&, QObject* object)
{
    auto* view = qobject_cast<PlotView*>(object);
    return view ? new PlotElement(*view) : nullptr;
}

} // namespace

PlotView::PlotView(QWidget* parent)
    : QWidget(parent)
    , m_canvas(new QCustomPlot(this))
{
    QAccessible::installFactory(plotElementOf); // once: Qt skips a known one
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    m_canvas->setAttribute(Qt::WA_TransparentForMouseEvents);
    m_canvas->setFocusPolicy(Qt::NoFocus);
    m_canvas->setInteractions(QCP::iNone);
    m_canvas->setNoAntialiasingOnDrag(false);
    m_canvas->xAxis->setTicker(QSharedPointer<QCPAxisTickerText>::create());
    m_canvas->yAxis->setTicker(QSharedPointer<QCPAxisTickerText>::create());
    m_canvas->axisRect()->setAutoMargins(QCP::msNone);
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &PlotView::draw);
}

QSize PlotView::minimumSizeHint() const
{
    return {160, 6 * fontMetrics().height() + 2 * kPlotPadding};
}

QSize PlotView::sizeHint() const
{
    return {360, 9 * fontMetrics().height()};
}

void PlotView::setPlot(Plot plot)
{
    if (m_plot == plot)
        return;
    // Draw at once: the user asked for it.
    const bool isOther = m_plot.title != plot.title || m_plot.isEmpty() != plot.isEmpty()
        || m_plot.window.to - m_plot.window.from != plot.window.to - plot.window.from;
    m_plot = std::move(plot);
    m_isChanged = true;
    describe();
    if (isOther)
        draw();
    else
        drawSoon();
}

void PlotView::describe()
{
    const QString chosen = chosenText();
    setAccessibleName(m_plot.title);
    setAccessibleDescription(m_plot.isEmpty() ? m_plot.emptyText
            : chosen.isEmpty()                ? m_plot.summary
                                              : chosen);
}

void PlotView::drawSoon()
{
    if (!m_isChanged || m_timer.isActive())
        return;
    const std::chrono::milliseconds since(m_drawn.isValid() ? m_drawn.elapsed() : 0);
    if (!m_drawn.isValid() || since >= kBetweenDrawings)
        draw();
    else if (isVisible())
        m_timer.start(kBetweenDrawings - since);
}

void PlotView::draw()
{
    m_timer.stop();
    if (!isVisible() || window()->isMinimized())
        return;
    m_legend = legendPlace();
    const int top = m_legend.bottom() + 1;
    m_canvas->setGeometry(1, top, width() - 2, std::max(1, height() - top - 1));
    m_isChanged = false;
    m_drawn.start();
    ++m_drawings;
    m_canvas->setVisible(!m_plot.isEmpty());
    if (!m_plot.isEmpty()) {
        m_canvas->clearPlottables();
        m_canvas->clearItems();
        m_canvas->setBackground(palette().brush(QPalette::Base));
        drawAxes();
        drawSeries();
        drawChosen();
        m_canvas->replot(QCustomPlot::rpQueuedRefresh);
    }
    update();
}

void PlotView::drawAxes()
{
    const QFontMetrics metrics(font());
    const int left = metrics.horizontalAdvance(u"0000.0"_s) + 2 * kPlotPadding;
    m_canvas->axisRect()->setMargins(
        {left, metrics.height() / 2 + 2, 2 * kPlotPadding, metrics.height() + 2 * kPlotPadding});
    const QColor line = palette().color(QPalette::Mid);
    for (QCPAxis* axis : {m_canvas->xAxis, m_canvas->yAxis}) {
        axis->setTickLabelFont(font());
        axis->setTickLabelColor(palette().color(QPalette::PlaceholderText));
        axis->setBasePen(line);
        axis->setTickPen(line);
        axis->setSubTicks(false);
        axis->setTickLength(0, axis == m_canvas->xAxis ? 3 : 0);
        axis->setTickLabelPadding(kPlotPadding / 2);
        axis->grid()->setZeroLinePen(Qt::NoPen);
    }
    QColor faint = line;
    faint.setAlpha(110);
    m_canvas->yAxis->grid()->setPen(faint);
    m_canvas->xAxis->grid()->setVisible(false);
    const ValueAxis values = valueAxis(m_plot, std::max(1, m_canvas->height() / 44));
    auto valueTicker = m_canvas->yAxis->ticker().staticCast<QCPAxisTickerText>();
    valueTicker->clear();
    for (const ValueAxis::Tick& tick : values.ticks)
        valueTicker->addTick(tick.value, tick.label);
    m_canvas->yAxis->setRange(0, values.top * 1.04);
    TimeScale scale;
    scale.show(m_plot.window);
    scale.setWidth(std::max(1, m_canvas->width() - left - 2 * kPlotPadding));
    auto timeTicker = m_canvas->xAxis->ticker().staticCast<QCPAxisTickerText>();
    timeTicker->clear();
    for (const AxisTick& tick : axisTicks(scale, m_zone, kLabelRoom))
        timeTicker->addTick(keyOf(tick.at), tick.label);
    m_canvas->xAxis->setRange(keyOf(m_plot.window.from), keyOf(m_plot.window.to));
}

void PlotView::drawSeries()
{
    for (const PlotSeries& one : m_plot.series) {
        QVector<double> keys;
        QVector<double> values;
        for (const PlotPoint& point : one.points) {
            keys << keyOf(point.at);
            values << point.value;
        }
        QCPGraph* const graph = m_canvas->addGraph();
        graph->setData(keys, values, true);
        const QPen pen = penOf(one.line, palette());
        graph->setPen(pen);
        graph->setLineStyle(one.isStepped ? QCPGraph::lsStepLeft : QCPGraph::lsLine);
        if (one.line == PlotSeries::Line::Lower && m_canvas->graphCount() > 1)
            m_canvas->graph(m_canvas->graphCount() - 2)->setChannelFillGraph(graph);
        if (one.line != PlotSeries::Line::Main)
            continue;
        QColor fill = pen.color();
        fill.setAlpha(kFillOpacity);
        graph->setBrush(fill);
    }
}

void PlotView::drawChosen()
{
    if (!m_chosen)
        return;
    auto* line = new QCPItemStraightLine(m_canvas); // the canvas owns it
    line->setPen({palette().color(QPalette::Text), 1});
    line->point1->setCoords(keyOf(*m_chosen), 0);
    line->point2->setCoords(keyOf(*m_chosen), 1);
}

QString PlotView::chosenText() const
{
    if (!m_chosen || m_plot.isEmpty())
        return {};
    const QString words = plotWordsAt(m_plot, *m_chosen, m_zone);
    return words.isEmpty() ? tr("nothing is known then") : words;
}

void PlotView::choose(std::optional<WallTime> time)
{
    if (std::exchange(m_chosen, time) == time)
        return;
    m_isChanged = true;
    describe();
    draw();
}

void PlotView::chooseAsUser(std::optional<WallTime> time)
{
    choose(time);
    Q_EMIT chosen(time);
}

std::optional<WallTime> PlotView::timeAt(QPointF position) const
{
    const QPoint there = m_canvas->mapFrom(this, position.toPoint());
    if (m_plot.isEmpty() || !m_canvas->rect().contains(there))
        return std::nullopt;
    const double key = m_canvas->xAxis->pixelToCoord(there.x());
    const WallTime time(std::chrono::milliseconds(std::llround(key * 1000)));
    return std::clamp(time, m_plot.window.from, m_plot.window.to);
}

QRect PlotView::headRect() const
{
    return {kPlotPadding, kPlotPadding / 2, width() - 2 * kPlotPadding,
        fontMetrics().height() + kPlotPadding};
}

QString PlotView::textAt(QPoint position) const
{
    if (m_plot.isEmpty())
        return m_plot.emptyText;
    const QString words = timeAt(position) ? chosenText() : m_plot.summary;
    const bool isRead = m_chosen && fontMetrics().horizontalAdvance(words) <= m_legend.width();
    return isRead ? QString() : words;
}

bool PlotView::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto& help = *static_cast<QHelpEvent*>(event);
    const QString text = textAt(help.pos());
    QToolTip::showText(help.globalPos(), text.isEmpty() ? text : toolTipText(text), this,
        QRect(help.pos() - QPoint(1, 1), QSize(3, 3)));
    return true;
}

void PlotView::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    switch (event->type()) {
    case QEvent::PaletteChange:
    case QEvent::FontChange:
    case QEvent::StyleChange:
        m_isChanged = true;
        draw();
        break;
    default:
        break;
    }
}

void PlotView::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (m_isChanged)
        draw();
}

void PlotView::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    m_isChanged = true;
    draw();
}

void PlotView::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setPen(palette().color(hasFocus() ? QPalette::Link : QPalette::Mid));
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
    QFont bold = font();
    bold.setBold(true);
    painter.setFont(bold);
    painter.setPen(palette().color(QPalette::Text));
    QRect room = headRect();
    const QString title
        = painter.fontMetrics().elidedText(m_plot.title, Qt::ElideRight, room.width());
    painter.drawText(room, Qt::AlignVCenter | Qt::AlignLeft, title);
    room.setLeft(room.left() + painter.fontMetrics().horizontalAdvance(title) + kPlotPadding);
    painter.setFont(font());
    painter.setPen(palette().color(QPalette::PlaceholderText));
    if (m_plot.isEmpty()) {
        painter.drawText(
            rect().adjusted(kPlotPadding, headRect().bottom(), -kPlotPadding, -kPlotPadding),
            static_cast<int>(Qt::AlignCenter) | Qt::TextWordWrap, m_plot.emptyText);
        return;
    }
    painter.drawText(room, Qt::AlignVCenter | Qt::AlignLeft, valueAxis(m_plot, 1).unit);
    const QString chosen = chosenText();
    if (chosen.isEmpty())
        return paintLegend(painter, m_legend);
    painter.setPen(palette().color(QPalette::Text));
    painter.drawText(m_legend, Qt::AlignVCenter | Qt::AlignRight,
        fontMetrics().elidedText(chosen, Qt::ElideLeft, m_legend.width()));
}

int PlotView::sampleWidth(const PlotSeries& series) const
{
    return fontMetrics().horizontalAdvance(series.name) + kSample + 3 * kPlotPadding;
}

std::vector<std::vector<const PlotSeries*>> PlotView::legendLines(int width) const
{
    std::vector<std::vector<const PlotSeries*>> lines;
    int left = 0;
    for (const PlotSeries& one : m_plot.series) {
        if (!one.hasValues())
            continue;
        const int needed = sampleWidth(one);
        if (lines.empty() || needed > left) {
            lines.emplace_back();
            left = width;
        }
        lines.back().push_back(&one);
        left -= needed;
    }
    return lines;
}

/// Beside the title; if it is too wide, in lines below it.
QRect PlotView::legendPlace() const
{
    QFont bold = font();
    bold.setBold(true);
    const QRect head = headRect();
    QRect place = head;
    place.setLeft(head.left() + QFontMetrics(bold).horizontalAdvance(m_plot.title)
        + fontMetrics().horizontalAdvance(valueAxis(m_plot, 1).unit) + 3 * kPlotPadding);
    if (hasLegend() && legendLines(place.width()).size() > 1) {
        place = head.translated(0, head.height());
        place.setHeight(head.height() * static_cast<int>(legendLines(head.width()).size()));
    }
    return place;
}

bool PlotView::hasLegend() const
{
    return std::ranges::count_if(m_plot.series, &PlotSeries::hasValues) > 1;
}

void PlotView::paintLegend(QPainter& painter, const QRect& place) const
{
    if (!hasLegend())
        return;
    QRect room = place;
    room.setHeight(headRect().height());
    for (const auto& line : legendLines(place.width())) {
        QRect left = room;
        for (auto one = line.rbegin(); one != line.rend(); ++one)
            left.setRight(paintSample(painter, left, **one));
        room.translate(0, room.height());
    }
}

/// At the right end; returns what is left of it.
int PlotView::paintSample(QPainter& painter, QRect room, const PlotSeries& series) const
{
    painter.setPen(palette().color(QPalette::PlaceholderText));
    painter.drawText(room, Qt::AlignVCenter | Qt::AlignRight, series.name);
    room.setRight(room.right() - fontMetrics().horizontalAdvance(series.name) - kPlotPadding);
    painter.setPen(penOf(series.line, palette()));
    const int middle = room.center().y() + 1;
    painter.drawLine(room.right() - kSample, middle, room.right(), middle);
    return room.right() - kSample - 2 * kPlotPadding;
}

void PlotView::keyPressEvent(QKeyEvent* event)
{
    const bool isMove = event->key() == Qt::Key_Left || event->key() == Qt::Key_Right
        || event->key() == Qt::Key_Home || event->key() == Qt::Key_End;
    if (event->key() == Qt::Key_Escape && m_chosen)
        return chooseAsUser(std::nullopt);
    if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && m_chosen)
        return Q_EMIT opened(*m_chosen);
    if (!isMove || m_plot.isEmpty())
        return QWidget::keyPressEvent(event);
    const auto& points = std::ranges::find_if(m_plot.series, &PlotSeries::hasValues)->points;
    const auto count = static_cast<std::ptrdiff_t>(points.size());
    std::ptrdiff_t place = event->key() == Qt::Key_Home ? 0 : count - 1;
    if (m_chosen && (event->key() == Qt::Key_Left || event->key() == Qt::Key_Right)) {
        const auto here = std::ranges::lower_bound(points, *m_chosen, {}, &PlotPoint::at);
        place = here - points.begin() + (event->key() == Qt::Key_Left ? -1 : 1);
    }
    chooseAsUser(
        points[static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(place, 0, count - 1))].at);
}

void PlotView::mouseMoveEvent(QMouseEvent* event)
{
    QWidget::mouseMoveEvent(event);
    chooseAsUser(timeAt(event->position()));
}

void PlotView::mouseReleaseEvent(QMouseEvent* event)
{
    QWidget::mouseReleaseEvent(event);
    const auto time = timeAt(event->position());
    if (event->button() == Qt::LeftButton && time)
        Q_EMIT opened(*time);
}

void PlotView::leaveEvent(QEvent* event)
{
    QWidget::leaveEvent(event);
    chooseAsUser(std::nullopt);
}

void PlotView::focusInEvent(QFocusEvent* event)
{
    QWidget::focusInEvent(event);
    update();
}

void PlotView::focusOutEvent(QFocusEvent* event)
{
    QWidget::focusOutEvent(event);
    // Keep the time between plots.
    if (event->reason() != Qt::ActiveWindowFocusReason && event->reason() != Qt::PopupFocusReason
        && m_chosen && qobject_cast<PlotView*>(QApplication::focusWidget()) == nullptr)
        chooseAsUser(std::nullopt);
    update();
}

void shareCursor(std::span<PlotView* const> plots)
{
    for (const PlotView* const from : plots) {
        for (PlotView* const to : plots) {
            if (from != to)
                QObject::connect(from, &PlotView::chosen, to, &PlotView::choose);
        }
    }
}

} // namespace lockkeeper::ui
