// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/lab/lab_page.h"

#include "core/text/translate.h"
#include "core/words/lab_words.h"
#include "ui/look/glyphs.h"
#include "ui/look/palette.h"
#include "ui/models/words/words.h"
#include "ui/pages/lab/free_play_view.h"
#include "ui/pages/lab/run_view.h"
#include "ui/widgets/basics.h"
#include "ui/widgets/labels.h"

#include <QBuffer>
#include <QComboBox>
#include <QHeaderView>
#include <QListWidget>
#include <QPushButton>
#include <QResizeEvent>
#include <QScrollArea>
#include <QScrollBar>
#include <QShortcut>
#include <QToolButton>
#include <QTreeWidget>
#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {
namespace {

constexpr int kListWidth = 244;
constexpr int kSideWidth = 300;
constexpr int kRowHeight = 26;
constexpr int kRoomForSteps = 1080;
constexpr int kRoomForList = 880;
constexpr QSize kLeastPage(440, 180);
constexpr int kPicturesApart = 16;
constexpr int kExperiment = Qt::UserRole; ///< index in builtInExperiments()
constexpr std::chrono::milliseconds kFrame{40};
constexpr std::array kRates{0.25, 0.5, 1.0, 2.0, 4.0};
constexpr double kBigger = 1.25;
constexpr double kMostZoom = 2.0;

QString fromData(const std::string& english)
{
    return toQt(trData(english));
}

std::chrono::milliseconds timeOf(const lab::Recording& recording, SteadyTime at)
{
    return std::chrono::duration_cast<std::chrono::milliseconds>(at - recording.start);
}

} // namespace

LabPage::LabPage(LabRunner& runner, QWidget* parent)
    : Page(parent)
    , m_runner(runner)
    , m_chosen(&lab::builtInExperiments().front())
{
    auto* layout = boxLayout<QHBoxLayout>(this, {}, 0);
    layout->addWidget(createList());
    m_middle = createMiddle();
    m_free = new FreePlayView(m_runner, this);
    auto* column = new QVBoxLayout;
    column->setSpacing(0);
    column->addWidget(createBox());
    auto* row = new QHBoxLayout;
    row->setSpacing(0);
    row->addWidget(m_middle, 1);
    row->addWidget(createSteps());
    row->addWidget(m_free, 1);
    column->addLayout(row, 1);
    layout->addLayout(column, 1);
    connect(m_free, &FreePlayView::runningChanged, this, &LabPage::showButtons);
    connect(m_free, &FreePlayView::watchRequested, this, &LabPage::watchRequested);
    setFirst(m_list);
    connect(&m_runner, &LabRunner::seen, this,
        [this](const std::shared_ptr<const lab::Recording>& recording) {
            m_seen[m_isCure ? 1 : 0] = recording;
            if (!m_head)
                showSeen();
        });
    connect(&m_runner, &LabRunner::finished, this,
        [this](const std::shared_ptr<const LabResult>& result) {
            m_result = result;
            if (result->played)
                m_seen[m_isCure ? 1 : 0]
                    = std::make_shared<const lab::Recording>(result->played->recording);
            if (!m_head || result->error)
                showResult();
            showButtons();
        });
    m_advance.setInterval(kFrame);
    connect(&m_advance, &QTimer::timeout, this, &LabPage::advance);
    new QShortcut(
        QKeySequence::ZoomIn, this, [this] { zoom(kBigger); }, Qt::WidgetWithChildrenShortcut);
    new QShortcut(
        QKeySequence::ZoomOut, this, [this] { zoom(1 / kBigger); }, Qt::WidgetWithChildrenShortcut);
    new QShortcut(
        Qt::CTRL | Qt::Key_0, this, [this] { zoom(1 / kMostZoom); },
        Qt::WidgetWithChildrenShortcut);
    choose(m_chosen->name);
}

QWidget* LabPage::createList()
{
    m_list = new QTreeWidget(this);
    nameWidget(*m_list, u"labList"_s, tr("Experiments"));
    m_list->setHeaderHidden(true);
    // With rows, screen readers would select below another parent.
    m_list->setSelectionBehavior(QAbstractItemView::SelectItems);
    m_list->setRootIsDecorated(false);
    m_list->setItemsExpandable(false);
    m_list->setIndentation(12);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setFixedWidth(kListWidth);
    m_list->setTextElideMode(Qt::ElideRight);
    fillList();
    connectList();
    return m_list;
}

