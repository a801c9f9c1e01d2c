// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/history_reader.h"

#include <QString>
#include <vector>

namespace lockkeeper::ui {

/// What the numbers of a plot are.
enum class PlotUnit {
    Count, ///< or an average of counts
    PerMinute,
    PerSecond,
    Duration, ///< in milliseconds
};

/// A value at a time. NaN: nothing is known from then on.
struct PlotPoint {
    WallTime at{};
    double value = 0;

    friend bool operator==(const PlotPoint& a, const PlotPoint& b)
    {
        return a.at == b.at && (a.value == b.value || (a.value != a.value && b.value != b.value));
    }
};

/// A line of a plot.
struct PlotSeries {
    enum class Line {
        Main,
        Second, ///< dashed
        Usual, ///< quiet: what is usual
        Lower, ///< the lower end of a band, whose upper end is the line before
    };
    QString name; ///< for the legend
    Line line = Line::Main;
    bool isStepped = true; ///< each value is valid until the next point; else in between, too
    std::vector<PlotPoint> points; ///< in the order of time

    /// True if some point has a value.
    [[nodiscard]] bool hasValues() const;
    friend bool operator==(const PlotSeries&, const PlotSeries&) = default;
};

/// What a plot over time shows. Its texts are plain text. A value.
struct Plot {
    QString title;
    PlotUnit unit = PlotUnit::Count;
    history::Window window{}; ///< the times from the left to the right end
    std::vector<PlotSeries> series{};
    QString summary{}; ///< what it shows, in a sentence
    QString emptyText{}; ///< why there is nothing to show

    [[nodiscard]] bool isEmpty() const;
    friend bool operator==(const Plot& a, const Plot& b)
    {
        return a.title == b.title && a.unit == b.unit && a.window.from == b.window.from
            && a.window.to == b.window.to && a.series == b.series && a.summary == b.summary
            && a.emptyText == b.emptyText;
    }
};

} // namespace lockkeeper::ui
