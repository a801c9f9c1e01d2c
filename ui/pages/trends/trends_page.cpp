// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/trends/trends_page.h"

#include "ui/bridge/history/trends_source.h"
#include "ui/models/timeline/time_axis.h"
#include "ui/models/words/words.h"
#include "ui/widgets/basics.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/plot_view.h"
#include "ui/widgets/spoken.h"
#include "ui/widgets/table_view.h"

#include <QButtonGroup>
#include <QGridLayout>
#include <QPushButton>
#include <QStackedWidget>
#include <QTimer>
#include <algorithm>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace lockkeeper::ui {
namespace {

constexpr int kTwoColumns = 720; ///< minimum width in pixels
constexpr int kFewestContended = 3;
constexpr int kMostContended = 10;
constexpr int kStepsAround = 6;
constexpr int kPlotLines = 9; ///< minimum height in lines of text

std::chrono::milliseconds pauseFor(TrendSpan span)
{
    switch (span) {
    case TrendSpan::Hour:
        return 10s;
    case TrendSpan::Day:
        return 1min;
    case TrendSpan::Week:
    case TrendSpan::Month:
        break;
    }
    return 5min;
}

} // namespace

TrendsPage::TrendsPage(TrendsSource& source, const Clock& clock, QWidget* parent)
    : Page(parent)
    , m_source(source)
    , m_clock(clock)
    , m_head(new QHBoxLayout)
    , m_note(noteLabel(this))
    , m_spans(new QButtonGroup(this))
    , m_stack(new QStackedWidget(this))
    , m_empty(new EmptyState(this))
    , m_reader(new QTimer(this))
{
    auto* layout = boxLayout<QVBoxLayout>(this, {}, 0);
    createHead(*m_head);
    layout->addLayout(m_head);
    auto* scroll = scrolled(createPlots(), {}, this);
    scroll->setFocusPolicy(Qt::NoFocus);
    m_stack->addWidget(scroll);
    m_stack->addWidget(m_empty);
    m_stack->setCurrentWidget(m_empty);
    layout->addWidget(m_stack, 1);
    m_empty->setContent(tr("The history is being read"), {});
    setFirst(m_spans->button(static_cast<int>(TrendSpan::Hour)));
    connect(&m_source, &TrendsSource::loaded, this, &TrendsPage::showReport);
    connect(&m_source, &TrendsSource::failed, this, &TrendsPage::showFailure);
    m_reader->setObjectName(u"trendsReader"_s);
    connect(m_reader, &QTimer::timeout, this, &TrendsPage::ask);
}

void TrendsPage::createHead(QHBoxLayout& head)
{
    head.setContentsMargins(12, 8, 12, 8);
    head.setSpacing(8);
    head.addWidget(titleLabel(tr("Trends"), TextSize::Title, this));
    m_note->setObjectName(u"trendsNote"_s);
    head.addWidget(m_note, 1);
    head.addStretch();
    const auto add
        = [&](TrendSpan span, const QString& text, const QString& name, const QString& hint) {
              auto* button = new QPushButton(text, this);
              button->setObjectName(name);
              button->setCheckable(true);
              button->setAutoDefault(false);
              setTip(*button, hint);
              connect(button, &QPushButton::toggled, button, [button](bool isChecked) {
                  QFont font = button->font();
                  font.setBold(isChecked);
                  button->setFont(font);
              });
              m_spans->addButton(button, static_cast<int>(span));
              head.addWidget(button);
          };
    add(TrendSpan::Hour, tr("Hour"), u"hourButton"_s, tr("The last hour, by the minute"));
    add(TrendSpan::Day, tr("Day"), u"dayButton"_s,
        tr("The last 24 hours, by the quarter of an hour"));
    add(TrendSpan::Week, tr("Week"), u"weekButton"_s, tr("The last 7 days, by the hour"));
    add(TrendSpan::Month, tr("Month"), u"monthButton"_s, tr("The last 30 days, by the hour"));
    connect(m_spans, &QButtonGroup::idClicked, this, &TrendsPage::ask);
}

QWidget* TrendsPage::createPlots()
{
    auto* plots = new QWidget;
    m_grid = new QGridLayout(plots);
    m_grid->setContentsMargins(12, 0, 12, 12);
    m_grid->setSpacing(8);
    const QStringList names{
        u"heldPlot"_s, u"waitingPlot"_s, u"acquisitionsPlot"_s, u"handOversPlot"_s, u"stalePlot"_s};
    for (int i = 0; i < kTrendPlots; ++i) {
        auto* view = new PlotView(plots);
        view->setObjectName(names[i]);
        view->setMinimumHeight(kPlotLines * fontMetrics().height());
        view->setCursor(Qt::PointingHandCursor);
        connect(view, &PlotView::opened, this, &TrendsPage::requestTimeline);
        m_plots.at(static_cast<std::size_t>(i)) = view;
    }
    shareCursor(m_plots);
    m_contended = createTable();
    arrange(2);
    return plots;
}

