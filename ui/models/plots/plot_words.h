// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/plots/plot.h"

#include <QTimeZone>

namespace lockkeeper::ui {

/// The lines of a plot's axis of values.
struct ValueAxis {
    struct Tick {
        double value; ///< in the plot's own unit
        QString label;
    };
    QString unit; ///< of the labels: "a minute", "ms"; empty for counts
    double top = 1; ///< the value at the upper end
    std::vector<Tick> ticks; ///< from zero upwards
};

/// An axis from zero to the largest value, with `most` lines or fewer above zero: of counts, only
/// at whole numbers.
[[nodiscard]] ValueAxis valueAxis(const Plot& plot, int most);

/// A value with its unit: "3.2", "3.2 a minute", "0.4 ms", "24 s".
[[nodiscard]] QString plotValueText(double value, PlotUnit unit);

/// The value of a line at a time; NaN: not known.
[[nodiscard]] double plotValueAt(const PlotSeries& series, WallTime time);

/// What each line shows at a time: "Tue 24 Nov 2026 03:02:05: held 3.2, usual 2.9". Empty if
/// nothing is known then.
[[nodiscard]] QString plotWordsAt(const Plot& plot, WallTime time, const QTimeZone& zone);

} // namespace lockkeeper::ui
