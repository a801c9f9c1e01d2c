// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/trends.h"

#include <string>
#include <vector>

namespace lockkeeper::ctl {

// The answers as tables: a header line, then one line per row, each at most `columns` characters
// wide. The lines are safe to print.
/// Begins with the first that is recorded of the lock itself.
[[nodiscard]] std::vector<std::string> timelineTable(
    const history::Timeline& timeline, std::size_t columns);
/// The changes of the masters' states before that, under a title. Empty if there are none.
[[nodiscard]] std::vector<std::string> earlierMasters(
    const history::Timeline& timeline, std::size_t columns);
[[nodiscard]] std::vector<std::string> trafficTable(
    const std::vector<history::Traffic>& traffic, std::size_t columns);
[[nodiscard]] std::vector<std::string> longestTable(
    const std::vector<history::Interval>& intervals, std::size_t columns);
/// A table of hours, how fast locks were handed over, and a table of the longest waits.
[[nodiscard]] std::vector<std::string> trendLines(
    const history::Trends& trends, std::size_t columns);

} // namespace lockkeeper::ctl
