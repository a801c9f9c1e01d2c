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

/// What a contender counts.
enum class Count {
    Acquired,
    Contended,
    NoQuorum,
    TooLate,
    Failed, ///< any other error
    Several, ///< acquired more than one resource at once
    Again, ///< acquired what the thread held already
    Extended,
    Lost, ///< leases that ended before their release, all told at once
    HeldTooLong, ///< violation: isHeld() beyond the deadline, or a deadline beyond the TTL
    LossNotTold, ///< violation
    LossToldTwice, ///< violation
    HeldAfterLoss, ///< violation: isHeld() after the loss was told
};
inline constexpr std::size_t kCounts = static_cast<std::size_t>(Count::HeldAfterLoss) + 1;

/// The name in reports, in snake_case.
[[nodiscard]] std::string_view nameOf(Count count) noexcept;
[[nodiscard]] bool isViolation(Count count) noexcept;

/// What one contender tells the parent, in memory shared by both, so that nothing of it is lost
/// with a process that is killed. One writer and one reader.
class ContenderLog {
public:
    void count(Count what) noexcept;
    [[nodiscard]] std::uint64_t counted(Count what) const noexcept;

    /// Waits while the log is full.
    void add(const Interval& interval) noexcept;
    /// From here on none is added that began before `time`.
    void promiseNoneBefore(SteadyTime time) noexcept;
    /// There is no contender, so none is added at all.
    void promiseNone() noexcept { promiseNoneBefore(SteadyTime::max()); }
    void noteToldLate(SteadyTime::duration delay) noexcept;
    [[nodiscard]] SteadyTime::duration toldLate() const noexcept;

    /// Takes out what was added, and returns the time up to which that is all.
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

/// The logs of all contenders, and the parent's word that it is time to end. A file mapped into all
/// processes. Throws std::system_error.
class SharedLog {
public:
    /// Makes the file, zeroed, or opens one that was made.
    SharedLog(const std::filesystem::path& file, std::size_t contenders);
    ~SharedLog();
    SharedLog(const SharedLog&) = delete;
    SharedLog& operator=(const SharedLog&) = delete;

    [[nodiscard]] std::size_t size() const noexcept { return m_contenders; }
    [[nodiscard]] ContenderLog& operator[](std::size_t contender) noexcept;
    [[nodiscard]] std::uint64_t counted(Count what) noexcept;

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
