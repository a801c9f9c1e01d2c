// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/lab/play_cards.h"

#include "core/lock/scheme.h"
#include "core/output/run_picture.h"
#include "ui/look/glyphs.h"
#include "ui/look/palette.h"
#include "ui/pages/lab/run_view.h"
#include "ui/widgets/basics.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/spoken.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QPushButton>
#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {
namespace {

using lab::Deed;
using std::chrono::milliseconds;

constexpr int kSignSize = 22;
constexpr int kCardGap = 6;
constexpr int kCardButtonPadding = 24;
constexpr int kTimeWidth = 52;
/// How far a master's clock is set ahead.
constexpr int kClockTtls = 3;
constexpr int kClockSeconds = 9;

QString letter(char who)
{
    return QString(QLatin1Char(who));
}

QDoubleSpinBox* secondsBox(const QString& name, double value, QWidget* parent)
{
    auto* box = new QDoubleSpinBox(parent);
    box->setAccessibleName(name);
    box->setRange(0.2, 60);
    box->setDecimals(1);
    box->setSingleStep(0.5);
    box->setSuffix(PlayCard::tr(" s", "seconds"));
    box->setValue(value);
    box->setButtonSymbols(QAbstractSpinBox::NoButtons);
    box->setFixedWidth(kTimeWidth);
    return box;
}

QLabel* middleCaption(const QString& text, QWidget* parent)
{
    QLabel* const label = captionLabel(text, parent);
    label->setAlignment(Qt::AlignVCenter);
    return label;
}

milliseconds timeIn(const QDoubleSpinBox& box)
{
    return milliseconds(qRound64(box.value() * 1000));
}

int widthFor(const QPushButton& button, const QString& text)
{
    return button.fontMetrics().horizontalAdvance(text) + kCardButtonPadding;
}

} // namespace

QString secondsText(SteadyTime::duration time)
{
    const double seconds = std::max(std::chrono::duration<double>(time).count(), 0.0);
    return PlayCard::tr("%1 s", "seconds").arg(QLocale().toString(seconds, 'f', 1));
}

QIcon contenderSign(char who, const QPalette& palette)
{
    constexpr int kScale = 2;
    QPixmap pixels(kSignSize * kScale, kSignSize * kScale);
    pixels.setDevicePixelRatio(kScale);
    pixels.fill(Qt::transparent);
    QPainter painter(&pixels);
    paintPicture(painter, output::drawSign(who, kSignSize), palette, QFont());
    return pixels;
}

PlayCard::PlayCard(QWidget* parent)
    : QFrame(parent)
    , m_sign(new QLabel(this))
    , m_name(titleLabel({}, TextSize::Body, this))
    , m_about(captionLabel({}, this))
    , m_state(plainLabel({}, this))
{
    setFrameShape(QFrame::StyledPanel);
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    setLayout(boxLayout<QVBoxLayout>(nullptr, {8, 8, 8, 8}, kCardGap));
    auto* head = addRow();
    head->addWidget(m_sign);
    head->addWidget(m_name);
    head->addWidget(m_about, 1);
    head->addWidget(m_state);
    m_about->setAlignment(Qt::AlignVCenter);
    m_state->setObjectName(u"stateLabel"_s);
    QFont bold = m_state->font();
    bold.setBold(true);
    m_state->setFont(bold);
}

QHBoxLayout* PlayCard::addRow()
{
    auto* row = new QHBoxLayout;
    row->setSpacing(kCardGap);
    static_cast<QVBoxLayout*>(layout())->addLayout(row);
    return row;
}

QPushButton* PlayCard::addButton(QHBoxLayout& row, const QStringList& texts)
{
    auto* button = new QPushButton(texts.front(), this);
    button->setAutoDefault(false);
    int width = 0;
    for (const QString& text : texts)
        width = std::max(width, widthFor(*button, text));
    button->setFixedWidth(width);
    row.addWidget(button);
    return button;
}

QPushButton* PlayCard::addMenu(QHBoxLayout& row)
{
    QPushButton* const button = addButton(row, {tr("More")});
    button->setFixedWidth(button->width() + kCardButtonPadding / 2);
    button->setMenu(new QMenu(button));
    row.addStretch(1);
    return button;
}

