// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/history/records.h"

namespace lockkeeper::history {

struct Ownership {
    std::int64_t id = 0; ///< of its interval
    WallTime from{};
    WallTime to{}; ///< its end, or last sighting
    std::optional<End> end{}; ///< nullopt: still held at `to`
    bool isStartSeen = true;
    bool isHandOver = false; ///< the one before ended at most a second earlier
    std::optional<WallTime> leaseUntil{}; ///< (Lost) see Interval

    friend bool operator==(const Ownership&, const Ownership&) = default;
};

/// One ownership, or several too short to draw.
struct Span {
    WallTime from{};
    WallTime to{};
    std::optional<Ownership> owner{}; ///< nullopt: several
    std::size_t count = 1; ///< ownerships
    /// Less than `to - from` if there are gaps.
    std::chrono::milliseconds held{0};

    [[nodiscard]] bool isMerged() const noexcept { return !owner; }
};

/// Makes a row's spans from ownerships in the order of their start. Not thread-safe.
///
/// An ownership of two pixels, or still held, has its own span. Shorter ones merge across gaps up
/// to a pixel, up to kMergedPixels plus one ownership; count and held time show the gaps. Cuts
/// don't depend on the picture's start, so nothing flickers when it moves.
class SpanMaker {
public:
    static constexpr int kMergedPixels = 8;

    /// One pixel's time, at least a millisecond.
    explicit SpanMaker(std::chrono::milliseconds pixel);

    void add(const Ownership& ownership);
    /// Returns the spans, and starts anew.
    [[nodiscard]] std::vector<Span> take();

private:
    [[nodiscard]] bool joins(const Ownership& ownership) const noexcept;
    [[nodiscard]] std::int64_t cellOf(WallTime time) const noexcept;
    void finish();

    std::chrono::milliseconds m_pixel;
    std::vector<Span> m_spans;
    std::optional<Span> m_merged; ///< unfinished, of short ownerships
};

/// The largest power of two milliseconds up to `pixel`: a slight zoom keeps the spans.
[[nodiscard]] std::chrono::milliseconds spanPixel(std::chrono::nanoseconds pixel) noexcept;

/// Somebody waited, without a break of a pixel.
struct WaitSpan {
    WallTime from{};
    WallTime to{};
    std::size_t count = 1; ///< waits
    HolderRecord waiter; ///< (count == 1)
};

/// `waits`: by start. `pixel`: see SpanMaker.
[[nodiscard]] std::vector<WaitSpan> waitSpans(
    const std::vector<WaitRecord>& waits, std::chrono::milliseconds pixel);

struct Outage {
    MasterId master;
    std::string state; ///< stable: "down", "silent", "refused"
    std::string error; ///< in the server's or system's words
    WallTime from{};
    std::optional<WallTime> to{}; ///< nullopt: it goes on
};

/// `changes`: by time. In the order of their start. A connecting master still has its outage.
[[nodiscard]] std::vector<Outage> outagesOf(const std::vector<MasterChange>& changes);

} // namespace lockkeeper::history
