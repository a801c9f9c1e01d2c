// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lock/ballot.h"

#include <utility>
#include <vector>

namespace lockkeeper::lock {

/// Puts the votes of a try to take a lock into a ballot. The consent of a master that may have
/// forgotten who holds the lock is withheld: whether it counts depends on how many others may have
/// forgotten as well, which their logins tell. It counts once too many have; it is recorded as
/// Failed with Quarantined when all others have voted. Used like the ballot, which must outlive it.
class TakingVotes {
public:
    using State = MasterVote::State;

    TakingVotes(const LockContext& context, Ballot& ballot) noexcept
        : m_context(context)
        , m_ballot(ballot)
    { }

    /// Call at most once per master.
    void record(std::size_t index, bool isYes, const Result<redis::Reply>& reply)
    {
        if (isYes && m_context.refuseVote(index, m_ballot.start()))
            m_withheld.emplace_back(index, reply);
        else
            m_ballot.record(index, isYes ? State::Yes : reply ? State::No : State::Failed, reply);
        countWithheld();
    }

private:
    void countWithheld()
    {
        const bool haveOthersVoted = m_ballot.pending() == m_withheld.size();
        for (auto& [index, reply] : std::exchange(m_withheld, {})) {
            auto refusal = m_context.refuseVote(index, m_ballot.start());
            if (!refusal)
                m_ballot.record(index, State::Yes, reply);
            else if (haveOthersVoted)
                m_ballot.record(index, State::Failed, tl::make_unexpected(std::move(*refusal)));
            else
                m_withheld.emplace_back(index, std::move(reply));
        }
    }

    const LockContext& m_context;
    Ballot& m_ballot;
    std::vector<std::pair<std::size_t, Result<redis::Reply>>> m_withheld;
};

} // namespace lockkeeper::lock