void LabPage::fillList()
{
    QTreeWidgetItem* group = nullptr;
    const auto& all = lab::builtInExperiments();
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (group == nullptr
            || group->data(0, kExperiment).toString().toStdString() != all[i].group) {
            group = new QTreeWidgetItem(m_list, {fromData(all[i].group)});
            group->setData(0, kExperiment, QString::fromStdString(all[i].group));
            group->setFlags(Qt::ItemIsEnabled);
            QFont bold = m_list->font();
            bold.setBold(true);
            group->setFont(0, bold);
            group->setSizeHint(0, QSize(0, kRowHeight));
        }
        auto* item = new QTreeWidgetItem(group, {fromData(all[i].title)});
        item->setSizeHint(0, QSize(0, kRowHeight));
        item->setData(0, kExperiment, static_cast<int>(i));
        item->setToolTip(0, toolTipText(fromData(all[i].question)));
    }
    m_freeItem = new QTreeWidgetItem(m_list, {tr("Free play")});
    m_freeItem->setSizeHint(0, QSize(0, kRowHeight));
    m_freeItem->setToolTip(0, toolTipText(tr("Contenders and masters that do what you tell them")));
    m_list->expandAll();
}

/// Showing lays out the list: show the first heading too.
void LabPage::showEvent(QShowEvent* event)
{
    Page::showEvent(event);
    if (m_chosen == &lab::builtInExperiments().front())
        QTimer::singleShot(0, m_list, &QTreeWidget::scrollToTop);
}

void LabPage::connectList()
{
    connect(m_list, &QTreeWidget::itemActivated, this, [this] {
        if (!isFree())
            play(false);
    });
    const auto goBeyond = [this](QTreeWidgetItem* heading, bool isUp) {
        QTreeWidgetItem* const above = isUp ? m_list->itemAbove(heading) : nullptr;
        m_list->setCurrentItem(above != nullptr ? above : heading->child(0));
    };
    const auto change = [this, goBeyond](QTreeWidgetItem* item, QTreeWidgetItem* before) {
        if (item == nullptr)
            return;
        if (item == m_freeItem)
            return showRoom();
        if (item->parent() == nullptr) {
            const bool isUp = before != nullptr && before->parent() == item;
            QTimer::singleShot(0, m_list, [=] { goBeyond(item, isUp); });
            return;
        }
        m_chosen = &lab::builtInExperiments()[static_cast<std::size_t>(
            item->data(0, kExperiment).toInt())];
        showRoom();
        showChosen();
    };
    connect(m_list, &QTreeWidget::currentItemChanged, this, change);
    connect(m_list, &QTreeWidget::itemSelectionChanged, this, &LabPage::followSelection);
}

/// Screen readers select without setting a current item.
void LabPage::followSelection()
{
    const QList<QTreeWidgetItem*> chosen = m_list->selectedItems();
    if (chosen.size() == 1 && chosen.front() != m_list->currentItem())
        m_list->setCurrentItem(chosen.front());
}

QWidget* LabPage::createBox()
{
    m_boxRow = new QWidget(this);
    auto* layout = boxLayout<QHBoxLayout>(m_boxRow, {16, 12, 16, 0});
    m_box = new QComboBox(this);
    nameWidget(*m_box, u"labBox"_s, tr("Experiments"));
    for (const lab::Experiment& one : lab::builtInExperiments())
        m_box->addItem(fromData(one.title), QString::fromStdString(one.name));
    m_box->addItem(tr("Free play"));
    connect(m_box, &QComboBox::activated, this, [this] {
        if (!choose(m_box->currentData().toString().toStdString()))
            chooseFreePlay();
    });
    layout->addWidget(m_box);
    return m_boxRow;
}

