// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/history_reader.h"

#include <QString>
#include <QTimeZone>
#include <vector>

namespace lockkeeper::ui {

class TimeScale {
public:
    static constexpr std::chrono::milliseconds kShortest{1000};
    static constexpr std::chrono::milliseconds kLongest = std::chrono::hours(24 * 30);

    void setWidth(int pixels) noexcept;
    [[nodiscard]] int width() const noexcept { return m_width; }

    [[nodiscard]] history::Window window() const noexcept { return {m_from, m_from + m_span}; }
    [[nodiscard]] WallTime::duration span() const noexcept { return m_span; }
    [[nodiscard]] std::chrono::nanoseconds pixel() const noexcept { return m_span / m_width; }
    [[nodiscard]] double xOf(WallTime time) const noexcept;
    [[nodiscard]] WallTime timeAt(double x) const noexcept;

    /// Clamps the span; `window.to` stays.
    void show(history::Window window) noexcept;
    /// Shows `factor` times as much; the time at `x` stays.
    void zoom(double factor, double x) noexcept;
    void pan(double pixels) noexcept;

private:
    WallTime m_from{};
    WallTime::duration m_span = std::chrono::hours(1);
    int m_width = 1;
};

struct AxisTick {
    WallTime at{};
    QString label;
    bool isDay = false;
};

/// At round times, at least `room` pixels apart.
[[nodiscard]] std::vector<AxisTick> axisTicks(
    const TimeScale& scale, const QTimeZone& zone, int room);

/// "UTC+01:00 (CET)", as of `at`.
[[nodiscard]] QString zoneText(const QTimeZone& zone, WallTime at);
[[nodiscard]] QString dateText(WallTime time, const QTimeZone& zone);
/// "2026-11-24 03:02:05"; tenths of a second unless zero.
[[nodiscard]] QString momentText(WallTime time, const QTimeZone& zone);
[[nodiscard]] QString rangeText(WallTime from, WallTime to, const QTimeZone& zone);

/// "03:02", "03:02:05" (the latest before `now`), "2026-11-24", "2026-11-24 03:02:05", "11-24
/// 03:02". Seconds are optional.
[[nodiscard]] std::optional<WallTime> typedTime(
    const QString& text, WallTime now, const QTimeZone& zone);

} // namespace lockkeeper::ui
