// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/trends.h"

#include <memory>

namespace lockkeeper::ui {

/// How much time the trends cover, until now.
enum class TrendSpan { Hour, Day, Week, Month };

[[nodiscard]] std::chrono::milliseconds lengthOf(TrendSpan span) noexcept;
/// The step in which the trends of such a span are read.
[[nodiscard]] std::chrono::milliseconds stepOf(TrendSpan span) noexcept;

/// What a history tells about a span of time. A value.
struct TrendReport {
    /// Rows of `contended`.
    static constexpr std::size_t kMostContended = 20;

    TrendSpan span = TrendSpan::Day;
    history::Window window{};
    history::Trends trends{};
    std::vector<history::Traffic> contended{}; ///< handed over most often first; no others

    /// True if there was a lock or a waiter in this time.
    [[nodiscard]] bool hasData() const;
};

using TrendReportPtr = std::shared_ptr<const TrendReport>;

} // namespace lockkeeper::ui
