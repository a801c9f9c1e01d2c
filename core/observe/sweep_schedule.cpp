// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/sweep_schedule.h"

#include "core/text/seeded_hash.h"

#include <utility>

namespace lockkeeper::observe {

MasterSweep::IsWanted SweepFilter::next(bool isKnown)
{
    const Wanted wanted = std::exchange(m_wanted, Wanted::Locks);
    if (wanted == Wanted::All || !isKnown)
        return {};
    if (wanted == Wanted::Names)
        return [this](const std::string& name) { return !m_board.markSeen(m_master, name); };
    // They hardly ever become locks.
    constexpr std::uint64_t kRounds = 32;
    return [this, round = ++m_round % kRounds](const std::string& name) {
        const bool isSkipped
            = seededHash(name) % kRounds != round && m_board.isOther(m_master, name);
        return !isSkipped || !m_board.markSeen(m_master, name);
    };
}

} // namespace lockkeeper::observe
