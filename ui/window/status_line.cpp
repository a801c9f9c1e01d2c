// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/status_line.h"

#include "ui/models/words/text_parts.h"
#include "ui/models/words/words.h"

#include <QStringList>
#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {

namespace {

QString sweepText(const observe::BoardUpdate& update)
{
    if (update.agentLoss)
        return StatusLine::tr("nothing arrives: %1").arg(errorText(update.agentLoss->why));
    if (update.error)
        return StatusLine::tr("no keys are read: %1").arg(errorText(*update.error));
    if (update.isComplete)
        return StatusLine::tr("sweep complete");
    QStringList missing;
    for (const auto& master : update.masters) {
        if (!master.isSweepComplete)
            missing.append(safeText(master.id.value()));
    }
    return StatusLine::tr("sweep incomplete: not all keys of %1 were read").arg(listText(missing));
}

/// Empty while no changes arrive.
QString followText(const observe::BoardUpdate& update, std::chrono::milliseconds interval)
{
    if (update.agentLoss)
        return {};
    const auto pushed = std::ranges::count_if(update.masters, &observe::MasterStatus::isPushed);
    if (pushed != 0 && static_cast<std::size_t>(pushed) == update.masters.size())
        return StatusLine::tr("changes are pushed");
    QString polled = StatusLine::tr("polling every %1 s")
                         .arg(QString::number(static_cast<double>(interval.count()) / 1000.0));
    if (pushed == 0)
        return polled;
    return StatusLine::tr("changes are pushed by %1 of %2, else %3")
        .arg(pushed)
        .arg(update.masters.size())
        .arg(polled);
}

/// The parts that are not empty.
QString joined(QStringList parts)
{
    parts.removeAll(QString());
    return parts.join(u"  \u2013  "_s);
}

/// An update comes every second: its age below this would only make the line flicker, and cost a
/// new layout each time.
constexpr std::chrono::seconds kFresh{2};

} // namespace

StatusLine::StatusLine(std::chrono::milliseconds interval, const Clock& clock, QWidget* parent)
    : QLabel(parent)
    , m_interval(interval)
    , m_clock(clock)
{
    setObjectName(u"statusLabel"_s);
    setTextFormat(Qt::PlainText);
    setText(tr("waiting for the first sweep"));
    // A long text must not widen the window.
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
}

void StatusLine::apply(const observe::BoardUpdate& update, int locks)
{
    const auto read = std::count_if(update.masters.begin(), update.masters.end(),
        [](const auto& master) { return master.isSweepComplete; });
    if (static_cast<std::size_t>(read) >= update.quorum)
        m_confirmedAt = update.asOf;
    m_sweep = sweepText(update);
    m_follow = followText(update, m_interval);
    const QString shown = locks == 1 ? tr("1 lock") : tr("%L1 locks").arg(locks);
    const QString others
        = update.otherKeys == 1 ? tr("1 other key") : tr("%L1 other keys").arg(update.otherKeys);
    QStringList counts{shown, others};
    if (update.possible > 0)
        counts << tr("%L1 possible", "keys that may be locks").arg(update.possible);
    m_counts = partsText(counts);
    tick();
}

void StatusLine::tick()
{
    if (m_sweep.isEmpty())
        return;
    QString age = tr("no quorum was read yet");
    if (m_confirmedAt) {
        const auto passed
            = std::chrono::duration_cast<std::chrono::milliseconds>(m_clock.now() - *m_confirmedAt);
        age = passed < kFresh ? tr("data from less than 2 s ago")
                              : tr("data from %1").arg(agoText(passed));
    }
    m_age = age;
    setToolTip(toolTipText(wholeText()));
    showFitting();
}

QString StatusLine::wholeText() const
{
    return joined({m_age, m_sweep, m_follow, m_counts});
}

/// In a narrow window, how changes are followed goes first, then how many locks there are.
void StatusLine::showFitting()
{
    if (m_sweep.isEmpty())
        return;
    const QStringList candidates[]
        = {{m_age, m_sweep, m_follow, m_counts}, {m_age, m_sweep, m_counts}, {m_age, m_sweep}};
    QString shown;
    for (const QStringList& parts : candidates) {
        shown = joined(parts);
        if (fontMetrics().horizontalAdvance(shown) <= width())
            return setText(shown);
    }
    setText(fontMetrics().elidedText(shown, Qt::ElideRight, width()));
}

void StatusLine::resizeEvent(QResizeEvent* event)
{
    QLabel::resizeEvent(event);
    showFitting();
}

} // namespace lockkeeper::ui