QWidget* LabPage::createMiddle()
{
    auto* middle = new QWidget(this);
    auto* layout = boxLayout<QVBoxLayout>(middle, {16, 12, 16, 12}, 8);
    m_title = titleLabel({}, TextSize::Title, this);
    m_title->setWordWrap(true);
    m_variant = captionLabel({}, this);
    m_variant->setWordWrap(true);
    layout->addWidget(m_title);
    layout->addWidget(m_variant);
    auto* pictures = new QWidget;
    auto* column = boxLayout<QVBoxLayout>(pictures, {}, kPicturesApart);
    m_fault = new RunView(pictures);
    nameWidget(*m_fault, u"faultPicture"_s, tr("Picture of the run"));
    m_cure = new RunView(pictures);
    nameWidget(*m_cure, u"curePicture"_s, tr("Picture of the run with the cure"));
    column->addWidget(m_fault);
    column->addWidget(m_cure);
    column->addStretch(1);
    pictures->setBackgroundRole(QPalette::Base);
    m_scroll = pictureArea(pictures, this);
    m_scroll->installEventFilter(this);
    layout->addWidget(m_scroll, 1);
    m_step = wrappingLabel({}, this);
    layout->addWidget(m_step);
    m_verdict = titleLabel({}, TextSize::Big, this);
    m_verdict->setObjectName(u"labVerdict"_s);
    m_verdict->setWordWrap(true);
    m_lesson = wrappingLabel({}, this);
    m_lesson->setObjectName(u"labLesson"_s);
    layout->addWidget(m_verdict);
    layout->addWidget(m_lesson);
    layout->addWidget(createControls());
    return middle;
}

QWidget* LabPage::createControls()
{
    auto* controls = new QWidget(this);
    auto* layout = boxLayout<QHBoxLayout>(controls);
    m_play = new QPushButton(this);
    m_play->setObjectName(u"labPlayButton"_s);
    m_playCure = new QPushButton(tr("Play the cure"), this);
    m_playCure->setObjectName(u"labCureButton"_s);
    m_speed = new QComboBox(this);
    nameWidget(*m_speed, u"labSpeed"_s, tr("Speed"));
    m_speed->setToolTip(tr("How fast it is played: the TTL of its locks"));
    m_speed->addItem(tr("Slow: 9 s"), static_cast<int>(lab::Speed::Slow));
    m_speed->addItem(tr("Real: 3 s"), static_cast<int>(lab::Speed::Real));
    m_speed->addItem(tr("Fast: 1/4 s"), static_cast<int>(lab::Speed::Fast));
    m_speed->setCurrentIndex(1);
    const auto tool = [&](const char16_t* name) {
        auto* button = new QToolButton(this);
        button->setObjectName(QString::fromUtf16(name));
        return button;
    };
    m_back = tool(u"labBackButton");
    m_back->setText(u"\u25c2"_s);
    m_back->setAccessibleName(tr("Step back"));
    m_back->setToolTip(tr("To the step before (Left)"));
    m_pause = tool(u"labPauseButton");
    m_on = tool(u"labOnButton");
    m_on->setText(u"\u25b8"_s);
    m_on->setAccessibleName(tr("Step on"));
    m_on->setToolTip(tr("To the next step (Right)"));
    m_replay = new QComboBox(this);
    nameWidget(*m_replay, u"labReplay"_s, tr("Speed of looking again"));
    m_replay->setToolTip(tr("How fast it is shown again (minus, plus)"));
    for (const double rate : kRates)
        m_replay->addItem(tr("%1 \u00d7", "so many times as fast").arg(QLocale().toString(rate)));
    m_replay->setCurrentIndex(static_cast<int>(std::ranges::find(kRates, 1.0) - kRates.begin()));
    layout->addWidget(m_play);
    layout->addWidget(m_playCure);
    layout->addSpacing(8);
    for (QWidget* const widget : std::initializer_list<QWidget*>{m_back, m_pause, m_on, m_replay})
        layout->addWidget(widget);
    layout->addStretch(1);
    layout->addWidget(m_speed);
    QWidget* before = m_play;
    for (QWidget* const next :
        std::initializer_list<QWidget*>{m_playCure, m_back, m_pause, m_on, m_replay, m_speed})
        setTabOrder(std::exchange(before, next), next);
    connect(m_back, &QToolButton::clicked, this, [this] { goStep(-1); });
    connect(m_pause, &QToolButton::clicked, this, &LabPage::pauseOrGoOn);
    connect(m_on, &QToolButton::clicked, this, [this] { goStep(1); });
    connect(m_play, &QPushButton::clicked, this, [this] {
        if (m_runner.isRunning())
            m_runner.stop();
        else
            play(false);
    });
    connect(m_playCure, &QPushButton::clicked, this, [this] { play(true); });
    return controls;
}