QWidget* PlayCard::orderAfter(QWidget* before)
{
    for (QWidget* const child : findChildren<QWidget*>(Qt::FindDirectChildrenOnly)) {
        if (child->focusPolicy() != Qt::NoFocus)
            setTabOrder(std::exchange(before, child), child);
    }
    return before;
}

void PlayCard::setName(const QString& name, std::function<QIcon()> sign)
{
    m_drawSign = std::move(sign);
    m_sign->setPixmap(m_drawSign().pixmap(kSignSize));
    m_name->setText(name);
    setAccessibleName(name);
}

void PlayCard::changeEvent(QEvent* event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_drawSign)
        m_sign->setPixmap(m_drawSign().pixmap(kSignSize));
}

void PlayCard::setAbout(const QString& text)
{
    m_about->setText(text);
}

void PlayCard::setState(const QString& text, std::optional<Tone> tone)
{
    m_state->setText(text);
    setTone(*m_state, tone);
}

ContenderCard::ContenderCard(char who, QWidget* parent)
    : PlayCard(parent)
    , m_who(who)
    , m_scheme(new QComboBox(this))
    , m_ttl(secondsBox(tr("TTL"), 3, this))
    , m_work(secondsBox(tr("Work"), 2, this))
    , m_renew(new QCheckBox(tr("renew"), this))
    , m_fence(new QCheckBox(tr("fence"), this))
{
    setObjectName(u"contender"_s + letter(who));
    setName(
        tr("contender %1").arg(letter(who)), [this] { return contenderSign(m_who, palette()); });
    m_scheme->setAccessibleName(tr("Scheme"));
    setTip(*m_renew, tr("It renews the lock while it works"));
    setTip(*m_fence, tr("The till refuses a smaller fencing number than it has seen"));
    QHBoxLayout* const scheme = addRow();
    scheme->addWidget(m_scheme, 1);
    scheme->addWidget(m_fence);
    QHBoxLayout* const times = addRow();
    times->addWidget(middleCaption(tr("TTL"), this));
    times->addWidget(m_ttl);
    times->addWidget(middleCaption(tr("work"), this));
    times->addWidget(m_work);
    times->addStretch(1);
    times->addWidget(m_renew);
    QHBoxLayout* const buttons = addRow();
    m_take = addButton(*buttons, {tr("Take")});
    m_take->setObjectName(u"takeButton"_s);
    m_pause = addButton(*buttons, {tr("Pause"), tr("Resume")});
    m_pause->setObjectName(u"pauseButton"_s);
    m_kill = addButton(*buttons, {tr("Kill")});
    m_kill->setObjectName(u"killButton"_s);
    m_more = addMenu(*buttons);
    m_holdBack = m_more->menu()->addAction(QString());
    m_leave = m_more->menu()->addAction(tr("Leave the lock: neither renewed nor released"));
    connect(m_take, &QPushButton::clicked, this, [this] { tell(Deed::Kind::Take); });
    connect(m_pause, &QPushButton::clicked, this,
        [this] { tell(m_state.isPaused ? Deed::Kind::Resume : Deed::Kind::Pause); });
    connect(m_kill, &QPushButton::clicked, this, [this] { tell(Deed::Kind::Kill); });
    connect(m_holdBack, &QAction::triggered, this,
        [this] { tell(m_state.isHeldBack ? Deed::Kind::GoOn : Deed::Kind::HoldAt); });
    connect(m_leave, &QAction::triggered, this, [this] { tell(Deed::Kind::Leave); });
    connect(m_scheme, &QComboBox::currentIndexChanged, this, &ContenderCard::showAbilities);
}

void ContenderCard::setMasters(std::size_t masters)
{
    const QString before = m_scheme->currentText();
    m_scheme->clear();
    for (const lock::SchemeRef scheme : lock::allSchemes()) {
        const std::string_view name = nameOf(scheme);
        if (masters == 1 || scheme.get().abilities().hasManyMasters)
            m_scheme->addItem(
                QString::fromLatin1(name.data(), static_cast<qsizetype>(name.size())));
    }
    m_scheme->setCurrentIndex(std::max(m_scheme->findText(before), 0));
    showAbilities();
}

void ContenderCard::showAbilities()
{
    const auto scheme = lock::findScheme(m_scheme->currentText().toStdString());
    const bool isIdle = m_scheme->isEnabled();
    m_renew->setEnabled(isIdle && scheme && scheme->get().abilities().isExtendable);
    m_fence->setEnabled(isIdle && scheme && scheme->get().abilities().isFenceable);
}

