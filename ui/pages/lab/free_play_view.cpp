// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/lab/free_play_view.h"

#include "core/output/run_picture.h"
#include "core/words/lab_words.h"
#include "ui/bridge/lab_runner.h"
#include "ui/look/glyphs.h"
#include "ui/look/palette.h"
#include "ui/models/words/words.h"
#include "ui/pages/lab/play_cards.h"
#include "ui/pages/lab/run_view.h"
#include "ui/widgets/basics.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/spoken.h"

#include <QCheckBox>
#include <QComboBox>
#include <QListWidget>
#include <QPushButton>
#include <QTimer>
#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {
namespace {

using lab::Event;

constexpr std::size_t kFirstContenders = 3;
constexpr int kCardWidth = 272;
constexpr int kMostColumns = 4;
constexpr int kLogWidth = 280;
constexpr int kLeastWidth = 420;
constexpr int kRoomForLog = 760;
constexpr std::size_t kMostEvents = 200;
constexpr std::chrono::seconds kWindow{12};
constexpr std::chrono::milliseconds kAxisTtl{3000};
constexpr int kReplica = 0x100; ///< added to the number of masters

QBoxLayout* twoParts(QWidget* parent)
{
    auto* layout = new QBoxLayout(QBoxLayout::LeftToRight, parent);
    layout->setContentsMargins(0, 0, 0, 0);
    return layout;
}

struct Drawn {
    lab::Experiment experiment;
    lab::Variant variant;
    lab::Recording recording;
    lab::Ruling ruling;
    SteadyTime origin{};

    [[nodiscard]] output::RunToDraw run() const
    {
        return {.experiment = experiment,
            .variant = variant,
            .recording = recording,
            .ruling = ruling,
            .ttl = kAxisTtl,
            .isGoingOn = true,
            .length = kWindow,
            .origin = origin};
    }
};

std::shared_ptr<const Drawn> drawnOf(const lab::Scene& scene, std::size_t contenders)
{
    auto drawn = std::make_shared<Drawn>();
    drawn->experiment.title = FreePlayView::tr("Free play").toStdString();
    drawn->experiment.question = drawn->experiment.title;
    drawn->experiment.contenders = contenders;
    drawn->experiment.steps = scene.moves;
    drawn->variant.masters = scene.masters.size();
    drawn->variant.hasReplica = scene.hasReplica;
    drawn->recording = scene.recent;
    drawn->recording.start = std::max(scene.start, scene.recent.end - kWindow);
    drawn->ruling = scene.ruling;
    drawn->origin = scene.start;
    return drawn;
}

} // namespace

FreePlayView::FreePlayView(LabRunner& runner, QWidget* parent)
    : QWidget(parent)
    , m_runner(runner)
{
    setObjectName(u"freePlay"_s);
    auto* layout = boxLayout<QVBoxLayout>(this, {16, 12, 16, 12}, 8);
    layout->addWidget(createHeader());
    layout->addWidget(createCards(), 1);
    layout->addWidget(createPicture(), 1);
    layout->addWidget(createFooter());
    for (std::size_t i = 0; i < kFirstContenders; ++i)
        addContender();
    makeMasters();
    connect(m_table, &QComboBox::currentIndexChanged, this, &FreePlayView::makeMasters);
    connect(m_add, &QPushButton::clicked, this, &FreePlayView::addContender);
    connect(m_start, &QPushButton::clicked, this, &FreePlayView::startOrEnd);
    connect(m_fill, &QPushButton::clicked, this,
        [this] { m_runner.make({.deed = {.kind = lab::Deed::Kind::Fill}}); });
    connect(m_hold, &QCheckBox::toggled, this, &FreePlayView::draw);
    connect(&m_runner, &LabRunner::sceneSeen, this, &FreePlayView::show);
    connect(&m_runner, &LabRunner::freePlayEnded, this,
        [this](const std::shared_ptr<const LabResult>& result) {
            m_isPlaying = false;
            if (result->error)
                m_problem->setText(errorText(*result->error));
            showCards();
            showButtons();
            Q_EMIT runningChanged();
        });
    showButtons();
}

