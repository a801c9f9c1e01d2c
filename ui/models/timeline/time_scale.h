// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/history_reader.h"

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

} // namespace lockkeeper::ui
