// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/history_reader.h"

#include <QString>
#include <vector>

namespace lockkeeper::ui {

enum class PlotUnit {
    Count, ///< or an average of counts
    PerMinute,
    PerSecond,
    Duration, ///< in milliseconds
};

/// NaN: unknown from then on.
struct PlotPoint {
    WallTime at{};
    double value = 0;

    friend bool operator==(const PlotPoint& a, const PlotPoint& b)
    {
        return a.at == b.at && (a.value == b.value || (a.value != a.value && b.value != b.value));
    }
};

struct PlotSeries {
    enum class Line {
        Main,
        Second, ///< dashed
        Usual, ///< faint: the usual value
        Lower, ///< lower edge of a band; the line before is the upper edge
    };
    QString name; ///< for the legend
    Line line = Line::Main;
    bool isStepped = true; ///< each value holds until the next point; else interpolated
    std::vector<PlotPoint> points; ///< in the order of time

    [[nodiscard]] bool hasValues() const;
    friend bool operator==(const PlotSeries&, const PlotSeries&) = default;
};

/// A plot over time. Its texts are plain text.
struct Plot {
    QString title;
    PlotUnit unit = PlotUnit::Count;
    history::Window window{}; ///< the time axis
    std::vector<PlotSeries> series{};
    QString summary{}; ///< the content in a sentence
    QString emptyText{}; ///< why the plot is empty

    [[nodiscard]] bool isEmpty() const;
    friend bool operator==(const Plot& a, const Plot& b)
    {
        return a.title == b.title && a.unit == b.unit && a.window.from == b.window.from
            && a.window.to == b.window.to && a.series == b.series && a.summary == b.summary
            && a.emptyText == b.emptyText;
    }
};

} // namespace lockkeeper::ui