QWidget* TrendsPage::createTable()
{
    auto* box = new QWidget;
    auto* layout = boxLayout<QVBoxLayout>(box, {}, 4);
    layout->addWidget(titleLabel(tr("Most contended"), TextSize::Body, box));
    m_table = new TableView(box);
    nameWidget(*m_table, u"contentionTable"_s, tr("Most contended"));
    m_table->setModel(&m_contention);
    m_table->setMinimumHeight(m_table->heightOfRows(kFewestContended));
    layout->addWidget(m_table, 1);
    connect(m_table, &TableView::rowOpened, this, [this](const QModelIndex& index) {
        if (index.isValid())
            Q_EMIT lockRequested(
                Resource(m_contention.rows()[static_cast<std::size_t>(index.row())].key()));
    });
    return box;
}

void TrendsPage::arrange(int columns)
{
    if (std::exchange(m_columns, columns) == columns)
        return;
    for (int i = 0; i < kTrendPlots; ++i)
        m_grid->addWidget(m_plots.at(static_cast<std::size_t>(i)), i / columns, i % columns);
    m_grid->addWidget(m_contended, kTrendPlots / columns, kTrendPlots % columns);
    const int rows = (kTrendPlots + columns) / columns;
    for (int row = 0; row <= kTrendPlots; ++row)
        m_grid->setRowStretch(row, row < rows ? 1 : 0);
    m_grid->setColumnStretch(0, 1);
    m_grid->setColumnStretch(1, columns > 1 ? 1 : 0);
}

PlotView& TrendsPage::plot(TrendPlot which)
{
    return *m_plots.at(static_cast<std::size_t>(which));
}

std::optional<TrendSpan> TrendsPage::span() const
{
    const int checked = m_spans->checkedId();
    return checked < 0 ? std::nullopt : std::optional(static_cast<TrendSpan>(checked));
}

void TrendsPage::setSpan(TrendSpan span)
{
    m_spans->button(static_cast<int>(span))->click();
}

void TrendsPage::showEvent(QShowEvent* event)
{
    Page::showEvent(event);
    ask();
}

void TrendsPage::hideEvent(QHideEvent* event)
{
    Page::hideEvent(event);
    m_reader->stop();
}

void TrendsPage::resizeEvent(QResizeEvent* event)
{
    Page::resizeEvent(event);
    arrange(width() >= kTwoColumns ? 2 : 1);
    placeNote();
}

void TrendsPage::placeNote()
{
    const int beside = width() - m_head->minimumSize().width() - 2 * m_head->spacing();
    const bool isBelow = m_note->fontMetrics().horizontalAdvance(m_note->text()) > beside;
    if (isBelow == (m_head->indexOf(m_note) < 0))
        return;
    auto& rows = static_cast<QVBoxLayout&>(*layout());
    if (isBelow) {
        m_head->removeWidget(m_note);
        m_note->setContentsMargins(12, 0, 12, 8);
        rows.insertWidget(1, m_note);
    } else {
        rows.removeWidget(m_note);
        m_note->setContentsMargins(0, 0, 0, 0);
        m_head->insertWidget(1, m_note, 1);
    }
}

void TrendsPage::ask()
{
    if (auto* const chosen = m_spans->checkedButton())
        setFirst(chosen);
    m_source.ask(span(), m_clock.wallNow());
    if (isVisible())
        m_reader->start(span() ? pauseFor(*span()) : 1s);
}

void TrendsPage::requestTimeline(WallTime time)
{
    Q_EMIT timelineRequested(time, kStepsAround * stepOf(*span()));
}

void TrendsPage::showReport(const TrendReportPtr& report)
{
    if (!report) {
        m_note->clear();
        tellNothingRecorded(*m_empty, m_recorder);
        return m_stack->setCurrentWidget(m_empty);
    }
    if (!span()) {
        m_spans->button(static_cast<int>(report->span))->setChecked(true);
        setFirst(m_spans->checkedButton());
    }
    for (int i = 0; i < kTrendPlots; ++i)
        m_plots.at(static_cast<std::size_t>(i))
            ->setPlot(trendPlot(static_cast<TrendPlot>(i), *report));
    m_contention.setTraffic(report->contended);
    m_table->setMinimumHeight(m_table->heightOfRows(
        std::clamp(m_contention.rowCount(), kFewestContended, kMostContended)));
    showNote(*report);
    m_stack->setCurrentIndex(0);
}

void TrendsPage::showNote(const TrendReport& report)
{
    const auto& steps = report.trends.steps;
    const QTimeZone zone = QTimeZone::systemTimeZone();
    QStringList parts{m_spans->button(static_cast<int>(report.span))->accessibleDescription(),
        zoneText(zone, report.window.to)};
    if (steps.empty())
        parts << tr("nothing was recorded in this time");
    else if (steps.front().from > report.window.from + report.trends.step)
        parts << tr("nothing before %1").arg(momentText(steps.front().from, zone));
    m_note->setText(parts.join(u"  \u00b7  "_s));
    placeNote();
}

void TrendsPage::showFailure(const Error& error)
{
    m_note->clear();
    m_empty->setContent(tr("The history can't be read"), errorText(error));
    m_stack->setCurrentWidget(m_empty);
}

} // namespace lockkeeper::ui
