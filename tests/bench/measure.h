// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace lockkeeper::bench {

using Nanoseconds = std::chrono::nanoseconds;
using Steady = std::chrono::steady_clock;

/// The exit code of a bench whose servers or processes do not start.
inline constexpr int kCannotRun = 69;

/// Operations that did not get their lock, or could not free it.
struct Failures {
    std::size_t count = 0;
    std::vector<std::string> reasons; ///< of the first ones

    void add(std::string reason);
    void add(const Failures& others);
    /// Prints the number and the reasons on standard error; nothing if there are none.
    void print(const char* what) const;
};

/// The result of one contender in one round.
struct Run {
    std::vector<Nanoseconds> latencies; ///< one for each operation
    Nanoseconds duration{}; ///< of the whole round
    double cpuSeconds = 0; ///< of this process in it; 0: not measured
    Failures failures;
};

/// CPU time in seconds, user and system, of this process since its start.
[[nodiscard]] double cpuSeconds();

/// Measures a round from its construction on.
class RoundTimer {
public:
    /// Sets the round's times.
    void stop(Run& run) const;

private:
    double m_cpu = cpuSeconds();
    Steady::time_point m_start = Steady::now();
};

/// Memory of this process that is in use.
[[nodiscard]] double residentBytes();

/// The value below which this part of the values lies, 0 to 1; 0 without values.
[[nodiscard]] double percentile(std::vector<double> values, double part);
/// The median; 0 without values.
[[nodiscard]] double median(std::vector<double> values);

/// The median of the ratios of two contenders, round by round. They took turns in each round, so a
/// machine that is slow in some rounds slows both.
[[nodiscard]] double medianRatio(const std::vector<double>& ours, const std::vector<double>& other);

/// The figures of one contender, one for each round.
class Series {
public:
    void add(const Run& run);
    [[nodiscard]] const std::vector<double>& p50Microseconds() const noexcept { return m_p50; }
    [[nodiscard]] const std::vector<double>& perSecond() const noexcept { return m_rates; }
    /// The processor time of this process for each operation.
    [[nodiscard]] const std::vector<double>& cpuMicroseconds() const noexcept { return m_cpu; }
    [[nodiscard]] const Failures& failures() const noexcept { return m_failures; }

private:
    std::vector<double> m_cpu;
    std::vector<double> m_p50;
    std::vector<double> m_rates;
    Failures m_failures;
};

/// Notices what else the machine does from the construction on. The figures of a machine that is
/// busy with other work say little.
class Surroundings {
public:
    Surroundings();
    /// How many cores others have kept busy on average: all processes but this one and its
    /// descendants, and the neighbours of a virtual machine.
    [[nodiscard]] double coresOfOthers() const;

private:
    double m_others; ///< seconds of a core
    Steady::time_point m_start = Steady::now();
};

/// One line of the result: a figure, and the figure that it is compared with.
struct Figure {
    std::string name;
    std::string unit;
    double ours = 0;
    std::string against; ///< name of `other`; empty: no comparison, the limit is absolute
    double other = 0;
    double limit = 0; ///< limit of ours / other, or of ours
    bool isAtMost = true; ///< the limit is a maximum; false: a minimum
    bool isTimed = true; ///< false: a count, which a busy machine does not change
    /// The best ratio that is possible on this machine; nullopt: unknown.
    std::optional<double> best{};
    std::optional<double> ofRounds{}; ///< median ratio of the rounds; nullopt: ours / other

    [[nodiscard]] double ratio() const
    {
        return against.empty() ? ours : ofRounds.value_or(ours / other);
    }
    [[nodiscard]] bool isWithin() const { return isWithin(ratio()); }
    /// True if nothing can be within the limit on this machine.
    [[nodiscard]] bool isOutOfReach() const { return best && !isWithin(*best); }

private:
    [[nodiscard]] bool isWithin(double value) const
    {
        return isAtMost ? value <= limit : value >= limit;
    }
};

/// Prints the figures as a table, or as one JSON object, and whether the machine was quiet while
/// they were taken. If it was not, times are not judged. Returns the exit code: 2 if a figure that
/// is judged misses a limit that is within reach, else 3 if the machine was not quiet, else 0.
[[nodiscard]] int report(const std::vector<Figure>& figures, bool isJson, double coresOfOthers);

} // namespace lockkeeper::bench
