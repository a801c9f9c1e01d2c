// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/history_reader.h"

#include <QString>
#include <QTimeZone>
#include <vector>

namespace lockkeeper::ui {

enum class PlotUnit {
    Count,
    PerMinute,
    PerSecond,
    Duration, ///< milliseconds
    Latency, ///< milliseconds, as words::latencyText()
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
        Second,
        Usual,
        Lower, ///< of a band; the line before is the upper edge
    };
    QString name;
    Line line = Line::Main;
    bool isStepped = true; ///< each value holds until the next point; else interpolated
    std::vector<PlotPoint> points;

    [[nodiscard]] bool hasValues() const;
    friend bool operator==(const PlotSeries&, const PlotSeries&) = default;
};

struct Plot {
    QString title;
    PlotUnit unit = PlotUnit::Count;
    history::Window window{};
    std::vector<PlotSeries> series{};
    QString summary{};
    QString emptyText{};

    [[nodiscard]] bool isEmpty() const;
    friend bool operator==(const Plot& a, const Plot& b)
    {
        return a.title == b.title && a.unit == b.unit && a.window.from == b.window.from
            && a.window.to == b.window.to && a.series == b.series && a.summary == b.summary
            && a.emptyText == b.emptyText;
    }
};

struct ValueAxis {
    struct Tick {
        double value; ///< in the plot's unit
        QString label;
    };
    QString unit; ///< "a minute", "ms"; empty for counts
    double top = 1;
    std::vector<Tick> ticks;
};

/// From zero; at most `most` lines above zero, whole numbers for counts.
[[nodiscard]] ValueAxis valueAxis(const Plot& plot, int most);

[[nodiscard]] QString plotValueText(double value, PlotUnit unit);

/// NaN: unknown.
[[nodiscard]] double plotValueAt(const PlotSeries& series, WallTime time);

[[nodiscard]] QString plotWordsAt(const Plot& plot, WallTime time, const QTimeZone& zone);

} // namespace lockkeeper::ui
