// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/history/records.h"

namespace lockkeeper::history {

struct Ownership {
    std::int64_t id = 0;
    WallTime from{};
    WallTime to{}; ///< its end, or last sighting
    std::optional<End> end{}; ///< nullopt: still held at `to`
    bool isStartSeen = true;
    bool isHandOver = false; ///< see Interval
    std::optional<WallTime> leaseUntil{}; ///< see Interval

    friend bool operator==(const Ownership&, const Ownership&) = default;
};

/// An ownership, or several too short to draw.
struct Span {
    WallTime from{};
    WallTime to{};
    std::optional<Ownership> owner{};
    std::size_t count = 1;
    /// Without gaps.
    std::chrono::milliseconds held{0};

    [[nodiscard]] bool isMerged() const noexcept { return !owner; }
};

/// Makes a row's spans from ownerships in the order of their start. Short ones merge. Cuts don't
/// depend on the picture's start, so nothing flickers when it moves.
class SpanMaker {
public:
    static constexpr int kMergedPixels = 8;

    /// A pixel's time, at least 1 ms.
    explicit SpanMaker(std::chrono::milliseconds pixel);

    void add(const Ownership& ownership);
    [[nodiscard]] std::vector<Span> take();

private:
    [[nodiscard]] bool joins(const Ownership& ownership) const noexcept;
    [[nodiscard]] std::int64_t cellOf(WallTime time) const noexcept;
    void finish();

    std::chrono::milliseconds m_pixel;
    std::vector<Span> m_spans;
    std::optional<Span> m_merged; ///< of short ownerships
};

/// The largest power of two milliseconds up to `pixel`: a slight zoom keeps the spans.
[[nodiscard]] std::chrono::milliseconds spanPixel(std::chrono::nanoseconds pixel) noexcept;

/// Waits without a gap of a pixel.
struct WaitSpan {
    WallTime from{};
    WallTime to{};
    std::size_t count = 1;
    HolderRecord waiter; ///< (count == 1)
};

/// `waits`: by start. `pixel`: see SpanMaker.
[[nodiscard]] std::vector<WaitSpan> waitSpans(
    const std::vector<WaitRecord>& waits, std::chrono::milliseconds pixel);

struct Outage {
    MasterId master;
    std::string state; ///< stable: "down", "silent", "refused"
    std::string error;
    WallTime from{};
    std::optional<WallTime> to{};
};

/// `changes`: by time. Returns them by start. A connecting master's outage goes on.
[[nodiscard]] std::vector<Outage> outagesOf(const std::vector<MasterChange>& changes);

} // namespace lockkeeper::history