lab::Way ContenderCard::way() const
{
    return {.scheme = m_scheme->currentText().toStdString(),
        .ttl = timeIn(*m_ttl),
        .work = timeIn(*m_work),
        .isRenewed = m_renew->isEnabled() && m_renew->isChecked(),
        .isFenced = m_fence->isEnabled() && m_fence->isChecked()};
}

void ContenderCard::tell(Deed::Kind kind)
{
    Q_EMIT told({.deed = {.kind = kind, .who = m_who, .point = lab::Point::Free}, .way = way()});
}

void ContenderCard::show(
    const std::optional<lab::ContenderState>& state, SteadyTime now, bool isPlaying)
{
    m_state = state.value_or(lab::ContenderState{.who = m_who});
    const bool isAlive = isPlaying && m_state.isAlive;
    const bool isIdle = !isAlive || (!m_state.wants && !m_state.holds && !m_state.isPaused);
    m_take->setEnabled(isPlaying && isIdle);
    m_pause->setEnabled(isAlive);
    m_pause->setText(m_state.isPaused ? tr("Resume") : tr("Pause"));
    m_pause->setDefault(isAlive && m_state.isPaused);
    m_kill->setEnabled(isAlive);
    m_more->setEnabled(isAlive);
    m_holdBack->setText(m_state.isHeldBack ? tr("Let its release arrive") : tr("Release late"));
    m_leave->setEnabled(isAlive && m_state.holds);
    for (QWidget* const field : std::initializer_list<QWidget*>{m_scheme, m_ttl, m_work})
        field->setEnabled(isIdle);
    showAbilities();
    setTip(*this, QString::fromStdString(m_state.problem));
    if (!state || !isPlaying)
        setState(tr("not started"), Tone::Muted);
    else if (!m_state.isAlive)
        setState(tr("dead", "a process"), Tone::Bad);
    else if (m_state.isPaused)
        setState(tr("paused %1").arg(secondsText(now - m_state.since)), Tone::Notice);
    else if (m_state.holds && m_state.until < now)
        setState(tr("its lease is over"), Tone::Notice);
    else if (m_state.holds)
        setState(tr("holds, %1 left").arg(secondsText(m_state.until - now)), Tone::Good);
    else if (m_state.wants)
        setState(tr("waits %1").arg(secondsText(now - m_state.since)), std::nullopt);
    else if (!m_state.problem.empty())
        setState(tr("gave up"), Tone::Notice);
    else
        setState(tr("idle", "a contender"), Tone::Muted);
}

MasterCard::MasterCard(char id, QWidget* parent)
    : PlayCard(parent)
    , m_id(id)
{
    setObjectName(u"master"_s + letter(id));
    setName(tr("master %1").arg(letter(id)), [] { return glyphIcon(Glyph::Master); });
    QHBoxLayout* const buttons = addRow();
    m_stop = addButton(*buttons, {tr("Stop"), tr("Go on")});
    m_stop->setObjectName(u"stopButton"_s);
    m_kill = addButton(*buttons, {tr("Kill")});
    m_kill->setObjectName(u"killButton"_s);
    m_far = addButton(*buttons, {tr("Slow"), tr("Near")});
    m_more = addMenu(*buttons);
    connect(m_stop, &QPushButton::clicked, this,
        [this] { tell(m_state.isPaused ? Deed::Kind::Resume : Deed::Kind::Pause); });
    connect(m_kill, &QPushButton::clicked, this,
        [this] { tell(m_state.isRunning ? Deed::Kind::Kill : Deed::Kind::StartEmpty); });
    connect(m_far, &QPushButton::clicked, this,
        [this] { tell(m_state.isFar ? Deed::Kind::Near : Deed::Kind::Far); });
    connect(m_more->menu(), &QMenu::aboutToShow, this, &MasterCard::fillMenu);
}

void MasterCard::tell(Deed::Kind kind, int amount)
{
    Q_EMIT told({.deed = {.kind = kind, .who = m_id, .amount = amount}});
}

