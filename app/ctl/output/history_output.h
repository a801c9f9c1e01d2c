// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/trends.h"

#include <string>
#include <vector>

namespace lockkeeper::ctl {

// A header and a line per row, at most `columns` wide. Safe to print.
/// From the lock's first record.
[[nodiscard]] std::vector<std::string> timelineTable(
    const history::Timeline& timeline, std::size_t columns);
/// Masters' changes before timelineTable(), titled; may be empty.
[[nodiscard]] std::vector<std::string> earlierMasters(
    const history::Timeline& timeline, std::size_t columns);
[[nodiscard]] std::vector<std::string> trafficTable(
    const std::vector<history::Traffic>& traffic, std::size_t columns);
[[nodiscard]] std::vector<std::string> longestTable(
    const std::vector<history::Interval>& intervals, std::size_t columns);
[[nodiscard]] std::vector<std::string> trendLines(
    const history::Trends& trends, std::size_t columns);

} // namespace lockkeeper::ctl
