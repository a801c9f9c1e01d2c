// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/recording_settings.h"

#include <QSettings>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {
namespace {

constexpr auto kAll = "recording/all"_L1;

QString keyOf(const QString& deployment)
{
    return u"recording/of/"_s + deployment;
}

} // namespace

RecordingSettings RecordingSettings::load(const QSettings& settings, const QString& deployment)
{
    return {.isForAll = settings.value(kAll, true).toBool(),
        .isForThis = settings.value(keyOf(deployment), true).toBool()};
}

void RecordingSettings::save(QSettings& settings, const QString& deployment) const
{
    settings.setValue(kAll, isForAll);
    if (isForThis)
        settings.remove(keyOf(deployment));
    else
        settings.setValue(keyOf(deployment), false);
}

} // namespace lockkeeper::ui
