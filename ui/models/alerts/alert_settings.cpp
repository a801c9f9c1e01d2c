// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/alerts/alert_settings.h"

#include <QSettings>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {

bool AlertSettings::wants(AlertKind kind) const
{
    switch (kind) {
    case AlertKind::Stale:
        return isStaleWanted;
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
    return {.isStaleWanted = flag(u"stale"_s, usual.isStaleWanted),
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
    settings.setValue(u"alerts/split"_s, isSplitWanted);
    settings.setValue(u"alerts/masters"_s, isMasterWanted);
    settings.setValue(u"alerts/start"_s, isStartTold);
    settings.setValue(u"alerts/quiet"_s, hasQuietHours);
    settings.setValue(u"alerts/quietFrom"_s, quietFrom.toString(u"HH:mm"_s));
    settings.setValue(u"alerts/quietTo"_s, quietTo.toString(u"HH:mm"_s));
}

} // namespace lockkeeper::ui
