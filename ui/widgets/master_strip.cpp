// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/master_strip.h"

#include "core/observe/board/failover.h"
#include "core/words/master_words.h"
#include "ui/look/glyphs.h"
#include "ui/models/words/text_parts.h"
#include "ui/models/words/words.h"
#include "ui/widgets/link_mark.h"
#include "ui/widgets/spoken.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>
#include <tuple>

namespace lockkeeper::ui {

namespace {

constexpr int kMarkSize = 10;
constexpr int kGap = 5;
constexpr int kStripPadding = 2;
constexpr int kPillWidth = 80; ///< minimum: another digit moves nothing

std::optional<std::chrono::milliseconds> voteless(
    const observe::MasterStatus& master, SteadyTime now)
{
    return master.link.isUp() ? observe::quarantineLeft(master, now) : std::nullopt;
}

QString shortWords(const observe::MasterStatus& master, SteadyTime now)
{
    const redis::LinkStatus& link = master.link;
    if (const auto left = voteless(master, now))
        return MasterCell::tr("no vote for %1").arg(durationText(*left));
    if (master.isBlind())
        return MasterCell::tr("not read");
    const bool isMeasured = link.isUp() && link.latency;
    return isMeasured ? toQt(words::latencyText(*link.latency))
                      : toQt(words::shortLinkStateText(link, now));
}

QString stateWords(const observe::MasterStatus& master, SteadyTime now)
{
    QStringList parts{toQt(words::linkStateText(master.link, now))};
    if (const auto left = voteless(master, now))
        parts << toQt(words::quarantineText(*left));
    if (master.isBlind() && master.sweepError)
        parts << MasterCell::tr("not read: %1").arg(errorText(*master.sweepError));
    else if (master.isBlind())
        parts << MasterCell::tr("none of its keys could be read");
    return clausesText(parts);
}

} // namespace

MasterCell::MasterCell(QWidget* parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    setSpokenRole(*this, QAccessible::StaticText);
}

void MasterCell::show(const observe::MasterStatus& master, SteadyTime now, bool isBrief)
{
    const bool isFine = master.isReadable() && !voteless(master, now);
    show(master, isBrief && isFine ? QString() : shortWords(master, now), stateWords(master, now),
        master.link.state, isFine);
}

void MasterCell::showUnknown(const observe::MasterStatus& master, const QString& why)
{
    show(master, QString(), tr("not known: %1", "the state of a master").arg(why),
        redis::LinkState::Connecting, false);
}

void MasterCell::show(const observe::MasterStatus& master, const QString& words,
    const QString& state, redis::LinkState mark, bool isFine)
{
    const QString id = safeText(master.id.value());
    const bool isSame = words == m_words && id == m_id && mark == m_state;
    m_isFine = isFine;
    const bool isWider = words.size() != m_words.size() || id != m_id;
    m_id = id;
    m_words = words;
    m_state = mark;
    setAccessibleName(tr("master %1: %2").arg(id, state));
    setTip(*this, tr("%1  %2\n%3").arg(id, safeText(master.url), state));
    if (isWider)
        updateGeometry();
    if (!isSame)
        update();
}

int MasterCell::markLeft(const QString& id) const
{
    QFont bold = font();
    bold.setBold(true);
    return kStripPadding + QFontMetrics(bold).horizontalAdvance(id) + kGap;
}

int MasterCell::widthOf(const QString& id, const QString& words) const
{
    return markLeft(id) + kMarkSize + kGap + fontMetrics().horizontalAdvance(words) + kStripPadding;
}

int MasterCell::wholeWidth(const observe::MasterStatus& master, SteadyTime now)
{
    // Digits have one width.
    QString outline = shortWords(master, now);
    for (QChar& c : outline)
        c = c.isDigit() ? u'0' : c;
    QString id = safeText(master.id.value());
    if (std::tie(outline, id) != std::tie(m_measured.words, m_measured.id))
        m_measured = {outline, id, std::max(kPillWidth, widthOf(id, outline))};
    return m_measured.width;
}

void MasterCell::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::FontChange)
        m_measured = {};
    QWidget::changeEvent(event);
}

QSize MasterCell::sizeHint() const
{
    const int width = widthOf(m_id, m_words);
    return {m_words.isEmpty() ? width : std::max(kPillWidth, width), fontMetrics().height() + 8};
}

QSize MasterCell::minimumSizeHint() const
{
    return {markLeft(m_id) + kMarkSize + kStripPadding, fontMetrics().height() + 8};
}

void MasterCell::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    QFont bold = font();
    bold.setBold(true);
    painter.setFont(bold);
    painter.drawText(
        rect().adjusted(kStripPadding, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft, m_id);
    const int left = markLeft(m_id);
    const QRectF mark(left, (height() - kMarkSize) / 2.0, kMarkSize, kMarkSize);
    if (m_isFine || m_state != redis::LinkState::Up)
        paintLinkMark(painter, mark, m_state, palette());
    else
        glyphIcon(Glyph::Warning).paint(&painter, mark.adjusted(-2, -2, 2, 2).toRect());
    const QRect words = rect().adjusted(left + kMarkSize + kGap, 0, -kStripPadding, 0);
    if (words.width() < fontMetrics().horizontalAdvance(m_words))
        return;
    painter.setFont(font());
    if (m_isFine)
        painter.setPen(palette().color(QPalette::PlaceholderText));
    painter.drawText(words, Qt::AlignVCenter | Qt::AlignLeft, m_words);
}

MasterStrip::MasterStrip(const Clock& clock, QWidget* parent)
    : QWidget(parent)
    , m_clock(clock)
    , m_layout(new QHBoxLayout(this))
{
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(12);
    m_layout->addStretch(1);
}

void MasterStrip::setMasters(const std::vector<observe::MasterStatus>& masters,
    const std::optional<observe::AgentLoss>& agentLoss)
{
    m_masters = masters;
    m_agentLoss = agentLoss;
    while (m_cells.size() > masters.size()) {
        delete m_cells.back();
        m_cells.pop_back();
    }
    while (m_cells.size() < masters.size()) {
        m_cells.push_back(new MasterCell(this));
        m_layout->insertWidget(static_cast<int>(m_cells.size()) - 1, m_cells.back());
    }
    tick();
}

void MasterStrip::tick()
{
    if (m_agentLoss) {
        for (std::size_t i = 0; i < m_cells.size(); ++i)
            m_cells[i]->showUnknown(m_masters[i], errorText(m_agentLoss->why));
        return;
    }
    const SteadyTime now = m_clock.now();
    int needed = 0;
    for (std::size_t i = 0; i < m_cells.size(); ++i)
        needed += m_cells[i]->wholeWidth(m_masters[i], now) + m_layout->spacing();
    const bool isTight = isVisible() && needed > width(); // hidden: the width is not known
    for (std::size_t i = 0; i < m_cells.size(); ++i)
        m_cells[i]->show(m_masters[i], now, isTight);
}

void MasterStrip::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    tick();
}

} // namespace lockkeeper::ui
