// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/observe/board/board_update.h"
#include "ui/models/plots/plot.h"

#include <deque>
#include <map>

namespace lockkeeper::ui {

/// Latency and command rate of masters over the last minutes. `clock` must outlive it. GUI thread
/// only.
class MasterTracks {
public:
    static constexpr std::chrono::minutes kKept{5};
    static constexpr std::chrono::milliseconds kStep{1000};

    explicit MasterTracks(const Clock& clock)
        : m_clock(clock)
    { }

    /// Samples at most every kStep. Drops masters missing in `update`.
    void note(const observe::BoardUpdate& update);
    [[nodiscard]] Plot latency(const MasterId& master) const;
    [[nodiscard]] Plot commands(const MasterId& master) const;

private:
    struct Sample {
        SteadyTime at;
        double latency; ///< milliseconds; NaN: no answer
        double rate; ///< commands a second; NaN: unknown
    };
    struct Track {
        std::deque<Sample> samples;
        std::uint64_t commands = 0; ///< total at the last sample
    };

    [[nodiscard]] Plot plot(const MasterId& master, double Sample::*value, PlotUnit unit) const;

    const Clock& m_clock;
    std::map<std::string, Track> m_tracks;
    SteadyTime m_notedAt{};
    WallTime m_wall{}; ///< the same moment
};

} // namespace lockkeeper::ui