void MasterCard::fillMenu()
{
    QMenu& menu = *m_more->menu();
    menu.clear();
    const auto add
        = [this, &menu](const QString& text, bool isPossible, Deed::Kind kind, int amount = 0) {
              QAction* const action
                  = menu.addAction(text, this, [this, kind, amount] { tell(kind, amount); });
              action->setEnabled(isPossible);
              return action;
          };
    add(tr("Start with its data"), !m_state.isRunning, Deed::Kind::StartWithData);
    menu.addSeparator();
    for (const char who : m_others) {
        const bool isCut = std::ranges::find(m_state.cutFrom, who) != m_state.cutFrom.end();
        QAction* const cut = menu.addAction(tr("Cut from %1").arg(letter(who)), this, [=, this] {
            Q_EMIT told({.deed = {.kind = isCut ? Deed::Kind::Reach : Deed::Kind::CutOff,
                             .who = who,
                             .master = m_id}});
        });
        cut->setCheckable(true);
        cut->setChecked(isCut);
    }
    menu.addSeparator();
    for (const int ttls : {kClockTtls, 0, -kClockTtls}) {
        const QString text = ttls == 0 ? tr("Set its clock right")
            : ttls < 0                 ? tr("Set its clock %1 s back").arg(kClockSeconds)
                                       : tr("Set its clock %1 s ahead").arg(kClockSeconds);
        QAction* const clock = add(text, true, Deed::Kind::SetAhead, ttls);
        clock->setCheckable(true);
        clock->setChecked(m_state.ahead == ttls);
    }
    if (!m_hasReplica)
        return;
    menu.addSeparator();
    add(tr("Hold up its replication"), m_state.isRunning, Deed::Kind::FallBehind);
    add(tr("Fail over to its replica"), true, Deed::Kind::FailOver);
}

QString MasterCard::storedText(const lab::Scene& scene) const
{
    if (!m_state.isRunning)
        return {};
    if (m_state.isPaused)
        return tr("nobody knows", "what a master stores");
    for (const lab::Stored& stored : scene.recent.stored) {
        if (stored.master != m_id || stored.to)
            continue;
        const QString whose = stored.who == 0 ? tr("somebody's", "a lock")
                                              : tr("%1's", "a lock").arg(letter(stored.who));
        return stored.ttl
            ? tr("%1, %2 left", "a lock")
                  .arg(whose, secondsText(stored.from + *stored.ttl - scene.recent.end))
            : tr("%1, no TTL", "a lock").arg(whose);
    }
    return tr("stores nothing", "a master");
}

void MasterCard::show(const lab::MasterState& state, const lab::Scene& scene, bool isPlaying)
{
    m_state = state;
    m_hasReplica = scene.hasReplica && m_id == 'a';
    m_others.clear();
    for (const lab::ContenderState& one : scene.contenders)
        m_others.push_back(one.who);
    const bool isRunning = isPlaying && m_state.isRunning;
    m_stop->setText(m_state.isPaused ? tr("Go on") : tr("Stop"));
    m_stop->setDefault(isRunning && m_state.isPaused);
    m_stop->setEnabled(isRunning);
    m_kill->setText(m_state.isRunning ? tr("Kill") : tr("Start empty"));
    m_kill->setFixedWidth(widthFor(*m_kill, m_kill->text()));
    m_kill->setDefault(isPlaying && !m_state.isRunning);
    m_far->setVisible(m_state.isRunning); // m_kill needs its room
    m_kill->setEnabled(isPlaying);
    m_far->setText(m_state.isFar ? tr("Near") : tr("Slow"));
    m_far->setDefault(isPlaying && m_state.isFar);
    m_far->setEnabled(isPlaying);
    m_more->setEnabled(isPlaying);
    setAbout(isPlaying ? storedText(scene) : QString());
    if (!isPlaying)
        return setState(tr("not started"), Tone::Muted);
    QStringList besides;
    if (m_state.isFar)
        besides << tr("slow", "a master");
    if (m_state.ahead != 0)
        besides
            << (m_state.ahead > 0 ? tr("clock +%1 s") : tr("clock \u2212%1 s")).arg(kClockSeconds);
    for (const char who : m_state.cutFrom)
        besides << tr("cut from %1").arg(letter(who));
    if (!m_state.isRunning)
        setState(tr("dead", "a master"), Tone::Bad);
    else if (m_state.isPaused)
        setState(tr("stopped %1").arg(secondsText(scene.recent.end - m_state.since)), Tone::Bad);
    else if (!besides.isEmpty())
        setState(besides.join(u", "_s), Tone::Notice);
    else
        setState(tr("answers"), Tone::Good);
}

} // namespace lockkeeper::ui
