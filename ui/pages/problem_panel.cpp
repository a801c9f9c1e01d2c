// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/problem_panel.h"

#include "ui/look/glyphs.h"
#include "ui/look/palette.h"
#include "ui/models/words/text_parts.h"
#include "ui/models/words/words.h"
#include "ui/pages/order_hold.h"
#include "ui/widgets/basics.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/spoken.h"

#include <QEnterEvent>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QStyleOptionFocusRect>
#include <chrono>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {

namespace {

constexpr int kButtonGap = 8;
constexpr int kButtonPadding = 4;

Glyph calmGlyph(words::Calm::Kind kind) noexcept
{
    using enum words::Calm::Kind;
    const bool isInfo = kind == Checking || kind == WaitsUnknown;
    return kind == NoProblem ? Glyph::Done : isInfo ? Glyph::Info : Glyph::Warning;
}

} // namespace

SentenceButton::SentenceButton(QWidget* parent)
    : QAbstractButton(parent)
{
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::PointingHandCursor);
    setAttribute(Qt::WA_Hover);
}

void SentenceButton::setSentence(Glyph glyph, const QString& sentence, qsizetype boldLength)
{
    m_boldLength = boldLength;
    if (glyph != m_glyph) {
        m_glyph = glyph;
        setIcon(glyphIcon(glyph));
    }
    if (sentence == accessibleName())
        return;
    setAccessibleName(sentence);
    setTip(*this, sentence);
    update();
}

QSize SentenceButton::sizeHint() const
{
    return {200, std::max(fontMetrics().height(), iconSize().height()) + 2 * kButtonPadding};
}

void SentenceButton::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const int side = fontMetrics().height();
    const QRect picture(kButtonPadding, (height() - side) / 2, side, side);
    icon().paint(&painter, picture);
    const QRect text = rect().adjusted(picture.right() + kButtonGap, 0, -kButtonPadding, 0);
    QFont font = this->font();
    font.setUnderline(underMouse() && isEnabled());
    painter.setFont(font);
    painter.setPen(
        palette().color(isEnabled() ? QPalette::Active : QPalette::Disabled, QPalette::WindowText));
    QFont bold = font;
    bold.setBold(true);
    const QFontMetrics boldMetrics(bold);
    // A long name leaves half of the width to what is wrong with it.
    const QString what = sentence().mid(m_boldLength);
    const int wantedRest = std::min(fontMetrics().horizontalAdvance(what), text.width() / 2);
    const QString name = boldMetrics.elidedText(
        sentence().left(m_boldLength), Qt::ElideMiddle, text.width() - wantedRest);
    const auto how = Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine;
    const QRect rest = text.adjusted(boldMetrics.horizontalAdvance(name), 0, 0, 0);
    painter.drawText(rest, how, fontMetrics().elidedText(what, Qt::ElideRight, rest.width()));
    painter.setFont(bold);
    painter.drawText(text, how, name);
    if (!hasFocus())
        return;
    QStyleOptionFocusRect focus;
    focus.initFrom(this);
    style()->drawPrimitive(QStyle::PE_FrameFocusRect, &focus, &painter, this);
}

namespace {

constexpr int kLineHeight = 36; // of one with a button
constexpr std::chrono::seconds kCheckAtLeast{2};

std::vector<Tone> tonesOf(const std::vector<ProblemList::Problem>& problems)
{
    std::vector<Tone> tones;
    for (const ProblemList::Problem& problem : problems)
        tones.push_back(problem.isUrgent ? Tone::Bad : Tone::Notice);
    return tones;
}

} // namespace

