// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/board/vote_expiries.h"

#include <algorithm>

namespace lockkeeper::observe {
namespace {

/// When a vote's TTL passes. A TTL that exceeds our clock never does.
SteadyTime dueAt(SteadyTime readAt, std::chrono::milliseconds ttl)
{
    return readAt + std::min<std::chrono::milliseconds>(ttl, std::chrono::years(100));
}

} // namespace

void VoteExpiries::add(BoardRecord& record, const Vote& vote)
{
    if (vote.state == VoteState::Held && vote.ttl)
        m_index.add(record, dueAt(vote.readAt, *vote.ttl));
}

std::vector<ExpiredVote> VoteExpiries::take(SteadyTime now)
{
    std::vector<ExpiredVote> expired;
    for (BoardRecord* const record : m_index.takeDue(now)) {
        const Votes& votes = record->entry->votes;
        for (std::size_t i = 0; i < votes.size(); ++i) {
            const Votes::Cell cell = votes.cell(i);
            if (cell.state != VoteState::Held || !cell.ttl)
                continue;
            const SteadyTime due = dueAt(cell.readAt, *cell.ttl);
            if (due <= now)
                expired.push_back({i, record->entry->resource.value()});
            else
                m_index.add(*record, due);
        }
    }
    return expired;
}

} // namespace lockkeeper::observe