QWidget* LabPage::createSteps()
{
    m_side = new QWidget(this);
    m_side->setFixedWidth(kSideWidth);
    auto* layout = boxLayout<QVBoxLayout>(m_side, {0, 12, 0, 12});
    auto* caption = titleLabel(tr("Steps"), TextSize::Body, this);
    caption->setContentsMargins(12, 0, 0, 0);
    layout->addWidget(caption);
    m_steps = new QListWidget(this);
    nameWidget(*m_steps, u"labSteps"_s, tr("Steps"));
    m_steps->setFrameShape(QFrame::NoFrame);
    m_steps->setWordWrap(true);
    m_steps->setSpacing(4);
    m_steps->setTextElideMode(Qt::ElideNone);
    layout->addWidget(m_steps, 1);
    const auto goTo = [this](QListWidgetItem* item) { goToStep(m_steps->row(item)); };
    connect(m_steps, &QListWidget::itemClicked, this, goTo);
    connect(m_steps, &QListWidget::itemActivated, this, goTo);
    return m_side;
}

bool LabPage::choose(std::string_view name)
{
    QTreeWidgetItem* const item = itemOf(name);
    if (item != nullptr)
        m_list->setCurrentItem(item);
    return item != nullptr;
}

void LabPage::chooseFreePlay()
{
    m_list->setCurrentItem(m_freeItem);
}

bool LabPage::isFree() const
{
    return m_list->currentItem() == m_freeItem;
}

QTreeWidgetItem* LabPage::itemOf(std::string_view name) const
{
    for (int group = 0; group < m_list->topLevelItemCount(); ++group) {
        QTreeWidgetItem* const parent = m_list->topLevelItem(group);
        for (int row = 0; row < parent->childCount(); ++row) {
            QTreeWidgetItem* const item = parent->child(row);
            const auto place = static_cast<std::size_t>(item->data(0, kExperiment).toInt());
            if (lab::builtInExperiments()[place].name == name)
                return item;
        }
    }
    return nullptr;
}

const lab::Variant& LabPage::variant() const
{
    return m_isCure ? m_played->cure : m_played->fault;
}

lab::Speed LabPage::speed() const
{
    return static_cast<lab::Speed>(m_speed->currentData().toInt());
}

void LabPage::showWay(const lab::Variant& way)
{
    m_variant->setText(tr("%1  %2", "a question, a way to lock")
                           .arg(fromData(m_chosen->question), toQt(words::variantText(way))));
}

void LabPage::showChosen()
{
    m_title->setText(fromData(m_chosen->title));
    m_box->setCurrentIndex(m_box->findData(QString::fromStdString(m_chosen->name)));
    showWay(m_chosen->fault);
    if (m_runner.isRunning())
        return showButtons();
    m_played = nullptr;
    m_seen = {};
    m_result.reset();
    m_head.reset();
    m_advance.stop();
    m_fault->setPicture(
        [this, experiment = m_chosen](double width) {
            const lab::Recording nothing;
            return drawn(
                {*experiment, experiment->fault, nothing, {}, lab::ttlAt(lab::Speed::Real)}, width);
        },
        {});
    m_cure->clear();
    m_verdict->clear();
    m_lesson->clear();
    m_step->clear();
    m_scroll->verticalScrollBar()->setValue(0);
    listSteps();
    showButtons();
}

void LabPage::listSteps()
{
    m_steps->clear();
    for (const lab::Step& step : m_chosen->steps)
        m_steps->addItem(fromData(step.say));
}

void LabPage::play(bool isCure)
{
    const lab::Variant& way = isCure ? m_chosen->cure : m_chosen->fault;
    if (!m_runner.play(*m_chosen, way, speed()))
        return;
    if (m_played != m_chosen || !isCure) {
        m_cure->clear();
        m_seen = {};
    }
    m_seen[isCure ? 1 : 0].reset();
    m_result.reset();
    m_head.reset();
    m_advance.stop();
    m_played = m_chosen;
    m_isCure = isCure;
    m_playedAt = speed();
    showWay(way);
    m_verdict->setText(tr("The servers and contenders start\u2026"));
    m_verdict->setPalette(QPalette());
    m_lesson->clear();
    listSteps();
    m_fault->setFocus();
    showButtons();
}

