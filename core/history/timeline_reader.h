// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/history/history_reader.h"
#include "core/history/timeline_spans.h"

namespace lockkeeper::history {

/// A resource that has ownerships in the history.
struct ResourceRow {
    std::int64_t id = 0; ///< in the file
    Resource resource;
    WallTime lastTaken{};
};

/// Reads what a picture over time needs from one history file: only the times and rows that are
/// shown, and only as finely as they are shown. Changes nothing, sees what is written meanwhile,
/// and does not block writers.
///
/// All members block for the disk. They read an index, in 0.1 s per million ownerships: do not run
/// them on the GUI thread. All fail with System if the file can't be read or is damaged. Not
/// thread-safe.
class TimelineReader {
public:
    /// Fails as HistoryReader::open().
    [[nodiscard]] static Result<TimelineReader> open(const std::filesystem::path& file);
    TimelineReader(TimelineReader&&) noexcept;
    TimelineReader& operator=(TimelineReader&&) noexcept;
    ~TimelineReader();

    /// False if the file was removed or replaced since it was opened: what is recorded now is not
    /// in it.
    [[nodiscard]] bool isStillThere() const noexcept;
    /// The history is being recorded at this time. While nothing changes, that is written every
    /// thirty seconds only; until then, what goes on is taken to go on. nullopt: it may not be.
    void setRecordedAt(std::optional<WallTime> now);
    /// From the first ownership until when the recording went on. nullopt: nothing is recorded.
    [[nodiscard]] Result<std::optional<Window>> extent() const;
    /// A number that differs after any change of the file by others.
    [[nodiscard]] Result<std::int64_t> version() const;
    /// All resources with ownerships, ordered by name; with `ownedIn` only those that somebody
    /// owned in that window.
    [[nodiscard]] Result<std::vector<ResourceRow>> rows(
        const std::optional<Window>& ownedIn = std::nullopt) const;
    /// The spans of one resource that overlap the window. `pixel`: see SpanMaker.
    [[nodiscard]] Result<std::vector<Span>> spans(
        std::int64_t row, Window window, std::chrono::milliseconds pixel) const;
    /// The waits for one resource that overlap the window, at most the newest 5 000.
    [[nodiscard]] Result<std::vector<WaitSpan>> waits(
        std::int64_t row, Window window, std::chrono::milliseconds pixel) const;
    /// Who owned the resource at that time; nullopt: nobody was seen to.
    [[nodiscard]] Result<std::optional<Ownership>> ownershipAt(
        std::int64_t row, WallTime time) const;
    /// The ownership next to one in its row, or nullopt: the one after it, or the one before it.
    [[nodiscard]] Result<std::optional<Ownership>> neighbour(
        std::int64_t row, const Ownership& of, bool isLater) const;
    /// Everything about one ownership; nullopt if it is no longer in the history.
    [[nodiscard]] Result<std::optional<Interval>> interval(std::int64_t id) const;
    /// Times within the window in which nothing was recorded, between two that were. In files of
    /// older versions they begin up to StaleTally::kLongest late.
    [[nodiscard]] Result<std::vector<Window>> gaps(Window window) const;
    /// The outages of masters that begin before `before`, of the newest changes of their states.
    [[nodiscard]] Result<std::vector<Outage>> outages(WallTime before) const;

private:
    struct Private;
    explicit TimelineReader(std::unique_ptr<Private> d);
    std::unique_ptr<Private> m_d;
};

} // namespace lockkeeper::history