ProblemPanel::ProblemPanel(ProblemList& problems, const LockStore& locks, QWidget* parent)
    : QWidget(parent)
    , m_problems(problems)
    , m_locks(locks)
    , m_all(new QPushButton(this))
    , m_freeStale(namedButton({}, u"freeStaleButton"_s, this))
    , m_quorum(titleLabel({}, TextSize::Body, this))
    , m_down(new SentenceButton(this))
    , m_unclear(captionLabel({}, this))
{
    setObjectName(u"problemPanel"_s);
    setAccessibleName(tr("Problems"));
    auto* layout = boxLayout<QVBoxLayout>(this, {12, 0, 12, 0}, 0);
    m_quorum->setObjectName(u"quorumLostLabel"_s);
    m_quorum->setMinimumHeight(kLineHeight);
    m_quorum->setContentsMargins(32, 0, 0, 0);
    m_quorum->hide();
    layout->addWidget(m_quorum);
    m_down->setObjectName(u"mastersDownSentence"_s);
    m_down->setMinimumHeight(kLineHeight);
    m_down->hide();
    layout->addWidget(m_down);
    for (std::size_t i = 0; i < m_lines.size(); ++i) {
        m_lines[i] = createLine(static_cast<int>(i));
        layout->addWidget(m_lines[i].row);
    }
    m_unclear->setObjectName(u"unclearLabel"_s);
    m_unclear->setContentsMargins(32, 0, 0, 4);
    layout->addWidget(m_unclear);
    m_all->setObjectName(u"allProblemsButton"_s);
    m_all->setAutoDefault(false);
    auto* const first = static_cast<QHBoxLayout*>(m_lines.front().row->layout());
    first->insertWidget(1, m_all);
    first->insertWidget(2, m_freeStale);
    connect(m_freeStale, &QPushButton::clicked, this, &ProblemPanel::staleRequested);
    connect(m_all, &QPushButton::clicked, this, &ProblemPanel::allRequested);
    connect(m_down, &QAbstractButton::clicked, this, &ProblemPanel::mastersRequested);
    connect(&problems, &ProblemList::changed, this, &ProblemPanel::showProblems);
    // Rows show a problem at once: "no problem" must go.
    connect(&locks, &LockStore::countsChanged, this, [this] {
        if (m_shown.empty())
            showProblems();
    });
    hide();
}

ProblemPanel::Line ProblemPanel::createLine(int number)
{
    auto* row = new QWidget(this);
    const Line line{row, new SentenceButton(row), new QPushButton(tr("Release\u2026"), row)};
    line.sentence->setObjectName(u"problemSentence%1"_s.arg(number));
    line.release->setObjectName(u"problemRelease%1"_s.arg(number));
    line.release->setAutoDefault(false);
    auto* layout = boxLayout<QHBoxLayout>(row, {0, 4, 0, 4}, 8);
    row->setMinimumHeight(kLineHeight);
    layout->addWidget(line.sentence, 1);
    layout->addWidget(line.release);
    const auto index = static_cast<std::size_t>(number);
    connect(line.sentence, &QAbstractButton::clicked, this, [this, index] {
        if (index < m_shown.size())
            Q_EMIT lockChosen(m_shown[index].resource);
        else
            Q_EMIT waitsRequested();
    });
    connect(line.release, &QAbstractButton::clicked, this, [this, index] {
        if (index < m_shown.size())
            Q_EMIT releaseRequested(m_shown[index].resource);
    });
    return line;
}

void ProblemPanel::setMost(int most)
{
    if (std::exchange(m_most, most) == most)
        return;
    showDown();
    showProblems();
}

void ProblemPanel::enterEvent(QEnterEvent* event)
{
    QWidget::enterEvent(event);
    notePointer();
}

void ProblemPanel::leaveEvent(QEvent* event)
{
    QWidget::leaveEvent(event);
    m_problems.setPinned(false);
}

/// Only a moving pointer counts: a window may open under it.
void ProblemPanel::notePointer()
{
    const QPoint pointer = QCursor::pos();
    if (std::exchange(m_pointer, pointer) != pointer)
        m_pinnedUntil = QDeadlineTimer(OrderHold::kPatience);
    m_problems.setPinned(underMouse() && !m_pinnedUntil.hasExpired());
}

void ProblemPanel::tick()
{
    notePointer();
    showProblems();
}

void ProblemPanel::setReadOnly(bool isReadOnly, const QString& refusal)
{
    m_isReadOnly = isReadOnly;
    m_refusal = refusal;
    showProblems();
}

void ProblemPanel::setRead(bool isComplete, bool areWaitsKnown)
{
    if (!isHidden() && isComplete == m_isComplete && areWaitsKnown == m_areWaitsKnown)
        return;
    m_isComplete = isComplete;
    m_areWaitsKnown = areWaitsKnown;
    show();
    showProblems();
}

void ProblemPanel::setAgentLost(bool isLost)
{
    if (std::exchange(m_isAgentLost, isLost) != isLost)
        showProblems();
}

void ProblemPanel::setQuorumLost(const QString& why)
{
    m_quorum->setText(why);
    m_quorum->setVisible(!why.isEmpty());
    showDown();
}

void ProblemPanel::setMastersDown(const QString& which, const QString& why)
{
    if (!which.isEmpty())
        m_down->setSentence(
            Glyph::Warning, why.isEmpty() ? which : tr("%1: %2").arg(which, why), which.size());
    m_isAnyDown = !which.isEmpty();
    showDown();
}