output::Picture LabPage::drawn(output::RunToDraw run, double width) const
{
    const int pictures = m_seen[1] ? 2 : 1;
    run.room
        = (m_scroll->viewport()->height() - kPicturesApart * (pictures - 1)) / m_zoom / pictures;
    for (const auto& seen : m_seen) {
        if (seen)
            run.length = std::max(run.length, seen->end - seen->start);
    }
    return output::drawRun(run, width);
}

void LabPage::draw(
    RunView& view, const std::shared_ptr<const lab::Recording>& seen, const lab::Ruling& ruling)
{
    const bool isGoingOn = m_head || !m_result;
    const auto asked = [seen, ruling, experiment = m_played, way = &variant(), isGoingOn,
                           ttl = lab::ttlAt(m_playedAt, variant())]() -> output::RunToDraw {
        return {*experiment, *way, *seen, ruling, ttl, isGoingOn};
    };
    QString words;
    if (!isGoingOn) {
        for (const std::string& line : output::describeRun(asked()))
            words += QString::fromStdString(line) + u'\n';
    }
    view.setPicture([this, asked](double width) { return drawn(asked(), width); }, words);
}

void LabPage::showSeen()
{
    const auto& all = shown();
    if (!all)
        return;
    RunView& view = m_isCure ? *m_cure : *m_fault;
    const bool isFirst = view.isEmpty() && m_isCure;
    const auto seen = std::make_shared<lab::Recording>(m_head ? lab::until(*all, *m_head) : *all);
    const lab::Ruling ruling = lab::judge(*seen, variant().masters);
    draw(view, seen, ruling);
    if (isFirst) // after the layout
        QTimer::singleShot(
            0, this, [this] { m_scroll->verticalScrollBar()->setValue(m_cure->y()); });
    if (m_head) {
        m_verdict->setPalette(QPalette());
        m_lesson->clear();
    }
    (m_isCure ? m_fault : m_cure)->redraw();
    const lab::Outcome& outcome = m_played->fault.outcome;
    const bool mayStillBe = (m_head || !m_result) && !ruling.isHarm(outcome);
    const QString ruled = toQt(words::rulingText(ruling, mayStillBe ? lab::Outcome() : outcome));
    m_verdict->setText(mayStillBe ? tr("So far: %1").arg(ruled) : ruled);
    showSteps(*seen);
}

void LabPage::showSteps(const lab::Recording& recording)
{
    const auto reached = static_cast<int>(recording.steps.size());
    for (int row = 0; row < m_steps->count() && row < reached; ++row) {
        const lab::Reached& step = recording.steps[static_cast<std::size_t>(row)];
        const QString say = fromData(m_played->steps[step.step].say);
        m_steps->item(row)->setText(
            tr("%1  (%2)", "a step, its time")
                .arg(say, toQt(words::runTimeText(timeOf(recording, step.at)))));
    }
    if (reached == 0 || m_steps->currentRow() == reached - 1)
        return;
    m_steps->setCurrentRow(reached - 1);
    m_step->setText(fromData(m_played->steps[static_cast<std::size_t>(reached - 1)].say));
}

void LabPage::showResult()
{
    if (m_result->error) {
        m_head.reset();
        m_advance.stop();
        m_verdict->setText(tr("Nothing is ruled: %1").arg(errorText(*m_result->error)));
        return;
    }
    showSeen();
    const lab::Played& played = *m_result->played;
    const bool isWell = !played.ruling.isHarm(m_played->fault.outcome);
    setTone(*m_verdict, isWell ? Tone::Good : Tone::Bad);
    m_lesson->setText(fromData(variant().lesson));
    if (!played.isAsPredicted)
        m_lesson->setText(tr("That is not what was predicted. Play it again: the machine may be "
                             "busy."));
    if (QTreeWidgetItem* const item = itemOf(m_played->name))
        item->setIcon(0, glyphIcon(Glyph::Done));
    (m_isCure || !isWell ? m_playCure : m_play)->setFocus();
}

bool LabPage::isMoving() const
{
    return m_advance.isActive() || (m_runner.isRunning() && !m_head);
}

