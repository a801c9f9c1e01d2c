// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/history/records.h"
#include "core/result.h"

#include <filesystem>
#include <memory>
#include <unordered_map>

namespace lockkeeper::history {

/// A range of time from `from` up to, but not including, `to`.
struct Window {
    WallTime from{};
    WallTime to = WallTime::max();
};

/// The history of one resource. Each list is ordered from the oldest to the newest.
struct Timeline {
    std::vector<Interval> intervals; ///< those that overlap the window
    std::vector<VerdictChange> verdicts;
    std::vector<MasterChange> masters; ///< of all masters, to explain verdicts
    std::vector<WaitRecord> waits; ///< those that overlap the window
    bool isCut = false; ///< older entries were left out
};

/// How often a resource was acquired and handed over.
struct Traffic {
    Resource resource;
    std::size_t acquisitions = 0;
    std::size_t handOvers = 0; ///< acquired within a second of the end of another ownership
    double handOversPerMinute = 0; ///< over the part of the window that was recorded
};

/// How long a resource is held, from ownerships of which both ends were seen.
struct UsualHold {
    std::size_t samples = 0;
    std::chrono::milliseconds median{0};
    std::chrono::milliseconds p95{0};
    std::chrono::milliseconds p99{0};
};

/// How long a lock was free between two holders.
struct HandOverTimes {
    std::size_t samples = 0;
    std::chrono::milliseconds median{0};
    std::chrono::milliseconds p99{0};
};

/// Of these times in milliseconds; nullopt if there is none. Pure.
[[nodiscard]] std::optional<HandOverTimes> handOverTimesOf(std::vector<std::int64_t> gaps);

/// The usual hold of each resource with enough samples, for fast lookups.
using UsualHolds = std::unordered_map<Resource, UsualHold>;

/// Read access to one history file: queries that change nothing. Sees what is written meanwhile,
/// and does not block writers. Each query blocks for the disk, on a large history for about a
/// second: do not run it on the GUI thread. Not thread-safe.
///
/// All members fail with System if the file can't be read or is damaged. Only the store that
/// records sets a damaged file aside.
class HistoryReader {
public:
    /// Fails if there is no such file, if it is no history, or (Unsupported) if a newer version
    /// wrote it.
    [[nodiscard]] static Result<HistoryReader> open(const std::filesystem::path& file);
    HistoryReader(HistoryReader&&) noexcept;
    HistoryReader& operator=(HistoryReader&&) noexcept;
    ~HistoryReader();

    /// The newest `most` entries of each list.
    [[nodiscard]] Result<Timeline> timeline(
        const Resource& resource, Window window, std::size_t most) const;
    /// The newest `most` ownerships of a resource, from the oldest to the newest.
    [[nodiscard]] Result<std::vector<Interval>> owners(
        const Resource& resource, std::size_t most) const;
    /// The newest `most` waits for any resource that overlap the window, from the oldest to the
    /// newest.
    [[nodiscard]] Result<std::vector<WaitRecord>> waits(Window window, std::size_t most) const;
    /// The longest waits that overlap the window, longest first.
    [[nodiscard]] Result<std::vector<WaitRecord>> longestWaits(
        Window window, std::size_t most) const;
    /// The resources that were acquired most often.
    [[nodiscard]] Result<std::vector<Traffic>> busiest(Window window, std::size_t most) const;
    /// The resources that were handed over most often from one holder to the next.
    [[nodiscard]] Result<std::vector<Traffic>> mostContended(Window window, std::size_t most) const;
    /// The longest ownerships that overlap the window, longest first.
    [[nodiscard]] Result<std::vector<Interval>> longestHeld(Window window, std::size_t most) const;
    /// The ownership with this number in the file; nullopt if there is none.
    [[nodiscard]] Result<std::optional<Interval>> interval(std::int64_t id) const;
    /// nullopt: no ownership was seen from its acquisition to its end.
    [[nodiscard]] Result<std::optional<UsualHold>> usualHold(const Resource& resource) const;
    /// nullopt: no hand-over of the resource was seen.
    [[nodiscard]] Result<std::optional<HandOverTimes>> handOvers(const Resource& resource) const;
    /// Since when there is anything: the first sighting of the oldest ownership. nullopt: there is
    /// none.
    [[nodiscard]] Result<std::optional<WallTime>> recordedSince() const;
    /// The usual holds of all resources with at least `samples`; one pass over an index.
    [[nodiscard]] Result<UsualHolds> usualHolds(std::size_t samples) const;

private:
    struct Private;
    explicit HistoryReader(std::unique_ptr<Private> d);
    [[nodiscard]] Result<std::vector<Traffic>> traffic(
        Window window, std::size_t most, const char* order) const;
    std::unique_ptr<Private> m_d;
};

} // namespace lockkeeper::history