/// With little room, the lost quorum says enough.
void ProblemPanel::showDown()
{
    m_down->setVisible(m_isAnyDown && (m_most > 1 || m_quorum->isHidden()));
    update();
}

words::CalmFacts ProblemPanel::calmFacts() const
{
    return {.locks = static_cast<std::size_t>(m_locks.lockCount()),
        .unjudged = static_cast<std::size_t>(m_locks.unknownCount()),
        .isAgentLost = m_isAgentLost,
        .isComplete = m_isComplete,
        .areWaitsKnown = m_areWaitsKnown};
}

void ProblemPanel::showProblems()
{
    if (isHidden())
        return;
    const auto before = tonesOf(m_shown);
    m_shown = m_problems.first(m_most);
    for (std::size_t i = 0; i < m_lines.size(); ++i) {
        m_lines[i].row->setVisible(i < std::max<std::size_t>(m_shown.size(), 1));
        if (i < m_shown.size())
            showLine(m_lines[i], m_shown[i]);
    }
    m_unclear->setText(toQt(words::unjudgedText(calmFacts())));
    m_unclear->setVisible(m_locks.unknownCount() > 0 && !m_shown.empty());
    if (m_shown.empty())
        showCalm();
    const int more = m_problems.count() - static_cast<int>(m_shown.size());
    m_all->setVisible(more > 0 && !m_shown.empty());
    m_all->setText(moreText(more));
    m_all->setAccessibleName(tr("Show all problems: %1").arg(moreText(more)));
    m_freeStale->setVisible(more > 0 && m_locks.staleCount() > 1 && !m_isReadOnly);
    m_freeStale->setText(tr("Free all %L1 stale\u2026").arg(m_locks.staleCount()));
    if (tonesOf(m_shown) != before)
        update();
}

/// A problem is too young to be listed. Lasts a moment longer, against flicker.
bool ProblemPanel::isChecking()
{
    if (m_locks.staleCount() + m_locks.deadlockedCount() > 0)
        m_checksUntil = m_locks.now() + kCheckAtLeast;
    return m_locks.lockCount() > 0 && m_locks.now() < m_checksUntil;
}

void ProblemPanel::showCalm()
{
    words::CalmFacts facts = calmFacts();
    facts.isChecking = isChecking();
    const words::Calm calm = words::calmOf(facts);
    const Line& line = m_lines.front();
    line.release->hide();
    line.sentence->setEnabled(calm.kind == words::Calm::Kind::WaitsUnknown); // leads to the page
    line.sentence->setSentence(calmGlyph(calm.kind), toQt(calm.text));
}

void ProblemPanel::showLine(const Line& line, const ProblemList::Problem& problem) const
{
    const bool isSolved = problem.isOver && !problem.isUnclear;
    line.sentence->setSentence(
        isSolved ? Glyph::Done : Glyph::Warning, problem.text, problem.nameLength);
    line.sentence->setEnabled(!problem.isOver);
    line.release->show();
    line.release->setEnabled(!problem.isOver && problem.isReleasable && !m_isReadOnly);
    setTip(*line.release, m_isReadOnly ? readOnlyHint(m_refusal) : QString());
    line.release->setAccessibleName(tr("Release %1\u2026").arg(safeText(problem.resource)));
}

void ProblemPanel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const auto paint = [&](const QRect& area, Tone tone) {
        painter.fillRect(area, toneTint(tone, palette()));
        painter.fillRect(QRect(0, area.top(), 3, area.height()), toneColour(tone, palette()));
        painter.fillRect(QRect(0, area.bottom(), width(), 1), palette().mid());
    };
    int top = 0;
    for (const QWidget* const line : std::initializer_list<QWidget*>{m_quorum, m_down}) {
        if (line->isHidden())
            continue;
        const int bottom = line->geometry().bottom() + 1;
        paint(
            QRect(0, top, width(), bottom - top), m_quorum->isHidden() ? Tone::Notice : Tone::Bad);
        top = bottom;
    }
    const auto tones = tonesOf(m_shown);
    for (std::size_t i = 0; i < tones.size(); ++i) {
        const int bottom
            = i + 1 == tones.size() ? height() : m_lines[i].row->geometry().bottom() + 1;
        paint(QRect(0, top, width(), bottom - top), tones[i]);
        top = bottom;
    }
}

} // namespace lockkeeper::ui
