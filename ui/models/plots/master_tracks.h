// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/observe/board/board_update.h"
#include "ui/models/plots/plot.h"

#include <deque>
#include <map>

namespace lockkeeper::ui {

/// How fast each master answered over the last minutes, and how many commands watching it cost.
/// `clock` must outlive it. GUI thread only.
class MasterTracks {
public:
    /// What is older is forgotten.
    static constexpr std::chrono::minutes kKept{5};
    static constexpr std::chrono::milliseconds kStep{1000};

    explicit MasterTracks(const Clock& clock)
        : m_clock(clock)
    { }

    /// Notes what `update` says of the masters, at most once each kStep. Masters that it does not
    /// have are forgotten.
    void note(const observe::BoardUpdate& update);
    [[nodiscard]] Plot latency(const MasterId& master) const;
    [[nodiscard]] Plot commands(const MasterId& master) const;

private:
    /// What is known since the sample before.
    struct Sample {
        SteadyTime at;
        double latency; ///< in milliseconds; NaN: it did not answer
        double rate; ///< of commands, a second; NaN: not known
    };
    struct Track {
        std::deque<Sample> samples;
        std::uint64_t commands = 0; ///< so far, at the latest sample
    };

    [[nodiscard]] Plot plot(const MasterId& master, double Sample::*value, PlotUnit unit) const;

    const Clock& m_clock;
    std::map<std::string, Track> m_tracks; ///< by the master's name
    SteadyTime m_notedAt{};
    WallTime m_wall{}; ///< the same moment
};

} // namespace lockkeeper::ui
