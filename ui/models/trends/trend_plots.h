// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/plots/plot.h"
#include "ui/models/trends/trend_report.h"

namespace lockkeeper::ui {

enum class TrendPlot { Held, Waiting, Acquisitions, HandOvers, Stale };
inline constexpr int kTrendPlots = static_cast<int>(TrendPlot::Stale) + 1;

[[nodiscard]] Plot trendPlot(TrendPlot which, const TrendReport& report);

} // namespace lockkeeper::ui
