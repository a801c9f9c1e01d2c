// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/history/history_reader.h"
#include "core/history/timeline_spans.h"

namespace lockkeeper::history {

struct ResourceRow {
    std::int64_t id = 0;
    Resource resource;
    WallTime lastTaken{};
};

/// Reads a picture over time from one history, as finely as shown, without blocking writers. 0.1 s
/// per million ownerships: not for the GUI thread. Errors as HistoryReader.
class TimelineReader {
    struct Private;

public:
    [[nodiscard]] static Result<TimelineReader> open(const Place& place);
    TimelineReader(TimelineReader&&) noexcept;
    TimelineReader& operator=(TimelineReader&&) noexcept;
    ~TimelineReader();

    /// While it exists, all reads see one state, and are faster.
    class Snapshot {
    public:
        explicit Snapshot(const TimelineReader& reader);
        Snapshot(const Snapshot&) = delete;
        Snapshot& operator=(const Snapshot&) = delete;
        ~Snapshot();

    private:
        Private& m_d;
    };

    /// False if removed, replaced, or the connection broke: open it again.
    [[nodiscard]] bool isStillThere() const noexcept;
    /// Recorded until `now`: bridges the 30 s between writes. nullopt: perhaps not.
    void setRecordedAt(std::optional<WallTime> now);
    /// From the first ownership to the last recording.
    [[nodiscard]] Result<std::optional<Window>> extent() const;
    /// Changes with each write by others.
    [[nodiscard]] Result<std::int64_t> version() const;
    /// By name. `ownedIn`: only owned rows.
    [[nodiscard]] Result<std::vector<ResourceRow>> rows(
        const std::optional<Window>& ownedIn = std::nullopt) const;
    /// `pixel`: see SpanMaker.
    [[nodiscard]] Result<std::vector<Span>> spans(
        std::int64_t row, Window window, std::chrono::milliseconds pixel) const;
    /// The newest 5 000.
    [[nodiscard]] Result<std::vector<WaitSpan>> waits(
        std::int64_t row, Window window, std::chrono::milliseconds pixel) const;
    /// nullopt: no known owner.
    [[nodiscard]] Result<std::optional<Ownership>> ownershipAt(
        std::int64_t row, WallTime time) const;
    [[nodiscard]] Result<std::optional<Ownership>> neighbour(
        std::int64_t row, const Ownership& of, bool isLater) const;
    /// nullopt: deleted.
    [[nodiscard]] Result<std::optional<Interval>> interval(std::int64_t id) const;
    [[nodiscard]] Result<HistoryReader::Intervals> intervals(
        const std::vector<std::int64_t>& ids) const;
    /// Unrecorded times between recorded ones. In older versions' data they begin up to
    /// StaleTally::kLongest late.
    [[nodiscard]] Result<std::vector<Window>> gaps(Window window) const;
    /// Begun before `before`, in the newest changes.
    [[nodiscard]] Result<std::vector<Outage>> outages(WallTime before) const;

private:
    explicit TimelineReader(std::unique_ptr<Private> d);
    std::unique_ptr<Private> m_d;
};

} // namespace lockkeeper::history
