// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/history/records.h"
#include "core/result.h"

#include <filesystem>
#include <memory>
#include <unordered_map>

namespace lockkeeper::history {

/// From `from`, up to but without `to`.
struct Window {
    WallTime from{};
    WallTime to = WallTime::max();
};

/// What happened to one resource: each list from the oldest to the newest.
struct Timeline {
    std::vector<Interval> intervals; ///< that overlap the window
    std::vector<VerdictChange> verdicts;
    std::vector<MasterChange> masters; ///< of all masters: they explain verdicts
    bool isCut = false; ///< there are more, older ones
};

/// How often a resource was acquired and handed over.
struct Traffic {
    Resource resource;
    std::size_t acquisitions = 0;
    std::size_t handOvers = 0; ///< acquired within a second of another's end
    double handOversPerMinute = 0; ///< over the part of the window that was recorded
};

/// How long a resource is held, of the times of which both ends were seen.
struct UsualHold {
    std::size_t samples = 0;
    std::chrono::milliseconds median{0};
    std::chrono::milliseconds p95{0};
};

/// Of each resource with enough samples; made for looking up one lock after the other.
using UsualHolds = std::unordered_map<Resource, UsualHold>;

/// The reading side of one history file: queries that change nothing. Sees what is written
/// meanwhile; keeps nobody from writing. Each query blocks for the disk, on a large history for a
/// second or so: keep it off the GUI thread. Not thread-safe.
///
/// All fail with a System error if the file can't be read or is damaged; only the store that
/// records sets a damaged file aside.
class HistoryReader {
public:
    /// Fails if there is no such file, if it is no history, or (Unsupported) if it was written by a
    /// newer version.
    [[nodiscard]] static Result<HistoryReader> open(const std::filesystem::path& file);
    HistoryReader(HistoryReader&&) noexcept;
    HistoryReader& operator=(HistoryReader&&) noexcept;
    ~HistoryReader();

    /// Of each list the newest `most`.
    [[nodiscard]] Result<Timeline> timeline(
        const Resource& resource, Window window, std::size_t most) const;
    /// The resources that were acquired most often.
    [[nodiscard]] Result<std::vector<Traffic>> busiest(Window window, std::size_t most) const;
    /// The resources that were handed over most often from one holder to the next.
    [[nodiscard]] Result<std::vector<Traffic>> mostContended(Window window, std::size_t most) const;
    /// The longest ownerships that overlap the window, longest first.
    [[nodiscard]] Result<std::vector<Interval>> longestHeld(Window window, std::size_t most) const;
    /// nullopt: no acquisition and its end were ever both seen.
    [[nodiscard]] Result<std::optional<UsualHold>> usualHold(const Resource& resource) const;
    /// Of all resources with at least `samples`; one pass over an index.
    [[nodiscard]] Result<UsualHolds> usualHolds(std::size_t samples) const;

    [[nodiscard]] const std::filesystem::path& file() const noexcept;

private:
    struct Private;
    explicit HistoryReader(std::unique_ptr<Private> d);
    [[nodiscard]] Result<std::vector<Traffic>> traffic(
        Window window, std::size_t most, const char* order) const;
    std::unique_ptr<Private> m_d;
};

} // namespace lockkeeper::history