QWidget* FreePlayView::createHeader()
{
    auto* header = new QWidget(this);
    m_header = twoParts(header);
    m_titles = new QWidget(this);
    auto* titles = boxLayout<QHBoxLayout>(m_titles);
    titles->addWidget(titleLabel(tr("Free play"), TextSize::Title, this));
    m_about = captionLabel({}, this);
    m_about->setAlignment(Qt::AlignVCenter);
    titles->addWidget(m_about, 1);
    m_add = new QPushButton(tr("Add a contender"), this);
    m_add->setObjectName(u"addContenderButton"_s);
    m_table = new QComboBox(this);
    nameWidget(*m_table, u"freePlayMasters"_s, tr("Masters"));
    m_table->addItem(tr("one master"), 1);
    m_table->addItem(tr("a master and its replica"), 1 | kReplica);
    m_table->addItem(tr("3 masters"), 3);
    m_table->addItem(tr("5 masters"), 5);
    m_table->setCurrentIndex(2);
    m_start = new QPushButton(this);
    m_start->setObjectName(u"startFreePlayButton"_s);
    auto* buttons = new QHBoxLayout;
    for (QWidget* const widget : std::initializer_list<QWidget*>{m_add, m_table, m_start})
        buttons->addWidget(widget);
    m_header->addWidget(m_titles, 1);
    m_header->addLayout(buttons);
    return header;
}

QWidget* FreePlayView::createCards()
{
    auto* cards = new QWidget;
    cards->setAutoFillBackground(false);
    m_grid = new QGridLayout(cards);
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setSpacing(8);
    m_cards = scrolled(cards, {}, this);
    m_cards->viewport()->setAutoFillBackground(false);
    m_cards->setFocusPolicy(Qt::NoFocus);
    return m_cards;
}

QWidget* FreePlayView::createPicture()
{
    auto* row = new QWidget(this);
    auto* layout = boxLayout<QHBoxLayout>(row);
    m_picture = new RunView(row);
    nameWidget(*m_picture, u"freePlayPicture"_s, tr("Picture of the last seconds"));
    m_scroll = pictureArea(m_picture, this);
    layout->addWidget(m_scroll, 1);
    m_side = new QWidget(this);
    m_side->setFixedWidth(kLogWidth);
    auto* side = boxLayout<QVBoxLayout>(m_side);
    side->addWidget(titleLabel(tr("What happened"), TextSize::Body, this));
    m_log = new QListWidget(this);
    nameWidget(*m_log, u"freePlayLog"_s, tr("What happened"));
    m_log->setFrameShape(QFrame::NoFrame);
    m_log->setWordWrap(true);
    side->addWidget(m_log, 1);
    layout->addWidget(m_side);
    return row;
}

QWidget* FreePlayView::createFooter()
{
    auto* footer = new QWidget(this);
    m_footer = twoParts(footer);
    m_hold = new QCheckBox(tr("Hold the picture"), this);
    m_hold->setObjectName(u"holdPictureCheckBox"_s);
    m_watch = new QPushButton(tr("Show on Locks"), this);
    m_watch->setObjectName(u"watchFreePlayButton"_s);
    setTip(*m_watch, tr("Opens a window that watches these masters"));
    m_fill = new QPushButton(tr("Fill the till"), this);
    m_fill->setObjectName(u"fillTillButton"_s);
    m_problem = wrappingLabel({}, this);
    m_problem->setObjectName(u"freePlayProblem"_s);
    m_till = titleLabel({}, TextSize::Big, this);
    m_till->setObjectName(u"tillLabel"_s);
    m_verdict = plainLabel({}, this);
    m_verdict->setObjectName(u"freePlayVerdict"_s);
    auto* buttons = new QHBoxLayout;
    for (QWidget* const widget : std::initializer_list<QWidget*>{m_hold, m_watch, m_fill})
        buttons->addWidget(widget);
    auto* till = new QHBoxLayout;
    till->addWidget(m_problem, 1);
    till->addWidget(m_till);
    till->addWidget(m_verdict);
    m_footer->addLayout(buttons);
    m_footer->addLayout(till, 1);
    connect(m_watch, &QPushButton::clicked, this, [this] { Q_EMIT watchRequested(m_urls); });
    connect(&m_runner, &LabRunner::started, this,
        [this](const std::vector<std::string>& urls) { m_urls = urls; });
    return footer;
}

std::size_t FreePlayView::masters() const
{
    return static_cast<std::size_t>(m_table->currentData().toInt() & ~kReplica);
}

