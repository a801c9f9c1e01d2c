// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/bench/soak/interval.h"

#include <array>
#include <atomic>
#include <filesystem>
#include <string_view>
#include <vector>

namespace lockkeeper::bench {

/// The events that a contender counts.
enum class Count {
    Acquired,
    Contended,
    NoQuorum,
    TooLate,
    Failed, ///< any other error
    Several, ///< acquired more than one resource at once
    Again, ///< acquired a lock that the thread held already
    Extended,
    Lost, ///< leases that ended before their release and were reported as lost
    HeldTooLong, ///< violation: isHeld() beyond the deadline, or a deadline beyond the TTL
    LossNotTold, ///< violation: a loss was not reported
    LossToldTwice, ///< violation: a loss was reported more than once
    HeldAfterLoss, ///< violation: isHeld() after the loss was reported
    Deadlocked, ///< violation: a wait ended with a deadlock, where there can be none
};
inline constexpr std::size_t kCounts = static_cast<std::size_t>(Count::Deadlocked) + 1;

/// The name in reports, in snake_case.
[[nodiscard]] std::string_view nameOf(Count count) noexcept;
[[nodiscard]] bool isViolation(Count count) noexcept;

/// The log of one contender, in memory shared with the parent process: if the worker is killed, the
/// log is not lost. Thread-safe for one writer and one reader.
class ContenderLog {
public:
    void count(Count what) noexcept;
    [[nodiscard]] std::uint64_t counted(Count what) const noexcept;

    /// Adds an interval. Blocks while the log is full.
    void add(const Interval& interval) noexcept;
    /// Promises that no interval that started before `time` will be added from now on.
    void promiseNoneBefore(SteadyTime time) noexcept;
    /// Promises that no interval will be added any more.
    void promiseNone() noexcept { promiseNoneBefore(SteadyTime::max()); }
    /// Notes the delay of a loss report; toldLate() is the longest.
    void noteToldLate(SteadyTime::duration delay) noexcept;
    [[nodiscard]] SteadyTime::duration toldLate() const noexcept;

    /// Moves the added intervals into `into`. Returns a time: all intervals that started before it
    /// have been taken out.
    SteadyTime drain(std::vector<Interval>& into);

private:
    static constexpr std::size_t kCapacity = 1 << 14;

    std::array<std::atomic<std::uint64_t>, kCounts> m_counts;
    std::atomic<SteadyTime::rep> m_toldLate; ///< the longest
    std::atomic<SteadyTime::rep> m_noneBefore;
    std::atomic<std::uint64_t> m_added;
    std::atomic<std::uint64_t> m_taken;
    std::array<Interval, kCapacity> m_intervals;
};

/// The logs of all contenders, and the flag that ends the soak, in a file that is mapped into all
/// processes. The constructor throws std::system_error.
class SharedLog {
public:
    /// Creates the file with zeros, or opens an existing one.
    SharedLog(const std::filesystem::path& file, std::size_t contenders);
    ~SharedLog();
    SharedLog(const SharedLog&) = delete;
    SharedLog& operator=(const SharedLog&) = delete;

    [[nodiscard]] std::size_t size() const noexcept { return m_contenders; }
    [[nodiscard]] ContenderLog& operator[](std::size_t contender) noexcept;
    [[nodiscard]] std::uint64_t counted(Count what) noexcept;

    /// Tells all contenders to end after their present turn.
    void end() noexcept { header().isOver = true; }
    [[nodiscard]] bool isOver() noexcept { return header().isOver; }

private:
    struct alignas(64) Header {
        std::atomic<bool> isOver;
    };
    [[nodiscard]] Header& header() noexcept { return *static_cast<Header*>(m_memory); }
    [[nodiscard]] std::size_t bytes() const noexcept;

    std::size_t m_contenders;
    void* m_memory = nullptr;
};

} // namespace lockkeeper::bench
