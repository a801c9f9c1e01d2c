// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/lock_notes.h"

#include "ui/models/locks/lock_filter_proxy.h"
#include "ui/models/locks/problem_list.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/floating_notes.h"

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {
namespace {

/// Words are complained about when nothing was typed for this long.
constexpr std::chrono::milliseconds kTyping{700};

} // namespace

LockNotes::LockNotes(
    QWidget& over, const QTableView& table, LockFilterProxy& locks, ProblemList& problems)
    : QObject(&over)
    , m_locks(locks)
    , m_problems(problems)
    , m_notes(new FloatingNotes(over, table))
    , m_pause(m_notes->add(u"pauseBanner"_s, tr("Resume")))
    , m_complaint(m_notes->add(u"complaintBanner"_s, {}))
    , m_hidden(m_notes->add(u"hiddenBanner"_s, tr("Show all")))
    , m_waiting(m_notes->add(u"waitingBanner"_s, tr("Show")))
{
    m_typing.setSingleShot(true);
    m_typing.setInterval(kTyping);
    connect(&m_typing, &QTimer::timeout, this, &LockNotes::showComplaint);
    connect(m_pause, &Banner::buttonClicked, this, &LockNotes::resumeRequested);
    connect(m_hidden, &Banner::buttonClicked, this, &LockNotes::clearFilterRequested);
    connect(m_waiting, &Banner::buttonClicked, &locks, &LockFilterProxy::applyWaiting);
    connect(m_waiting, &Banner::buttonClicked, &problems, &ProblemList::applyWaiting);
    connect(&problems, &ProblemList::changed, this, &LockNotes::showWaiting);
    connect(&locks, &LockFilterProxy::waitingChanged, this, &LockNotes::showWaiting);
    connect(&locks, &LockFilterProxy::rowsArranged, this, &LockNotes::showHidden);
    connect(&locks.locks(), &LockTableModel::countsChanged, this, &LockNotes::showHidden);
    connect(&locks, &LockFilterProxy::filterChanged, this, [this] {
        m_complaint->hide();
        m_typing.start();
    });
}

void LockNotes::setPaused(bool isPaused)
{
    m_pause->setVisible(isPaused);
    if (isPaused) {
        m_pause->tell(Glyph::Pause, Tone::Notice,
            tr("Paused: rows keep their place and none leaves. Values and countdowns go on."));
    }
}

void LockNotes::setFilterOld(bool isOld)
{
    m_isFilterOld = isOld;
    showHidden();
}

void LockNotes::showWaiting()
{
    const int count = m_locks.waitingCount() + m_problems.waitingCount();
    m_waiting->setVisible(count > 0);
    if (count > 0) {
        m_waiting->tell(Glyph::Info, Tone::Notice,
            count == 1 ? tr("1 change waiting") : tr("%L1 changes waiting").arg(count));
    }
}

void LockNotes::showComplaint()
{
    const QString& complaint = m_locks.wantedFilter().complaint();
    if (!complaint.isEmpty())
        m_complaint->tell(Glyph::Warning, Tone::Notice, complaint);
}

void LockNotes::showHidden()
{
    const auto [hidden, stale]
        = m_isFilterOld ? m_locks.hiddenCounts() : LockFilterProxy::HiddenCounts();
    m_hidden->setVisible(hidden > 0);
    if (hidden == 0)
        return;
    m_hidden->tell(Glyph::Info, Tone::Notice,
        stale == 0
            ? tr("The filter is from last time: %L1 hidden, none of them stale").arg(hidden)
            : tr("The filter is from last time: %L1 hidden, %L2 stale").arg(hidden).arg(stale));
}

} // namespace lockkeeper::ui