bool FreePlayView::hasReplica() const
{
    return (m_table->currentData().toInt() & kReplica) != 0;
}

void FreePlayView::startOrEnd()
{
    if (m_isPlaying)
        return m_runner.stop();
    if (!m_runner.playFreely(masters(), hasReplica()))
        return;
    m_isPlaying = true;
    m_scene.reset();
    m_events.clear();
    m_urls.clear();
    m_hold->setChecked(false);
    m_problem->setText(tr("The servers start\u2026"));
    m_picture->clear();
    showLog();
    showButtons();
    Q_EMIT runningChanged();
}

void FreePlayView::addContender()
{
    auto* card = new ContenderCard(static_cast<char>('A' + m_contenders.size()), this);
    connect(card, &PlayCard::told, this, [this](const lab::Move& move) { m_runner.make(move); });
    card->setMasters(masters());
    m_contenders.push_back(card);
    m_columns = 0;
    arrangeCards();
    showCards();
    showButtons();
}

void FreePlayView::makeMasters()
{
    for (MasterCard* const card : m_masters)
        delete card;
    m_masters.clear();
    for (std::size_t i = 0; i < masters(); ++i) {
        auto* card = new MasterCard(static_cast<char>('a' + i), this);
        connect(
            card, &PlayCard::told, this, [this](const lab::Move& move) { m_runner.make(move); });
        m_masters.push_back(card);
    }
    for (ContenderCard* const card : m_contenders)
        card->setMasters(masters());
    m_columns = 0;
    arrangeCards();
    showCards();
}

void FreePlayView::arrangeCards()
{
    const int columns = std::clamp(m_cards->width() / kCardWidth, 1, kMostColumns);
    if (std::exchange(m_columns, columns) == columns)
        return;
    while (const std::unique_ptr<QLayoutItem> item{m_grid->takeAt(0)}) { }
    int place = 0;
    const auto add = [&](QWidget* card) {
        m_grid->addWidget(card, place / columns, place % columns);
        ++place;
    };
    for (ContenderCard* const card : m_contenders)
        add(card);
    place = (place + columns - 1) / columns * columns;
    for (MasterCard* const card : m_masters)
        add(card);
    for (int column = 0; column < kMostColumns; ++column)
        m_grid->setColumnStretch(column, column < columns ? 1 : 0);
    QWidget* before = m_start;
    for (ContenderCard* const card : m_contenders)
        before = card->orderAfter(before);
    for (MasterCard* const card : m_masters)
        before = card->orderAfter(before);
    QTimer::singleShot(
        0, this, [this] { m_cards->setMaximumHeight(m_grid->sizeHint().height() + 2); });
}

void FreePlayView::showCards()
{
    for (ContenderCard* const card : m_contenders) {
        std::optional<lab::ContenderState> state;
        if (m_scene) {
            const auto found
                = std::ranges::find(m_scene->contenders, card->who(), &lab::ContenderState::who);
            if (found != m_scene->contenders.end())
                state = *found;
        }
        card->show(state, m_scene ? m_scene->recent.end : SteadyTime(), m_isPlaying && m_scene);
    }
    const lab::Scene none;
    for (std::size_t i = 0; i < m_masters.size(); ++i) {
        const bool isKnown = m_scene && i < m_scene->masters.size();
        m_masters[i]->show(isKnown ? m_scene->masters[i] : lab::MasterState(),
            m_scene ? *m_scene : none, m_isPlaying && isKnown);
    }
}

void FreePlayView::show(const std::shared_ptr<const lab::Scene>& scene)
{
    const bool isFirst = !m_scene;
    m_scene = scene;
    std::erase_if(m_events, [&](const Event& event) { return event.at >= scene->recent.start; });
    const auto fresh = lab::eventsOf(*scene);
    m_events.insert(m_events.end(), fresh.begin(), fresh.end());
    if (m_events.size() > kMostEvents)
        m_events.erase(m_events.begin(),
            m_events.begin() + static_cast<std::ptrdiff_t>(m_events.size() - kMostEvents));
    m_problem->setText(QString::fromStdString(scene->problem));
    showCards();
    showTill();
    showLog();
    if (!m_hold->isChecked())
        draw();
    if (isFirst)
        showButtons();
}

