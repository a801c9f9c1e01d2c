// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/plots/plot.h"

#include <QTimeZone>

namespace lockkeeper::ui {

struct ValueAxis {
    struct Tick {
        double value; ///< in the plot's own unit
        QString label;
    };
    QString unit; ///< of the labels: "a minute", "ms"; empty for counts
    double top = 1; ///< upper end
    std::vector<Tick> ticks; ///< from zero upwards
};

/// From zero to the largest value; at most `most` lines above zero, for counts at whole numbers.
[[nodiscard]] ValueAxis valueAxis(const Plot& plot, int most);

/// "3.2", "3.2 a minute", "0.4 ms", "24 s".
[[nodiscard]] QString plotValueText(double value, PlotUnit unit);

/// NaN: unknown.
[[nodiscard]] double plotValueAt(const PlotSeries& series, WallTime time);

/// "Tue 24 Nov 2026 03:02:05: held 3.2, usual 2.9"; may be empty.
[[nodiscard]] QString plotWordsAt(const Plot& plot, WallTime time, const QTimeZone& zone);

} // namespace lockkeeper::ui
