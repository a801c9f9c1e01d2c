// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/observe/board/lock_entry.h"
#include "ui/models/plots/plot.h"

#include <deque>

namespace lockkeeper::ui {

/// How the TTL of one lock went on over the last minutes, as far as it was seen: each renewal lifts
/// it, then it counts down. Many renewals are a band instead, between the highest and the lowest
/// TTL. Of a lock on a minority of the masters, the TTL is the longest of its votes. `clock` must
/// outlive it. GUI thread only.
class TtlTrack {
public:
    /// What is older is forgotten.
    static constexpr std::chrono::minutes kKept{5};
    /// Of more renewals, the oldest are forgotten.
    static constexpr std::size_t kMost = 600;
    /// If renewals are so fast that more of them would fill a plot, it shows a band: the teeth of a
    /// line would run together.
    static constexpr int kMostTeeth = 60;

    explicit TtlTrack(const Clock& clock)
        : m_clock(clock)
    { }

    /// Notes what was read of a lock; null: none is selected. Another lock, or another token of it,
    /// begins anew: then it returns true. `isCurrent`: it is there, and its votes are fresh; else
    /// the line ends now.
    bool note(const observe::LockEntryPtr& entry, bool isCurrent);
    [[nodiscard]] Plot plot() const;

private:
    /// From then on until the next one, the lock would expire at this time.
    struct Lift {
        SteadyTime at;
        SteadyTime expiresAt;
    };

    void add(const observe::LockEntry& entry, std::chrono::milliseconds remaining);
    [[nodiscard]] PlotSeries line(SteadyTime from, SteadyTime until) const;
    [[nodiscard]] bool isDense(SteadyTime from, SteadyTime until) const;
    [[nodiscard]] QString words(const PlotSeries& line, SteadyTime until) const;
    [[nodiscard]] QString emptyWords() const;
    [[nodiscard]] WallTime wallTime(SteadyTime time) const;

    const Clock& m_clock;
    observe::LockEntryPtr m_entry; ///< the latest that was noted
    std::optional<Fingerprint> m_token;
    bool m_isLeftover = false; ///< the latest was on a minority of the masters
    std::deque<Lift> m_lifts;
    std::optional<SteadyTime> m_endedAt;
    // The same moment by both clocks. Read once, so that a line that has ended stays equal.
    SteadyTime m_steady{};
    WallTime m_wall{};
};

} // namespace lockkeeper::ui
