// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/alerts/alert.h"

#include "core/text/natural_order.h"
#include "ui/models/words/text_parts.h"
#include "ui/models/words/words.h"

#include <QSettings>
#include <QStringList>
#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {

namespace {

QString lockNames(const Alert& alert)
{
    QStringList names;
    std::vector<Resource> locks = alert.locks;
    std::ranges::sort(locks, NaturalLess());
    const std::size_t named = std::min(locks.size(), Alert::kNamed);
    for (std::size_t i = 0; i < named; ++i)
        names << nameText(locks[i].value());
    const auto more = alert.count - named;
    if (more > 0)
        names << moreText(static_cast<qsizetype>(more));
    return listText(names);
}

QString masterNames(const Alert& alert)
{
    QStringList names;
    for (const MasterId& master : alert.masters)
        names << nameText(master.value());
    return listText(names);
}

QString withDetail(const QString& what, const QString& detail)
{
    return detail.isEmpty() ? sentenceText(what) : Words::tr("%1: %2.").arg(what, detail);
}

} // namespace

QString alertTitle(AlertKind kind)
{
    switch (kind) {
    case AlertKind::Freed:
        return Words::tr("Lock freed");
    case AlertKind::Taken:
        return Words::tr("Lock taken");
    case AlertKind::Stuck:
    case AlertKind::Stale:
        return Words::tr("Lock to look at");
    case AlertKind::Deadlock:
        return Words::tr("Deadlock");
    case AlertKind::LeaseEnding:
        return Words::tr("Lease ends soon");
    case AlertKind::LeaseEnded:
        return Words::tr("Lease ended");
    case AlertKind::Split:
        return Words::tr("Split lock");
    case AlertKind::MasterDown:
        return Words::tr("Master down");
    case AlertKind::MasterRestarted:
        return Words::tr("Master restarted");
    case AlertKind::LocksLost:
        return Words::tr("Locks lost");
    case AlertKind::AgentLost:
        return Words::tr("No news from the agent");
    case AlertKind::QuorumLost:
        break;
    }
    return Words::tr("Quorum lost");
}

QString alertText(const Alert& alert)
{
    const QString locks = lockNames(alert);
    const bool isOne = alert.count == 1;
    switch (alert.kind) {
    case AlertKind::Freed:
        return alert.detail.isEmpty()
            ? Words::tr("%1 is free.").arg(locks)
            : Words::tr("%1 was freed, and is held by %2 now.").arg(locks, alert.detail);
    case AlertKind::Taken:
        return Words::tr("%1 was taken by %2.").arg(locks, alert.detail);
    case AlertKind::Stuck:
    case AlertKind::Stale:
    case AlertKind::Deadlock: {
        const bool isDeadlock = alert.kind == AlertKind::Deadlock || alert.isDeadlock;
        const QString one = isDeadlock ? Words::tr("Look at %1") : Words::tr("%1 is stale now");
        const QString several = isDeadlock ? Words::tr("%L1 locks wait for each other: %2.")
                                           : Words::tr("%L1 locks are stale now: %2.");
        return isOne ? withDetail(one.arg(locks), alert.detail)
                     : several.arg(alert.count).arg(locks);
    }
    case AlertKind::LeaseEnding:
        return Words::tr("Your lease on %1 ends in %2: nobody renews it.").arg(locks, alert.detail);
    case AlertKind::LeaseEnded:
        return Words::tr("Your lease on %1 has ended: others can take the lock.").arg(locks);
    case AlertKind::Split:
        return isOne ? Words::tr("%1 is split: no holder has a quorum.").arg(locks)
                     : Words::tr("%L1 locks are split: %2.").arg(alert.count).arg(locks);
    case AlertKind::MasterDown:
        return withDetail(Words::tr("Without a vote: %1").arg(masterNames(alert)), alert.detail);
    case AlertKind::MasterRestarted:
        return Words::tr("Started anew: %1. Locks that were not saved are gone there.")
            .arg(masterNames(alert));
    case AlertKind::LocksLost:
        return withDetail(
            (isOne ? Words::tr("%1 lock vanished before its TTL from %2")
                   : Words::tr("%L1 locks vanished together before their TTL from %2"))
                .arg(alert.count)
                .arg(masterNames(alert)),
            alert.detail);
    case AlertKind::AgentLost:
        return Words::tr("No news from the agent: %1. Of masters and locks, only what it sent "
                         "before is known.")
            .arg(alert.detail);
    case AlertKind::QuorumLost:
        break;
    }
    return Words::tr(
        "No votes from %1, so no quorum: no lock can be judged here and, unless others "
        "reach them, none can be taken or extended.")
        .arg(masterNames(alert));
}

bool AlertSettings::wants(AlertKind kind) const
{
    switch (kind) {
    case AlertKind::Stale:
        return isStaleWanted;
    case AlertKind::Deadlock:
        return isDeadlockWanted;
    case AlertKind::Split:
        return isSplitWanted;
    case AlertKind::MasterDown:
    case AlertKind::MasterRestarted:
    case AlertKind::LocksLost:
    case AlertKind::QuorumLost:
    case AlertKind::AgentLost:
        return isMasterWanted;
    default:
        return true;
    }
}

bool AlertSettings::isQuietAt(QTime time) const
{
    if (!hasQuietHours || quietFrom == quietTo)
        return false;
    if (quietFrom < quietTo)
        return time >= quietFrom && time < quietTo;
    return time >= quietFrom || time < quietTo;
}

AlertSettings AlertSettings::load(const QSettings& settings)
{
    const AlertSettings usual;
    const auto flag = [&settings](const QString& name, bool value) {
        return settings.value(u"alerts/"_s + name, value).toBool();
    };
    const auto time = [&settings](const QString& name, QTime value) {
        const QTime kept
            = QTime::fromString(settings.value(u"alerts/"_s + name).toString(), u"HH:mm"_s);
        return kept.isValid() ? kept : value;
    };
    const bool isStaleWanted = flag(u"stale"_s, usual.isStaleWanted);
    return {.isStaleWanted = isStaleWanted,
        .isDeadlockWanted = flag(u"deadlock"_s, isStaleWanted), // once one setting
        .isSplitWanted = flag(u"split"_s, usual.isSplitWanted),
        .isMasterWanted = flag(u"masters"_s, usual.isMasterWanted),
        .isStartTold = flag(u"start"_s, usual.isStartTold),
        .hasQuietHours = flag(u"quiet"_s, usual.hasQuietHours),
        .quietFrom = time(u"quietFrom"_s, usual.quietFrom),
        .quietTo = time(u"quietTo"_s, usual.quietTo)};
}

void AlertSettings::save(QSettings& settings) const
{
    settings.setValue(u"alerts/stale"_s, isStaleWanted);
    settings.setValue(u"alerts/deadlock"_s, isDeadlockWanted);
    settings.setValue(u"alerts/split"_s, isSplitWanted);
    settings.setValue(u"alerts/masters"_s, isMasterWanted);
    settings.setValue(u"alerts/start"_s, isStartTold);
    settings.setValue(u"alerts/quiet"_s, hasQuietHours);
    settings.setValue(u"alerts/quietFrom"_s, quietFrom.toString(u"HH:mm"_s));
    settings.setValue(u"alerts/quietTo"_s, quietTo.toString(u"HH:mm"_s));
}

} // namespace lockkeeper::ui
