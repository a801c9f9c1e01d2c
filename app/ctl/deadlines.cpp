// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/deadlines.h"

#include <algorithm>
#include <limits>

namespace lockkeeper::ctl {
namespace {

constexpr std::int64_t kNone = 0;
constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();
/// Two readings of one TTL differ by the time that they were under way, and clocks drift.
constexpr std::int64_t kTolerance = 1000;

std::int64_t deadline(
    SteadyTime from, const std::optional<std::chrono::milliseconds>& left, bool isEndless)
{
    if (isEndless)
        return kNever;
    // A lock without any time left may end at any moment: that is no time to count down to.
    if (!left || left->count() == 0)
        return kNone;
    const auto start = std::chrono::floor<std::chrono::milliseconds>(from.time_since_epoch());
    return (start + *left).count();
}

bool isEarlier(std::int64_t before, std::int64_t now)
{
    return before != kNone && now != kNone && now < before - kTolerance;
}

} // namespace

Deadlines::Deadlines(const observe::LockEntry& entry)
{
    const observe::Judgement judgement = entry.countVotes();
    m_lock = deadline(entry.asOf, judgement.remaining, judgement.neverExpires);
    for (std::size_t i = 0; i < entry.votes.size(); ++i) {
        const observe::Votes::Cell vote = entry.votes.cell(i);
        const bool isHeld = vote.state == observe::VoteState::Held;
        m_votes.push_back(deadline(vote.readAt, vote.ttl, isHeld && !vote.ttl));
    }
}

bool Deadlines::areMoved(const Deadlines& now) const
{
    if (isEarlier(m_lock, now.m_lock) || isEarlier(now.m_lock, m_lock))
        return true;
    for (std::size_t i = 0; i < std::min(m_votes.size(), now.m_votes.size()); ++i) {
        if (isEarlier(m_votes[i], now.m_votes[i]))
            return true;
        if (now.m_lock == kNone && isEarlier(now.m_votes[i], m_votes[i]))
            return true;
    }
    return false;
}

} // namespace lockkeeper::ctl