void LabPage::pauseOrGoOn()
{
    const auto& all = shown();
    if (!all)
        return;
    if (isMoving()) {
        m_head = m_head.value_or(all->end);
        m_advance.stop();
    } else {
        m_head = m_head.value_or(all->start);
        m_advance.start();
    }
    showSeen();
    showButtons();
}

void LabPage::advance()
{
    const auto& all = shown();
    if (!all || !m_head)
        return m_advance.stop();
    *m_head += std::chrono::duration_cast<SteadyTime::duration>(
        kFrame * kRates[static_cast<std::size_t>(m_replay->currentIndex())]);
    if (*m_head < all->end)
        return showSeen();
    m_head.reset();
    m_advance.stop();
    if (m_result)
        showResult();
    else
        showSeen();
    showButtons();
}

void LabPage::goStep(int direction)
{
    const auto& all = shown();
    if (!all)
        return;
    const SteadyTime now = m_head.value_or(all->end);
    std::optional<SteadyTime> to;
    for (const lab::Reached& step : all->steps) {
        if (direction < 0 ? step.at < now : step.at > now && !to)
            to = step.at;
    }
    stayAt(direction < 0 ? to.value_or(all->start) : to);
}

void LabPage::goToStep(int row)
{
    const auto& all = shown();
    if (!all || row < 0 || static_cast<std::size_t>(row) >= all->steps.size())
        return;
    stayAt(all->steps[static_cast<std::size_t>(row)].at);
}

void LabPage::stayAt(std::optional<SteadyTime> time)
{
    m_advance.stop();
    m_head = time;
    if (!m_head && !m_result)
        m_head = shown()->end;
    if (!m_head)
        showResult();
    else
        showSeen();
    showButtons();
}

bool LabPage::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_scroll || event->type() != QEvent::KeyPress)
        return Page::eventFilter(watched, event);
    auto* const key = static_cast<QKeyEvent*>(event);
    if (key->modifiers() != Qt::NoModifier
        || (key->key() != Qt::Key_Left && key->key() != Qt::Key_Right))
        return Page::eventFilter(watched, event);
    keyPressEvent(key);
    return true;
}

void LabPage::setRate(int place)
{
    m_replay->setCurrentIndex(std::clamp(place, 0, m_replay->count() - 1));
}

void LabPage::zoom(double factor)
{
    m_zoom = std::clamp(m_zoom * factor, 1.0, kMostZoom);
    m_fault->setZoom(m_zoom);
    m_cure->setZoom(m_zoom);
    m_free->setZoom(m_zoom);
}

void LabPage::keyPressEvent(QKeyEvent* event)
{
    if (event->modifiers().testFlag(Qt::ControlModifier)
        || event->modifiers().testFlag(Qt::AltModifier))
        return Page::keyPressEvent(event);
    if (isFree())
        return Page::keyPressEvent(event);
    switch (event->key()) {
    case Qt::Key_Space:
        return pauseOrGoOn();
    case Qt::Key_Left:
        return goStep(-1);
    case Qt::Key_Right:
        return goStep(1);
    case Qt::Key_Minus:
        return setRate(m_replay->currentIndex() - 1);
    case Qt::Key_Plus:
        return setRate(m_replay->currentIndex() + 1);
    case Qt::Key_R:
        return play(m_isCure && m_played == m_chosen);
    case Qt::Key_C:
        return play(true);
    case Qt::Key_N:
        if (QTreeWidgetItem* const next = nextExperiment())
            m_list->setCurrentItem(next);
        return;
    default:
        return Page::keyPressEvent(event);
    }
}

QTreeWidgetItem* LabPage::nextExperiment() const
{
    QTreeWidgetItem* next = m_list->itemBelow(m_list->currentItem());
    while (next != nullptr && next->parent() == nullptr)
        next = m_list->itemBelow(next);
    return m_runner.isRunning() ? nullptr : next;
}

QString LabPage::pictureName() const
{
    if (isFree())
        return u"free-play"_s;
    return QString::fromStdString((m_played ? m_played : m_chosen)->name);
}

