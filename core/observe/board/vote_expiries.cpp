// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/board/vote_expiries.h"

namespace lockkeeper::observe {

void VoteExpiries::add(BoardRecord& record, const Vote& vote)
{
    if (vote.state == VoteState::Held && vote.ttl)
        m_index.add(record, deadlineAfter(vote.readAt, *vote.ttl));
}

std::vector<ExpiredVote> VoteExpiries::take(
    SteadyTime now, absl::FunctionRef<void(BoardRecord&)> onFailed)
{
    std::vector<ExpiredVote> expired;
    for (BoardRecord* const record : m_index.takeDue(now)) {
        const Votes& votes = record->entry->votes;
        bool hasFailed = false;
        for (std::size_t i = 0; i < votes.size(); ++i) {
            const Votes::Cell cell = votes.cell(i);
            const auto due
                = cell.ttl ? deadlineAfter(cell.readAt, *cell.ttl) : votes.storesUntil(i);
            if (!due || *due == SteadyTime::max())
                continue;
            if (*due > now)
                m_index.add(*record, *due);
            else if (cell.ttl)
                expired.push_back({i, record->entry->resource.value()});
            else
                hasFailed = true;
        }
        if (hasFailed)
            onFailed(*record);
    }
    return expired;
}

} // namespace lockkeeper::observe
