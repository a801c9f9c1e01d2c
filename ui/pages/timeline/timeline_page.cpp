// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/timeline/timeline_page.h"

#include "ui/bridge/history/timeline_source.h"
#include "ui/models/timeline/timeline_words.h"
#include "ui/models/words/words.h"
#include "ui/pages/timeline/timeline_view.h"
#include "ui/widgets/basics.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/spoken.h"

#include <QComboBox>
#include <QCursor>
#include <QLineEdit>
#include <QPushButton>
#include <QStackedWidget>
#include <QToolTip>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace lockkeeper::ui {
namespace {

constexpr auto kTick = 100ms;
constexpr auto kReadSoon = 1s;
constexpr auto kReadLater = 10s;
constexpr double kZoomStep = 1.5;

} // namespace

TimelinePage::TimelinePage(TimelineSource& source, const Clock& clock, QWidget* parent)
    : Page(parent)
    , m_source(source)
    , m_clock(clock)
    , m_view(new TimelineView(clock, this))
    , m_empty(new EmptyState(this))
    , m_stack(new QStackedWidget(this))
    , m_note(noteLabel(this))
    , m_detail(wrappingLabel({}, this))
    , m_filter(new QLineEdit(this))
    , m_time(new QLineEdit(this))
    , m_order(new QComboBox(this))
{
    auto* layout = boxLayout<QVBoxLayout>(this, {}, 0);
    auto* head = new QHBoxLayout;
    createHead(*head);
    layout->addLayout(head);
    auto* tools = new QHBoxLayout;
    createTools(*tools);
    layout->addLayout(tools);
    m_stack->addWidget(m_view);
    m_stack->addWidget(m_empty);
    m_stack->setCurrentWidget(m_empty);
    layout->addWidget(m_stack, 1);
    auto* below = boxLayout<QHBoxLayout>(nullptr, {12, 8, 12, 8});
    m_detail->setObjectName(u"timelineDetail"_s);
    below->addWidget(m_detail, 1);
    m_show = button(tr("Show the lock"), u"showLockButton"_s, {});
    below->addWidget(m_show);
    layout->addLayout(below);
    setFirst(m_view);
    m_empty->setContent(tr("The history is being read"), {});
    connectSource();
    connectView();
    showSelected();
}

QPushButton* TimelinePage::button(const QString& text, const QString& name, const QString& hint)
{
    auto* made = namedButton(text, name, this);
    setTip(*made, hint);
    return made;
}

void TimelinePage::createHead(QHBoxLayout& head)
{
    head.setContentsMargins(12, 8, 12, 4);
    head.setSpacing(8);
    head.addWidget(titleLabel(tr("Timeline"), TextSize::Title, this));
    head.addWidget(m_note, 1);
    auto* out = button(tr("\u2212"), u"zoomOutButton"_s, tr("Show more time (-)"));
    auto* in = button(tr("+"), u"zoomInButton"_s, tr("Show less time (+)"));
    out->setAccessibleName(tr("Zoom out"));
    in->setAccessibleName(tr("Zoom in"));
    auto* all = button(tr("All"), u"allTimesButton"_s, tr("Show all that was recorded (0)"));
    m_now = button(tr("Now"), u"nowButton"_s, tr("Go to the present and follow it (End)"));
    m_now->setCheckable(true);
    m_export = button(
        tr("Export\u2026"), u"exportPictureButton"_s, tr("Save the picture as SVG or PNG"));
    for (QPushButton* one : {out, in, all, m_now, m_export})
        head.addWidget(one);
    for (QPushButton* one : {out, in})
        one->setFixedWidth(one->sizeHint().height() + 4);
    connect(out, &QPushButton::clicked, m_view, [this] { m_view->zoom(kZoomStep); });
    connect(in, &QPushButton::clicked, m_view, [this] { m_view->zoom(1 / kZoomStep); });
    connect(all, &QPushButton::clicked, m_view, &TimelineView::showAll);
    connect(m_now, &QPushButton::clicked, m_view, &TimelineView::followNow);
    connect(m_export, &QPushButton::clicked, this, &TimelinePage::exportRequested);
}

