// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/history/place.h"
#include "core/history/records.h"
#include "core/result.h"

#include <memory>
#include <unordered_map>

namespace lockkeeper::history {

/// Excludes `to`.
struct Window {
    WallTime from{};
    WallTime to = WallTime::max();
};

/// Oldest first.
struct Timeline {
    std::vector<Interval> intervals;
    std::vector<VerdictChange> verdicts;
    std::vector<MasterChange> masters; ///< all, to explain verdicts
    std::vector<WaitRecord> waits;
    bool isCut = false; ///< older entries are missing
};

struct Traffic {
    Resource resource;
    std::size_t acquisitions = 0;
    std::size_t handOvers = 0; ///< see Interval::isHandOver
    double handOversPerMinute = 0; ///< of the recorded part of the window
};

/// From ownerships with both ends seen.
struct UsualHold {
    std::size_t samples = 0;
    std::chrono::milliseconds median{0};
    std::chrono::milliseconds p95{0};
    std::chrono::milliseconds p99{0};
};

struct HandOverTimes {
    std::size_t samples = 0;
    std::chrono::milliseconds median{0};
    std::chrono::milliseconds p99{0};
};

/// `gaps`: in milliseconds; nullopt if empty.
[[nodiscard]] std::optional<HandOverTimes> handOverTimesOf(std::vector<std::int64_t> gaps);

using UsualHolds = std::unordered_map<Resource, UsualHold>;

/// Queries one history without blocking writers. A query may take a second: not for the GUI thread.
/// Errors: System if unreadable or damaged.
class HistoryReader {
public:
    /// Fails without a history; Unsupported for a newer version.
    [[nodiscard]] static Result<HistoryReader> open(const Place& place);
    HistoryReader(HistoryReader&&) noexcept;
    HistoryReader& operator=(HistoryReader&&) noexcept;
    ~HistoryReader();

    /// The newest `most` of each list.
    [[nodiscard]] Result<Timeline> timeline(
        const Resource& resource, Window window, std::size_t most) const;
    /// The newest `most`, oldest first.
    [[nodiscard]] Result<std::vector<Interval>> owners(
        const Resource& resource, std::size_t most) const;
    /// The newest `most` in the window, oldest first.
    [[nodiscard]] Result<std::vector<WaitRecord>> waits(Window window, std::size_t most) const;
    [[nodiscard]] Result<std::vector<WaitRecord>> longestWaits(
        Window window, std::size_t most) const;
    /// Most acquisitions first.
    [[nodiscard]] Result<std::vector<Traffic>> busiest(Window window, std::size_t most) const;
    /// Most hand-overs first.
    [[nodiscard]] Result<std::vector<Traffic>> mostContended(Window window, std::size_t most) const;
    [[nodiscard]] Result<std::vector<Interval>> longestHeld(Window window, std::size_t most) const;
    using Intervals = std::unordered_map<std::int64_t, Interval>;
    /// By id; without deleted ones.
    [[nodiscard]] Result<Intervals> intervals(const std::vector<std::int64_t>& ids) const;
    [[nodiscard]] Result<std::optional<UsualHold>> usualHold(const Resource& resource) const;
    [[nodiscard]] Result<std::optional<HandOverTimes>> handOvers(const Resource& resource) const;
    [[nodiscard]] Result<std::optional<WallTime>> recordedSince() const;
    /// Of resources with at least `samples`.
    [[nodiscard]] Result<UsualHolds> usualHolds(std::size_t samples) const;

private:
    struct Private;
    explicit HistoryReader(std::unique_ptr<Private> d);
    [[nodiscard]] Result<std::vector<Traffic>> traffic(
        Window window, std::size_t most, const char* order) const;
    std::unique_ptr<Private> m_d;
};

struct LockPast {
    std::vector<Interval> owners; ///< the latest, oldest first
    std::optional<UsualHold> usual;
    std::optional<HandOverTimes> handOvers;
};

/// Blocks for the disk: 0.1 s per 100 000 ownerships.
[[nodiscard]] Result<LockPast> readLockPast(
    const Place& place, const Resource& resource, std::size_t most);

} // namespace lockkeeper::history
