// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/alert_center.h"

#include "ui/bridge/session.h"
#include "ui/dialogs/alert_dialog.h"
#include "ui/models/words/alert_words.h"
#include "ui/models/words/words.h"

#include <QDateTime>
#include <QPointer>
#include <algorithm>

namespace lockkeeper::ui {
namespace {

QString timeText(const QDateTime& at)
{
    return AlertCenter::tr("%1 UTC").arg(at.toUTC().toString(QStringLiteral("HH:mm:ss")));
}

/// `overSince`: null while it is not over.
NoticeStack::Line lineOf(const Alert& alert, const QDateTime& at, const QDateTime& overSince)
{
    const bool isGood = alert.kind == AlertKind::Freed;
    const bool isBad = alert.kind == AlertKind::QuorumLost || alert.kind == AlertKind::MasterDown
        || alert.kind == AlertKind::LocksLost || alert.kind == AlertKind::AgentLost;
    const QString text
        = AlertCenter::tr("%1  %2", "time, what happened").arg(timeText(at), alertText(alert));
    if (overSince.isValid())
        return {.glyph = Glyph::Done,
            .tone = Tone::Muted,
            .text = AlertCenter::tr("%1 Over since %2.").arg(text, timeText(overSince))};
    return {.glyph = isGood ? Glyph::Done : Glyph::Warning,
        .tone = isGood ? Tone::Good
            : isBad    ? Tone::Bad
                       : Tone::Notice,
        .text = text};
}

} // namespace

AlertCenter::AlertCenter(const Parts& parts, QObject* parent)
    : QObject(parent)
    , m_parts(parts)
    , m_settings(AlertSettings::load(parts.settings))
    , m_alerts(m_settings.isStartTold)
{
    Session& session = parts.session;
    connect(&session.locks(), &LockStore::slotsChanged, this, &AlertCenter::seeSlots);
    connect(&session, &Session::updated, this,
        [this](const BoardUpdatePtr& update) { seeUpdate(*update); });
    connect(&session, &Session::ticked, this, &AlertCenter::tellDue);
    connect(&parts.notices, &NoticeStack::buttonClicked, this, [this](int id) {
        if (const auto found = m_shown.find(id); found != m_shown.end())
            show(found->second.alert);
    });
    connect(&parts.notices, &NoticeStack::dismissed, this, [this](int id) { m_shown.erase(id); });
}

bool AlertCenter::isWatched(const Resource& resource, AlertKind what) const
{
    return m_watches.isWatched(resource, what);
}

void AlertCenter::setWatched(const Resource& resource, AlertKind what, bool isWatched)
{
    if (!isWatched)
        return m_watches.remove(resource, what);
    const LockRow* const row = m_parts.session.locks().find(resource);
    const bool isThere = row != nullptr && !row->isGone();
    m_watches.add(resource, what, isThere ? row->token : std::optional<Fingerprint>());
}

void AlertCenter::seeSlots(const std::vector<int>& slots)
{
    const LockRows& rows = m_parts.session.locks().rows();
    for (const int slot : slots) {
        m_alerts.seeLock(rows[slot]);
        for (const Alert& alert : m_watches.seeLock(rows[slot]))
            tell(alert);
    }
}

void AlertCenter::seeUpdate(const observe::BoardUpdate& update)
{
    m_alerts.seeAgent(update.agentLoss);
    if (!update.agentLoss)
        m_alerts.seeMasters(update.masters, update.quorum);
    m_isSettled
        = m_isSettled || std::ranges::all_of(update.masters, &observe::MasterStatus::isSettled);
}

void AlertCenter::tellDue()
{
    markOver();
    for (const Alert& alert : m_alerts.take(m_parts.session.clock().now())) {
        if (m_settings.wants(alert.kind))
            tell(alert);
    }
    // What the first sweep has found is applied in slices.
    if (m_isSettled && !m_parts.session.locks().isBehind())
        m_alerts.endStart();
}

void AlertCenter::tell(const Alert& alert)
{
    const QDateTime now = QDateTime::currentDateTime();
    m_shown[m_parts.notices.add(lineOf(alert, now, {}), tr("Show"))] = {alert, now};
    if (!m_parts.notifier || m_settings.isQuietAt(now.time()))
        return;
    m_parts.notifier->notify(
        {.title = tr("%1: %2", "deployment, what happened")
                      .arg(safeText(m_parts.session.deployment().name), alertTitle(alert.kind)),
            .text = alertText(alert),
            .isUrgent = alert.kind == AlertKind::QuorumLost || alert.kind == AlertKind::AgentLost,
            .onOpened = [self = QPointer<AlertCenter>(this), alert] {
                if (self)
                    self->show(alert);
            }});
}

void AlertCenter::markOver()
{
    for (auto& [id, shown] : m_shown) {
        // Masters and an agent that fail again have a line of their own then.
        if (shown.overSince.isValid() && shown.alert.locks.empty())
            continue;
        const bool isOverNow = isOver(shown.alert);
        if (isOverNow == shown.overSince.isValid())
            continue;
        shown.overSince = isOverNow ? QDateTime::currentDateTime() : QDateTime();
        if (!isOverNow)
            tellReasonOfNow(shown.alert);
        m_parts.notices.change(id, lineOf(shown.alert, shown.at, shown.overSince));
    }
}

/// What is wrong with its lock again may be something else.
void AlertCenter::tellReasonOfNow(Alert& alert) const
{
    if (alert.kind != AlertKind::Stale || alert.locks.size() != 1)
        return;
    if (const LockRow* const row = m_parts.session.locks().find(alert.locks.front()))
        alert.detail = shortEvidenceText(row->entry->stale);
}

/// True if nothing of what the alert names is so any more.
bool AlertCenter::isOver(const Alert& alert) const
{
    const LockStore& locks = m_parts.session.locks();
    const auto isOverFor = [&](const Resource& resource) {
        const LockRow* const lock = locks.find(resource);
        if (lock == nullptr || lock->isGone())
            return true;
        return alert.kind == AlertKind::Split ? lock->judgement.verdict != observe::Verdict::Split
                                              : !lock->hasEvidence();
    };
    switch (alert.kind) {
    case AlertKind::Stuck:
    case AlertKind::Stale:
    case AlertKind::Split:
        return alert.count <= alert.locks.size() && std::ranges::all_of(alert.locks, isOverFor);
    case AlertKind::MasterDown:
    case AlertKind::QuorumLost:
        return std::ranges::all_of(alert.masters,
            [this](const MasterId& id) { return m_parts.session.masters().isUp(id); });
    case AlertKind::AgentLost:
        return !m_parts.session.agentLoss();
    case AlertKind::Freed:
    case AlertKind::Taken:
    case AlertKind::MasterRestarted:
    case AlertKind::LocksLost:
        break;
    }
    return false;
}

void AlertCenter::show(const Alert& alert)
{
    if (alert.locks.empty())
        Q_EMIT mastersWanted();
    else
        Q_EMIT lockWanted(alert.locks.front());
}

void AlertCenter::edit(QWidget* parent)
{
    auto* dialog = new AlertDialog(m_settings, parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        m_settings = dialog->settings();
        m_settings.save(m_parts.settings);
    });
    connect(dialog, &AlertDialog::trialRequested, this, [this] {
        if (m_parts.notifier)
            m_parts.notifier->notify({.title = tr("Lockkeeper"),
                .text = tr("Alerts of %1 look like this.")
                            .arg(safeText(m_parts.session.deployment().name))});
    });
    dialog->open();
}

} // namespace lockkeeper::ui