void TimelinePage::createTools(QHBoxLayout& tools)
{
    tools.setContentsMargins(12, 0, 12, 8);
    tools.setSpacing(8);
    m_filter->setObjectName(u"timelineFilterLineEdit"_s);
    m_filter->setPlaceholderText(tr("Filter resources"));
    m_filter->setAccessibleName(tr("Filter resources"));
    m_filter->setClearButtonEnabled(true);
    m_filter->setMaximumWidth(240);
    nameWidget(*m_order, u"timelineOrderComboBox"_s, tr("Order of the rows"));
    m_order->addItems({tr("By name"), tr("Latest first")});
    m_time->setObjectName(u"goToTimeLineEdit"_s);
    m_time->setPlaceholderText(tr("Go to time: 03:02 or 2026-11-24 03:02"));
    m_time->setAccessibleName(tr("Go to time"));
    setTip(*m_time, tr("A time of day is the latest one. Return goes there."));
    m_time->setClearButtonEnabled(true);
    m_time->setMinimumWidth(150);
    m_time->setMaximumWidth(300);
    m_brush = button({}, u"clearBrushButton"_s, tr("Show all resources again (Escape)"));
    m_brush->hide();
    tools.addWidget(m_filter, 2);
    tools.addWidget(m_order);
    tools.addWidget(m_time, 3);
    tools.addWidget(m_brush);
    tools.addStretch(1);
    connect(m_filter, &QLineEdit::textChanged, this, &TimelinePage::ask);
    connect(m_order, &QComboBox::activated, this, &TimelinePage::ask);
    connect(m_time, &QLineEdit::returnPressed, this, &TimelinePage::goToTyped);
    connect(m_brush, &QPushButton::clicked, m_view, [this] { m_view->setBrush(std::nullopt); });
}

void TimelinePage::connectSource()
{
    connect(&m_source, &TimelineSource::loaded, this, &TimelinePage::showPicture);
    connect(&m_source, &TimelineSource::answered, this, &TimelinePage::showAnswer);
    connect(&m_source, &TimelineSource::failed, this, &TimelinePage::showFailure);
    connect(&m_reader, &QTimer::timeout, this, &TimelinePage::ask);
    connect(&m_ticker, &QTimer::timeout, m_view, &TimelineView::tick);
}

void TimelinePage::connectView()
{
    connect(m_view, &TimelineView::pictureWanted, this, &TimelinePage::ask);
    connect(m_view, &TimelineView::moved, this, &TimelinePage::showNote);
    connect(m_view, &TimelineView::rowOpened, this, &TimelinePage::requestSelected);
    connect(m_show, &QPushButton::clicked, this, &TimelinePage::requestSelected);
    connect(m_view, &TimelineView::ownerWanted, &m_source, &TimelineSource::askOwner);
    connect(m_view, &TimelineView::brushChanged, this, [this] {
        ask();
        showNote();
    });
    connect(m_view, &TimelineView::currentRowChanged, this, [this] {
        m_selected.reset();
        showSelected();
        const auto* row = m_view->camera().currentRow();
        if (const auto at = m_view->scene().marker; at && row)
            m_source.askOwner(row->id, *at, TimelineAnswer::Purpose::Select);
    });
    connect(m_view, &TimelineView::neighbourWanted, this, [this](bool isLater) {
        if (m_selected && m_selected->interval)
            m_source.askNeighbour(m_selected->row,
                {.id = m_selected->id, .from = m_selected->interval->firstSeen}, isLater);
        else if (const auto* row = m_view->camera().currentRow())
            m_source.askNeighbour(row->id,
                {.from = isLater ? m_view->scene().scale.window().from
                                 : m_view->scene().scale.window().to},
                isLater);
    });
}

void TimelinePage::showEvent(QShowEvent* event)
{
    Page::showEvent(event);
    m_ticker.start(kTick);
    m_reader.start(kReadSoon);
    ask();
}

void TimelinePage::hideEvent(QHideEvent* event)
{
    Page::hideEvent(event);
    m_ticker.stop();
    m_reader.stop();
}

void TimelinePage::ask()
{
    TimelineQuestion question = m_view->question();
    question.filter = m_filter->text();
    question.order = m_order->currentIndex() == 1 ? RowOrder::Latest : RowOrder::Name;
    question.ownedIn = m_view->scene().brush;
    m_source.ask(question);
}

