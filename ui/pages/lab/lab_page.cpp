// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/lab/lab_page.h"

#include "core/text/translate.h"
#include "core/words/lab_words.h"
#include "ui/look/glyphs.h"
#include "ui/look/palette.h"
#include "ui/models/words/words.h"
#include "ui/pages/lab/run_view.h"
#include "ui/widgets/labels.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QHeaderView>
#include <QListWidget>
#include <QPushButton>
#include <QResizeEvent>
#include <QScrollArea>
#include <QTreeWidget>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {
namespace {

constexpr int kListWidth = 244;
constexpr int kSideWidth = 300;
constexpr int kRowHeight = 26;
constexpr int kRoomForSteps = 1080; ///< a narrower page shows the present step only
constexpr int kRoomForList = 720;
constexpr int kExperiment = Qt::UserRole; ///< its place in builtInExperiments()

QString fromData(const std::string& english)
{
    return QString::fromStdString(trData(english));
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
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(createList());
    layout->addWidget(createMiddle(), 1);
    layout->addWidget(createSteps());
    setFirst(m_list);
    connect(&m_runner, &LabRunner::seen, this,
        [this](const std::shared_ptr<const lab::Recording>& recording) {
            lab::Recording seen = *recording;
            const lab::Ruling ruling = lab::judge(seen, variant().masters);
            showSeen(seen, ruling, true);
        });
    connect(&m_runner, &LabRunner::finished, this,
        [this](const std::shared_ptr<const LabResult>& result) { showResult(*result); });
    choose(m_chosen->name);
}

QWidget* LabPage::createList()
{
    m_list = new QTreeWidget(this);
    m_list->setObjectName(u"labList"_s);
    m_list->setAccessibleName(tr("Experiments"));
    m_list->setHeaderHidden(true);
    m_list->setRootIsDecorated(false);
    m_list->setItemsExpandable(false);
    m_list->setIndentation(12);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setFixedWidth(kListWidth);
    m_list->setTextElideMode(Qt::ElideRight);
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
    m_list->expandAll();
    connect(m_list, &QTreeWidget::itemActivated, this, [this] { play(false); });
    connect(m_list, &QTreeWidget::currentItemChanged, this, [this](QTreeWidgetItem* item) {
        if (item == nullptr || item->parent() == nullptr)
            return;
        m_chosen = &lab::builtInExperiments()[static_cast<std::size_t>(
            item->data(0, kExperiment).toInt())];
        showChosen();
    });
    return m_list;
}

QWidget* LabPage::createMiddle()
{
    auto* middle = new QWidget(this);
    auto* layout = new QVBoxLayout(middle);
    layout->setContentsMargins(16, 12, 16, 12);
    layout->setSpacing(8);
    m_title = titleLabel({}, 3, this);
    m_title->setWordWrap(true);
    m_variant = captionLabel({}, this);
    layout->addWidget(m_title);
    layout->addWidget(m_variant);
    auto* pictures = new QWidget;
    auto* column = new QVBoxLayout(pictures);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(16);
    m_fault = new RunView(pictures);
    m_fault->setObjectName(u"faultPicture"_s);
    m_fault->setAccessibleName(tr("Picture of the run"));
    m_cure = new RunView(pictures);
    m_cure->setObjectName(u"curePicture"_s);
    m_cure->setAccessibleName(tr("Picture of the run with the cure"));
    column->addWidget(m_fault);
    column->addWidget(m_cure);
    column->addStretch(1);
    pictures->setBackgroundRole(QPalette::Base);
    m_scroll = new QScrollArea(this);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setBackgroundRole(QPalette::Base);
    m_scroll->setWidgetResizable(true);
    m_scroll->setWidget(pictures);
    layout->addWidget(m_scroll, 1);
    m_step = wrappingLabel({}, this);
    layout->addWidget(m_step);
    m_verdict = titleLabel({}, 4, this);
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
    auto* layout = new QHBoxLayout(controls);
    layout->setContentsMargins(0, 0, 0, 0);
    m_play = new QPushButton(this);
    m_play->setObjectName(u"labPlayButton"_s);
    m_playCure = new QPushButton(tr("Play the cure"), this);
    m_playCure->setObjectName(u"labCureButton"_s);
    m_speed = new QComboBox(this);
    m_speed->setObjectName(u"labSpeed"_s);
    m_speed->setAccessibleName(tr("Speed"));
    m_speed->addItem(tr("Slow: a TTL of 9 s"), static_cast<int>(lab::Speed::Slow));
    m_speed->addItem(tr("Real: a TTL of 3 s"), static_cast<int>(lab::Speed::Real));
    m_speed->addItem(tr("Fast: a TTL of 1/4 s"), static_cast<int>(lab::Speed::Fast));
    m_speed->setCurrentIndex(1);
    layout->addWidget(m_play);
    layout->addWidget(m_playCure);
    layout->addStretch(1);
    layout->addWidget(m_speed);
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
    auto* layout = new QVBoxLayout(m_side);
    layout->setContentsMargins(0, 12, 0, 12);
    auto* caption = titleLabel(tr("Steps"), 0, this);
    caption->setContentsMargins(12, 0, 0, 0);
    layout->addWidget(caption);
    m_steps = new QListWidget(this);
    m_steps->setObjectName(u"labSteps"_s);
    m_steps->setAccessibleName(tr("Steps"));
    m_steps->setFrameShape(QFrame::NoFrame);
    m_steps->setWordWrap(true);
    m_steps->setSpacing(3);
    m_steps->setTextElideMode(Qt::ElideNone);
    layout->addWidget(m_steps, 1);
    return m_side;
}

bool LabPage::choose(std::string_view name)
{
    for (int group = 0; group < m_list->topLevelItemCount(); ++group) {
        QTreeWidgetItem* const parent = m_list->topLevelItem(group);
        for (int row = 0; row < parent->childCount(); ++row) {
            QTreeWidgetItem* const item = parent->child(row);
            const auto place = static_cast<std::size_t>(item->data(0, kExperiment).toInt());
            if (lab::builtInExperiments()[place].name != name)
                continue;
            m_list->setCurrentItem(item);
            return true;
        }
    }
    return false;
}

const lab::Variant& LabPage::variant() const
{
    return m_isCure ? m_played->cure : m_played->fault;
}

lab::Speed LabPage::speed() const
{
    return static_cast<lab::Speed>(m_speed->currentData().toInt());
}

/// The question, and the way to lock.
void LabPage::showWay(const lab::Variant& way)
{
    m_variant->setText(
        tr("%1  %2", "a question, a way to lock")
            .arg(fromData(m_chosen->question), QString::fromStdString(words::variantText(way))));
}

/// What is chosen, before it is played.
void LabPage::showChosen()
{
    m_title->setText(fromData(m_chosen->title));
    showWay(m_chosen->fault);
    if (m_runner.isRunning())
        return showButtons();
    m_played = nullptr;
    // The lanes, before anything happens in them.
    m_fault->setPicture(
        [experiment = m_chosen](double width) {
            const lab::Recording nothing;
            return output::drawRun(
                {*experiment, experiment->fault, nothing, {}, lab::ttlAt(lab::Speed::Real)}, width);
        },
        {});
    m_cure->clear();
    m_verdict->clear();
    m_lesson->clear();
    m_step->clear();
    m_steps->clear();
    for (const lab::Step& step : m_chosen->steps)
        m_steps->addItem(fromData(step.say));
    showButtons();
}

void LabPage::play(bool isCure)
{
    const lab::Variant& way = isCure ? m_chosen->cure : m_chosen->fault;
    if (!m_runner.play(*m_chosen, way, speed()))
        return;
    if (m_played != m_chosen || !isCure)
        m_cure->clear();
    m_played = m_chosen;
    m_isCure = isCure;
    m_playedAt = speed();
    showWay(way);
    m_verdict->setText(tr("The servers and contenders start\u2026"));
    m_verdict->setPalette(QPalette());
    m_lesson->clear();
    showButtons();
}

void LabPage::showSeen(const lab::Recording& recording, const lab::Ruling& ruling, bool isGoingOn)
{
    if (m_played == nullptr)
        return;
    RunView& view = m_isCure ? *m_cure : *m_fault;
    const bool isFirst = view.isEmpty() && m_isCure;
    // The view draws again when its width changes.
    const auto run = std::make_shared<std::pair<lab::Recording, lab::Ruling>>(recording, ruling);
    const auto asked = [run, experiment = m_played, way = &variant(), isGoingOn,
                           ttl = lab::ttlAt(m_playedAt, variant())]() -> output::RunToDraw {
        return {*experiment, *way, run->first, run->second, ttl, isGoingOn};
    };
    QString words;
    if (!isGoingOn) {
        for (const std::string& line : output::describeRun(asked()))
            words += QString::fromStdString(line) + u'\n';
    }
    view.setPicture([asked](double width) { return output::drawRun(asked(), width); }, words);
    if (isFirst)
        m_scroll->ensureWidgetVisible(&view, 0, 0);
    if (isGoingOn)
        m_verdict->setText(QString::fromStdString(words::rulingText(ruling)));
    showSteps(recording);
}

void LabPage::showSteps(const lab::Recording& recording)
{
    const auto reached = static_cast<int>(recording.steps.size());
    for (int row = 0; row < m_steps->count() && row < reached; ++row) {
        const lab::Reached& step = recording.steps[static_cast<std::size_t>(row)];
        const QString say = fromData(m_played->steps[step.step].say);
        m_steps->item(row)->setText(
            tr("%1  (%2)", "a step, its time")
                .arg(say, QString::fromStdString(words::runTimeText(timeOf(recording, step.at)))));
    }
    if (reached == 0 || m_steps->currentRow() == reached - 1)
        return;
    m_steps->setCurrentRow(reached - 1);
    m_step->setText(fromData(m_played->steps[static_cast<std::size_t>(reached - 1)].say));
}

void LabPage::showResult(const LabResult& result)
{
    showButtons();
    if (result.error) {
        m_verdict->setText(tr("Nothing is ruled: %1").arg(errorText(*result.error)));
        return;
    }
    showSeen(result.played->recording, result.played->ruling, false);
    m_verdict->setText(QString::fromStdString(words::rulingText(result.played->ruling)));
    QPalette colours = palette();
    const bool isWell = !result.played->ruling.isHarm(m_played->fault.outcome);
    colours.setColor(QPalette::WindowText, toneColour(isWell ? Tone::Good : Tone::Bad, palette()));
    m_verdict->setPalette(colours);
    m_lesson->setText(fromData(variant().lesson));
    if (!result.played->isAsPredicted)
        m_lesson->setText(tr("That is not what was predicted. Play it again: the machine may be "
                             "busy."));
    if (QTreeWidgetItem* const item = m_list->currentItem();
        m_played == m_chosen && item != nullptr)
        item->setIcon(0, glyphIcon(Glyph::Done));
    (m_isCure || !isWell ? m_playCure : m_play)->setFocus();
}

void LabPage::showButtons()
{
    const bool isRunning = m_runner.isRunning();
    m_play->setText(isRunning ? tr("Stop") : m_played == m_chosen ? tr("Play again") : tr("Play"));
    m_play->setEnabled(m_runner.canPlay());
    m_playCure->setEnabled(m_runner.canPlay() && !isRunning);
    m_speed->setEnabled(!isRunning);
    m_list->setEnabled(!isRunning);
}

void LabPage::resizeEvent(QResizeEvent* event)
{
    Page::resizeEvent(event);
    m_side->setVisible(event->size().width() >= kRoomForSteps);
    m_step->setVisible(event->size().width() < kRoomForSteps);
    m_list->setFixedWidth(event->size().width() >= kRoomForList ? kListWidth : kListWidth / 2);
}

} // namespace lockkeeper::ui
