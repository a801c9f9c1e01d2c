// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/history/records.h"

namespace lockkeeper::history {

/// One ownership, as far as a picture needs it.
struct Ownership {
    std::int64_t id = 0; ///< of its interval
    WallTime from{};
    WallTime to{}; ///< its end, or until when it was seen
    std::optional<End> end{}; ///< nullopt: still held at `to`
    bool isStartSeen = true;
    bool isHandOver = false; ///< the ownership before ended at most a second earlier
    std::optional<WallTime> leaseUntil{}; ///< (Lost) see Interval

    friend bool operator==(const Ownership&, const Ownership&) = default;
};

/// A part of a resource's row in a picture: one ownership, or several that are too short to be
/// drawn apart.
struct Span {
    WallTime from{};
    WallTime to{};
    std::optional<Ownership> owner{}; ///< nullopt: several ownerships
    std::size_t count = 1; ///< ownerships
    /// How long it is held between `from` and `to`. Less than to - from: nobody held it in between.
    std::chrono::milliseconds held{0};

    [[nodiscard]] bool isMerged() const noexcept { return !owner; }
};

/// Makes the spans of one resource from its ownerships, which come in the order of their start.
///
/// An ownership of at least two pixels has a span of its own, and so has one that is still held.
/// Shorter ones are merged while the gaps between them are at most a pixel. A merged span tells how
/// many they are and how long of it is held, so that its gaps are not hidden. It never exceeds
/// kMergedPixels plus one ownership, and is cut at the same times wherever the picture begins, so
/// that nothing flickers when the picture moves. Not thread-safe.
class SpanMaker {
public:
    static constexpr int kMergedPixels = 8;

    /// `pixel`: the time that one pixel shows, at least a millisecond.
    explicit SpanMaker(std::chrono::milliseconds pixel);

    void add(const Ownership& ownership);
    /// The spans of everything that was added, in their order. Starts anew.
    [[nodiscard]] std::vector<Span> take();

private:
    [[nodiscard]] bool joins(const Ownership& ownership) const noexcept;
    [[nodiscard]] std::int64_t cellOf(WallTime time) const noexcept;
    void finish();

    std::chrono::milliseconds m_pixel;
    std::vector<Span> m_spans;
    std::optional<Span> m_merged; ///< of short ownerships, not finished
};

/// The time of one pixel for spans, if a picture shows `pixel` in one: the largest power of two of
/// milliseconds that is not longer. So a picture that is zoomed a little keeps its spans.
[[nodiscard]] std::chrono::milliseconds spanPixel(std::chrono::nanoseconds pixel) noexcept;

/// A time in which somebody waited for a resource without a break of a pixel.
struct WaitSpan {
    WallTime from{};
    WallTime to{};
    std::size_t count = 1; ///< waits
    HolderRecord waiter; ///< (count == 1) who waited
};

/// The spans of waits for one resource, which are ordered by their start. `pixel`: see SpanMaker.
[[nodiscard]] std::vector<WaitSpan> waitSpans(
    const std::vector<WaitRecord>& waits, std::chrono::milliseconds pixel);

/// A time in which a master did not answer, or refused.
struct Outage {
    MasterId master;
    std::string state; ///< a stable name: "down", "silent", "refused"
    std::string error; ///< in the words of the server or the system
    WallTime from{};
    std::optional<WallTime> to{}; ///< nullopt: it goes on
};

/// The outages that follow from changes of masters' states, which are ordered by time. In the order
/// of their start. A master that connects after an outage still has it.
[[nodiscard]] std::vector<Outage> outagesOf(const std::vector<MasterChange>& changes);

} // namespace lockkeeper::history
