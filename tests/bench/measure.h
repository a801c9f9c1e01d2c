// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace lockkeeper::bench {

using Nanoseconds = std::chrono::nanoseconds;

/// What one contender did in one round.
struct Run {
    std::vector<Nanoseconds> latencies; ///< of each operation
    Nanoseconds duration{}; ///< of all together
    std::size_t failures = 0; ///< operations that did not get their lock
};

/// The value below which half of the others are.
[[nodiscard]] double median(std::vector<double> values);

/// The median of the ratios of two contenders' figures, each of one round, in which they took
/// turns: a machine that is slower in some rounds than in others slows both.
[[nodiscard]] double medianRatio(const std::vector<double>& ours, const std::vector<double>& other);

/// One contender over all rounds: a figure for each.
class Series {
public:
    void add(const Run& run);
    [[nodiscard]] const std::vector<double>& p50Microseconds() const noexcept { return m_p50; }
    [[nodiscard]] const std::vector<double>& perSecond() const noexcept { return m_rates; }
    [[nodiscard]] std::size_t failures() const noexcept { return m_failures; }

private:
    std::vector<double> m_p50;
    std::vector<double> m_rates;
    std::size_t m_failures = 0;
};

/// One line of the result: a figure beside the one that it is held against.
struct Figure {
    std::string name;
    std::string unit;
    double ours = 0;
    std::string against; ///< what `other` is; empty: there is no other, the limit is absolute
    double other = 0;
    double limit = 0; ///< of ours / other, or of ours
    bool isAtMost = true; ///< else at least
    /// The ratio that nothing could better on this machine; none: not known.
    std::optional<double> best{};
    std::optional<double> ofRounds{}; ///< ratio; none: that of the two figures

    [[nodiscard]] double ratio() const
    {
        return against.empty() ? ours : ofRounds.value_or(ours / other);
    }
    [[nodiscard]] bool isWithin() const { return isWithin(ratio()); }
    /// Neither ours nor anything else can be within the limit here.
    [[nodiscard]] bool isOutOfReach() const { return best && !isWithin(*best); }

private:
    [[nodiscard]] bool isWithin(double value) const
    {
        return isAtMost ? value <= limit : value >= limit;
    }
};

/// Prints the figures as a table, or as one JSON object. The exit code: 0, or 2 if a figure is
/// beyond a limit that is within reach.
[[nodiscard]] int report(const std::vector<Figure>& figures, bool isJson);

} // namespace lockkeeper::bench
