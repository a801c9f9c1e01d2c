// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/board/staleness.h"

#include <algorithm>
#include <vector>

namespace lockkeeper::observe {

/// Which masters were swept since they failed last, and how closely each is watched since then. Not
/// thread-safe.
class SweepCoverage {
public:
    /// No master was swept.
    explicit SweepCoverage(std::size_t masters)
        : m_watched(masters, WatchCoverage{.since = SteadyTime::max()})
        , m_isBeingSwept(masters)
    { }

    /// A sweep starts. Votes are awaited only in the first sweep since a failure.
    void begin(std::size_t master) { m_isBeingSwept[master] = !isWhole(master); }
    /// The sweep has seen all keys of the master.
    void end(std::size_t master, SteadyTime now)
    {
        if (!isWhole(master))
            m_watched[master].since = now;
        m_isBeingSwept[master] = false;
    }
    /// The master has failed, or its data may have changed.
    void invalidate(std::size_t master) noexcept
    {
        m_watched[master].since = SteadyTime::max();
        m_isBeingSwept[master] = false;
    }
    /// See Board::setPushed().
    void setPushed(std::size_t master, std::optional<SteadyTime> until)
    {
        m_watched[master].pushedUntil = until;
    }

    /// True if the master was swept since its last failure.
    [[nodiscard]] bool isWhole(std::size_t master) const
    {
        return m_watched[master].since != SteadyTime::max();
    }
    /// True if a master is being swept for the first time since its failure.
    [[nodiscard]] bool isSweeping() const
    {
        return std::ranges::find(m_isBeingSwept, true) != m_isBeingSwept.end();
    }
    /// True if a master that is being swept for the first time has not voted yet.
    [[nodiscard]] bool isAwaited(const Votes& votes) const
    {
        return isAnySilent(votes, [this](std::size_t i) { return m_isBeingSwept[i]; });
    }
    /// True if masters disagree, or if a master that was swept has not voted.
    [[nodiscard]] bool isDoubtful(const Votes& votes) const
    {
        return isAnySilent(votes, [this](std::size_t i) { return isWhole(i); })
            || !votes.isUnanimous();
    }
    /// By master.
    [[nodiscard]] const std::vector<WatchCoverage>& watched() const noexcept { return m_watched; }

private:
    template <class IsCounted> static bool isAnySilent(const Votes& votes, IsCounted isCounted)
    {
        for (std::size_t i = 0; i < votes.size(); ++i) {
            if (isCounted(i) && votes.cell(i).state == VoteState::NoAnswer)
                return true;
        }
        return false;
    }

    std::vector<WatchCoverage> m_watched; ///< by master; `since` is max until it was swept
    std::vector<bool> m_isBeingSwept; ///< by master: for the first time since its failure
};

} // namespace lockkeeper::observe