void TimelinePage::showPicture(const TimelinePicturePtr& picture)
{
    m_view->setPicture(picture);
    m_export->setEnabled(picture != nullptr);
    if (!picture)
        tellNothingRecorded(*m_empty, m_recorder);
    m_stack->setCurrentWidget(picture ? static_cast<QWidget*>(m_view) : m_empty);
    // Read less often when a pixel is a long time.
    if (picture && m_reader.isActive())
        m_reader.start(std::clamp<std::chrono::milliseconds>(
            picture->question.pixel / 4, kReadSoon, kReadLater));
    showNote();
    showSelected();
    if (m_selected && m_selected->interval && !m_selected->interval->end)
        m_source.askOwner(
            m_selected->row, m_selected->interval->firstSeen, TimelineAnswer::Purpose::Refresh);
}

void TimelinePage::showFailure(const Error& error)
{
    m_view->setPicture(nullptr);
    m_export->setEnabled(false);
    m_empty->setContent(tr("The history can't be read"), errorText(error));
    m_stack->setCurrentWidget(m_empty);
}

void TimelinePage::showNote()
{
    const TimelineScene& scene = m_view->scene();
    m_now->setChecked(m_view->camera().isFollowing());
    m_brush->setVisible(scene.brush.has_value());
    if (scene.brush)
        m_brush->setText(
            tr("Owned %1  \u2715").arg(rangeText(scene.brush->from, scene.brush->to, scene.zone)));
    if (!scene.picture)
        return m_note->clear();
    const auto count = scene.picture->rows->size();
    QStringList parts{count == 1 ? tr("1 resource") : tr("%L1 resources").arg(count),
        durationText(std::chrono::duration_cast<std::chrono::milliseconds>(scene.scale.span()))};
    if (scene.now - scene.picture->recorded.to > 1min)
        parts << tr("nothing was recorded since %1")
                     .arg(momentText(scene.picture->recorded.to, scene.zone));
    m_note->setText(parts.join(u"  \u00b7  "_s));
}

void TimelinePage::showAnswer(const TimelineAnswer& answer)
{
    const QTimeZone& zone = m_view->scene().zone;
    if (answer.purpose == TimelineAnswer::Purpose::Tell) {
        if (answer.interval && m_view->underMouse())
            QToolTip::showText(QCursor::pos(), toolTipText(intervalText(*answer.interval, zone)),
                m_view->viewport());
        return;
    }
    const history::ResourceRow* row = m_view->camera().currentRow();
    if (!row || row->id != answer.row)
        return;
    m_selected = answer;
    m_view->setSelected(answer);
    showSelected();
}

void TimelinePage::showSelected()
{
    const QString words = m_view->camera().wordsAt(m_view->scene().currentRow);
    m_show->setEnabled(!words.isEmpty());
    if (!m_view->scene().picture)
        return m_detail->clear();
    m_detail->setText(words.isEmpty()
            ? tr("Click a bar to read about it. Drag to see who held anything in that time.")
            : words);
}

void TimelinePage::goTo(WallTime time, std::chrono::milliseconds span)
{
    m_view->goTo(time, span);
}

void TimelinePage::goToTyped()
{
    const auto time = typedTime(m_time->text(), m_clock.wallNow(), m_view->scene().zone);
    if (!time)
        return m_detail->setText(tr("That is no time. Type 03:02, 03:02:05 or 2026-11-24 03:02."));
    m_view->goTo(*time);
    if (m_view->scene().currentRow < 0)
        m_view->setCurrentRow(0);
    else if (const auto* row = m_view->camera().currentRow())
        m_source.askOwner(row->id, *time, TimelineAnswer::Purpose::Select);
    m_view->setFocus();
}

bool TimelinePage::focusFilter()
{
    m_filter->setFocus();
    m_filter->selectAll();
    return true;
}

std::optional<Resource> TimelinePage::subject() const
{
    const history::ResourceRow* const row = m_view->camera().currentRow();
    return row != nullptr ? std::optional(row->resource) : std::nullopt;
}

void TimelinePage::requestSelected()
{
    if (const auto resource = subject())
        Q_EMIT lockRequested(*resource);
}

} // namespace lockkeeper::ui
