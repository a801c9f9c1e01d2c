// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/history_reader.h"

#include <QString>
#include <QTimeZone>
#include <vector>

namespace lockkeeper::ui {

/// Which time a picture shows, and where in it each time is. A value.
class TimeScale {
public:
    static constexpr std::chrono::milliseconds kShortest{1000};
    static constexpr std::chrono::milliseconds kLongest = std::chrono::hours(24 * 30);

    /// Sets the width in pixels; the times at both ends stay.
    void setWidth(int pixels) noexcept;
    [[nodiscard]] int width() const noexcept { return m_width; }

    [[nodiscard]] history::Window window() const noexcept { return {m_from, m_from + m_span}; }
    [[nodiscard]] WallTime::duration span() const noexcept { return m_span; }
    /// The time that one pixel shows.
    [[nodiscard]] std::chrono::nanoseconds pixel() const noexcept { return m_span / m_width; }
    [[nodiscard]] double xOf(WallTime time) const noexcept;
    [[nodiscard]] WallTime timeAt(double x) const noexcept;

    /// Shows these times. A span that is too short or too long is changed; `window.to` stays.
    void show(history::Window window) noexcept;
    /// Shows `factor` times as much time as before. The time at `x` stays where it is.
    void zoom(double factor, double x) noexcept;
    /// Moves to later times by so many pixels.
    void pan(double pixels) noexcept;

private:
    WallTime m_from{};
    WallTime::duration m_span = std::chrono::hours(1);
    int m_width = 1;
};

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
