// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/trends.h"

#include <memory>

namespace lockkeeper::ui {

enum class TrendSpan { Hour, Day, Week, Month };

[[nodiscard]] std::chrono::milliseconds lengthOf(TrendSpan span) noexcept;
/// Step of the trends.
[[nodiscard]] std::chrono::milliseconds stepOf(TrendSpan span) noexcept;

struct TrendReport {
    static constexpr std::size_t kMostContended = 20;

    TrendSpan span = TrendSpan::Day;
    history::Window window{};
    history::Trends trends{};
    std::vector<history::Traffic> contended{}; ///< most often handed over first

    /// There was a lock or a waiter.
    [[nodiscard]] bool hasData() const;
};

using TrendReportPtr = std::shared_ptr<const TrendReport>;

} // namespace lockkeeper::ui
