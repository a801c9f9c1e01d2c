// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/timeline/time_scale.h"

#include <QString>
#include <QTimeZone>
#include <vector>

namespace lockkeeper::ui {

/// A line of a time axis.
struct AxisTick {
    WallTime at{};
    QString label; ///< the time of day, or a date
    bool isDay = false; ///< a day begins: the label is a date
};

/// The lines for what `scale` shows, at round times of `zone`, at least `room` pixels apart.
[[nodiscard]] std::vector<AxisTick> axisTicks(
    const TimeScale& scale, const QTimeZone& zone, int room);

/// "UTC+01:00 (CET)": the offset at that time, and the zone's short name if it has one.
[[nodiscard]] QString zoneText(const QTimeZone& zone, WallTime at);
/// "Tue 24 Nov 2026".
[[nodiscard]] QString dateText(WallTime time, const QTimeZone& zone);
/// "2026-11-24 03:02:05"; with tenths of a second if they are not zero.
[[nodiscard]] QString momentText(WallTime time, const QTimeZone& zone);
/// Both ends of a range; the date is not repeated: "2026-11-24 03:02:05 \u2013 03:04:10".
[[nodiscard]] QString rangeText(WallTime from, WallTime to, const QTimeZone& zone);

/// The time that a person typed: "03:02", "03:02:05" (the latest such time before `now`),
/// "2026-11-24", "2026-11-24 03:02", "2026-11-24 03:02:05", "11-24 03:02". Nullopt for anything
/// else.
[[nodiscard]] std::optional<WallTime> typedTime(
    const QString& text, WallTime now, const QTimeZone& zone);

} // namespace lockkeeper::ui