void FreePlayView::showTill()
{
    const auto paint = [this](QLabel& label, const QString& text, bool isWell) {
        QPalette colours = palette();
        colours.setColor(
            QPalette::WindowText, toneColour(isWell ? Tone::Good : Tone::Bad, palette()));
        label.setText(text);
        label.setPalette(colours);
    };
    const lab::Till& till = m_scene->till;
    QString sold = tr("sold %1 of %2").arg(till.sold).arg(lab::kStock);
    if (till.refused > 0)
        sold = tr("%1, %2 refused").arg(sold).arg(till.refused);
    paint(*m_till, sold, till.sold <= lab::kStock);
    const lab::Ruling whole{.overlaps = m_scene->overlaps};
    paint(*m_verdict,
        whole.overlaps.empty() ? tr("never two at once")
                               : tr("two at once for %1").arg(secondsText(whole.overlapTime())),
        whole.overlaps.empty());
}

void FreePlayView::showLog()
{
    if (m_listed == m_events)
        return;
    m_listed = m_events;
    m_log->clear();
    for (auto event = m_events.rbegin(); event != m_events.rend(); ++event) {
        const bool isOfMaster = event->who >= 'a';
        const QString time = secondsText(event->at - m_scene->start);
        const bool isOfTill = event->kind == lab::Event::Kind::Moved
            && m_scene->moves[event->move].deed.kind == lab::Deed::Kind::Fill;
        const QString who = isOfTill ? QString() : QString(QLatin1Char(event->who));
        const QString what = toQt(words::eventText(*event, *m_scene));
        auto* item = new QListWidgetItem(isOfTill ? QIcon()
                : isOfMaster                      ? glyphIcon(Glyph::Master)
                                                  : contenderSign(event->who, palette()),
            isOfTill ? tr("%1  %2", "a time, what").arg(time, what)
                     : tr("%1  %2 %3", "a time, who, what").arg(time, who, what),
            m_log);
        if (event->kind == Event::Kind::Moved)
            item->setForeground(toneColour(Tone::Notice, palette()));
        else if (event->kind == Event::Kind::FreedAnothers)
            item->setForeground(toneColour(Tone::Bad, palette()));
    }
}

void FreePlayView::draw()
{
    if (!m_scene || !isVisible())
        return;
    const auto drawn = drawnOf(*m_scene, m_contenders.size());
    m_picture->setPicture(
        [this, drawn](double width) {
            output::RunToDraw run = drawn->run();
            run.room = m_scroll->viewport()->height() / m_zoom;
            return output::drawRun(run, width);
        },
        {});
}

std::string FreePlayView::asSvg() const
{
    return m_scene ? output::svgOf(drawnOf(*m_scene, m_contenders.size())->run()) : std::string();
}

void FreePlayView::setZoom(double zoom)
{
    m_zoom = zoom;
    m_picture->setZoom(zoom);
}

void FreePlayView::showButtons()
{
    m_about->setText(tr("%1 of up to %2 contenders, one lock: %3")
                         .arg(m_contenders.size())
                         .arg(lab::kMostContenders)
                         .arg(QString::fromStdString(lab::resourceOf(1))));
    const bool isOthers = m_runner.isRunning() && !m_isPlaying;
    m_add->setEnabled(m_contenders.size() < lab::kMostContenders);
    m_table->setEnabled(!m_isPlaying);
    m_start->setText(m_isPlaying ? tr("End") : m_scene ? tr("Start again") : tr("Start"));
    m_start->setEnabled(m_runner.canPlayFreely() && !isOthers);
    m_start->setDefault(!m_isPlaying);
    m_watch->setEnabled(m_isPlaying && !m_urls.empty());
    m_fill->setEnabled(m_isPlaying);
    m_hold->setEnabled(m_isPlaying);
}

/// As if narrow: independent of the arrangement.
QSize FreePlayView::minimumSizeHint() const
{
    return {std::min(kLeastWidth, QWidget::minimumSizeHint().width()),
        QWidget::minimumSizeHint().height()};
}

void FreePlayView::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    const bool isWide = width() >= kRoomForLog;
    m_side->setVisible(isWide);
    m_titles->setVisible(isWide);
    const auto direction = isWide ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom;
    m_header->setDirection(direction);
    m_footer->setDirection(direction);
    arrangeCards();
}

} // namespace lockkeeper::ui