std::string LabPage::asSvg(bool isCure) const
{
    if (isFree())
        return isCure ? std::string() : m_free->asSvg();
    const auto& all = m_seen[isCure ? 1 : 0];
    if (m_played == nullptr || !all)
        return {};
    lab::Recording seen = *all;
    const lab::Variant& way = isCure ? m_played->cure : m_played->fault;
    const lab::Ruling ruling = lab::judge(seen, way.masters);
    return output::svgOf({*m_played, way, seen, ruling, lab::ttlAt(m_playedAt, way)});
}

QByteArray LabPage::asPng() const
{
    constexpr int kScale = 2;
    RunView& run = m_isCure ? *m_cure : *m_fault;
    RunView& view = isFree() ? m_free->picture() : run;
    QPixmap pixels(view.size() * kScale);
    pixels.setDevicePixelRatio(kScale);
    view.render(&pixels);
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    pixels.save(&buffer, "PNG");
    return bytes;
}

std::string LabPage::asMarkdown(const QString& name) const
{
    if (isFree())
        return "# " + tr("Free play").toStdString() + "\n\n![" + tr("Free play").toStdString()
            + "](" + name.toStdString() + ".svg)\n";
    const lab::Experiment& shown = m_played ? *m_played : *m_chosen;
    std::string text
        = "# " + std::string(trData(shown.title)) + "\n\n" + trData(shown.question) + "\n";
    for (const bool isCure : {false, true}) {
        const auto& all = m_seen[isCure ? 1 : 0];
        if (!all)
            continue;
        lab::Recording seen = *all;
        const lab::Variant& way = isCure ? shown.cure : shown.fault;
        const lab::Ruling ruling = lab::judge(seen, way.masters);
        text += "\n## " + words::variantText(way) + "\n\n!["
            + words::rulingText(ruling, shown.fault.outcome) + "](" + name.toStdString()
            + (isCure ? "-cure" : "") + ".svg)\n\n";
        for (const lab::Reached& step : seen.steps)
            text += "1. " + words::runTimeText(timeOf(seen, step.at)) + ": "
                + trData(shown.steps[step.step].say) + "\n";
        text += "\n**" + words::rulingText(ruling, shown.fault.outcome) + "** " + trData(way.lesson)
            + "\n";
    }
    return text;
}

void LabPage::showButtons()
{
    const bool isRunning = m_runner.isRunning();
    m_play->setText(isRunning ? tr("Stop") : m_played == m_chosen ? tr("Play again") : tr("Play"));
    m_play->setEnabled(m_runner.canPlay());
    m_playCure->setEnabled(m_runner.canPlay() && !isRunning);
    m_speed->setEnabled(!isRunning);
    m_list->setEnabled(!isRunning);
    m_box->setEnabled(!isRunning);
    const bool hasSeen = shown() != nullptr;
    for (QWidget* const widget : std::initializer_list<QWidget*>{m_back, m_pause, m_on, m_replay})
        widget->setEnabled(hasSeen || isRunning);
    const bool isMoves = isMoving();
    m_pause->setIcon(glyphIcon(isMoves ? Glyph::Pause : Glyph::Play));
    const QString what = isMoves ? tr("Pause the picture (Space)") : tr("Show it (Space)");
    m_pause->setToolTip(what);
    m_pause->setAccessibleName(isMoves ? tr("Pause") : tr("Show"));
}

void LabPage::resizeEvent(QResizeEvent* event)
{
    Page::resizeEvent(event);
    showRoom();
    m_fault->redraw();
    m_cure->redraw();
}

/// As if small: independent of the arrangement.
QSize LabPage::minimumSizeHint() const
{
    return Page::minimumSizeHint().boundedTo(kLeastPage);
}

void LabPage::showRoom()
{
    const bool hasSteps = width() >= kRoomForSteps;
    m_side->setVisible(hasSteps && !isFree());
    m_step->setVisible(!hasSteps);
    setTextSize(*m_verdict, hasSteps ? TextSize::Big : TextSize::Title);
    m_middle->setVisible(!isFree());
    m_free->setVisible(isFree());
    const bool hasList = width() >= kRoomForList;
    m_list->setVisible(hasList);
    m_title->setVisible(hasList);
    m_boxRow->setVisible(!hasList);
    if (isFree())
        m_box->setCurrentIndex(m_box->count() - 1);
    setFirst(hasList ? static_cast<QWidget*>(m_list) : m_box);
}

} // namespace lockkeeper::ui
