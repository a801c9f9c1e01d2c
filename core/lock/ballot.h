// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lock/round.h"

#include <utility>

namespace lockkeeper::lock {

/// Counts a round's votes.
class Ballot {
public:
    using State = MasterVote::State;

    explicit Ballot(const LockContext& context)
        : m_clock(context.clock)
        , m_masters(context.masters.size())
        , m_quorum(context.quorum())
        , m_start(context.clock->now())
    {
        m_votes.reserve(context.masters.size());
        for (const redis::Transport* master : context.masters)
            m_votes.push_back({master->master()});
    }

    void record(std::size_t index, State state, const Result<redis::Reply>& reply)
    {
        ++(state == State::Yes ? m_yes : state == State::No ? m_no : m_failed);
        if (m_votes.empty())
            return;
        MasterVote& vote = m_votes[index];
        vote.state = state;
        vote.latency
            = std::chrono::duration_cast<std::chrono::microseconds>(m_clock->now() - m_start);
        if (!reply)
            vote.error = reply.error();
    }

    [[nodiscard]] std::size_t answered() const noexcept { return m_yes + m_no; }
    [[nodiscard]] std::size_t pending() const noexcept { return m_masters - answered() - m_failed; }
    [[nodiscard]] bool isWon() const noexcept { return m_yes >= m_quorum; }
    [[nodiscard]] bool isLost() const noexcept { return m_yes + pending() < m_quorum; }
    /// No quorum is possible, whatever pending masters vote.
    [[nodiscard]] bool isProvenLost() const noexcept { return m_no + m_quorum > m_masters; }
    /// isProvenLost() is final.
    [[nodiscard]] bool isLossJudged() const noexcept
    {
        return isProvenLost() || m_no + pending() + m_quorum <= m_masters;
    }
    [[nodiscard]] bool hasQuorumAnswered() const noexcept { return answered() >= m_quorum; }
    [[nodiscard]] bool canQuorumAnswer() const noexcept
    {
        return answered() + pending() >= m_quorum;
    }
    /// hasQuorumAnswered() is final.
    [[nodiscard]] bool isAnswerJudged() const noexcept
    {
        return hasQuorumAnswered() || !canQuorumAnswer();
    }
    [[nodiscard]] std::vector<MasterVote> takeVotes() noexcept { return std::move(m_votes); }
    [[nodiscard]] SteadyTime start() const noexcept { return m_start; }

    /// True for the vote that decides the round.
    [[nodiscard]] bool decide() noexcept { return !std::exchange(m_isDecided, true); }
    [[nodiscard]] bool isDecided() const noexcept { return m_isDecided; }

private:
    const Clock* m_clock;
    std::size_t m_masters;
    std::size_t m_quorum;
    SteadyTime m_start;
    std::vector<MasterVote> m_votes;
    std::size_t m_yes = 0;
    std::size_t m_no = 0;
    std::size_t m_failed = 0;
    bool m_isDecided = false;
};

} // namespace lockkeeper::lock
