// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/observe/board/board_update.h"
#include "core/observe/board/lock_entry.h"
#include "ui/models/plots/plot.h"

#include <deque>
#include <map>

namespace lockkeeper::ui {

/// A lock's TTL over the last minutes; renewals lift it. On a minority: the longest TTL of a vote.
class TtlTrack {
public:
    static constexpr std::chrono::minutes kKept{5};
    static constexpr std::size_t kMost = 600;
    /// With more renewals, a band from highest to lowest TTL.
    static constexpr int kMostTeeth = 60;

    explicit TtlTrack(const Clock& clock)
        : m_clock(clock)
    { }

    /// Null: no lock. True: a new track, for another lock or token. `isCurrent` false: gone or not
    /// fresh; ends the line.
    bool note(const observe::LockEntryPtr& entry, bool isCurrent);
    [[nodiscard]] Plot plot() const;

private:
    /// From `at` on, the lock would expire at `expiresAt`.
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
    observe::LockEntryPtr m_entry;
    std::optional<Fingerprint> m_token;
    bool m_isLeftover = false;
    std::deque<Lift> m_lifts;
    std::optional<SteadyTime> m_endedAt;
    // One moment by both clocks, read once: an ended line stays equal.
    SteadyTime m_steady{};
    WallTime m_wall{};
};

/// Masters' latency and command rate over the last minutes.
class MasterTracks {
public:
    static constexpr std::chrono::minutes kKept{5};
    static constexpr std::chrono::milliseconds kStep{1000};

    explicit MasterTracks(const Clock& clock)
        : m_clock(clock)
    { }

    /// Samples every kStep; in between, corrects the latest latency. Drops masters missing in
    /// `update`.
    void note(const observe::BoardUpdate& update);
    [[nodiscard]] Plot latency(const MasterId& master) const;
    [[nodiscard]] Plot commands(const MasterId& master) const;

private:
    struct Sample {
        SteadyTime at;
        double latency; ///< milliseconds; NaN: no answer
        double rate; ///< per second; NaN: unknown
    };
    struct Track {
        std::deque<Sample> samples;
        std::uint64_t commands = 0;
    };

    void correctLatest(const observe::BoardUpdate& update);
    [[nodiscard]] Plot plot(const MasterId& master, double Sample::*value, PlotUnit unit) const;

    const Clock& m_clock;
    std::map<std::string, Track> m_tracks;
    SteadyTime m_notedAt{};
    WallTime m_wall{};
};

} // namespace lockkeeper::ui
