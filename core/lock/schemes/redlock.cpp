// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lock/redlock.h"

#include "core/lock/scripts.h"

#include <algorithm>

namespace lockkeeper::lock {
namespace {

using std::chrono::duration_cast;
using std::chrono::microseconds;
using State = MasterVote::State;

/// Between two attempts to undo a claim on a master that can't be reached.
constexpr std::chrono::milliseconds kUndoInterval{500};

/// Counts the votes of one round and tells when they decide it.
class Round {
public:
    explicit Round(const RedlockContext& context)
        : m_clock(context.clock)
        , m_quorum(context.quorum())
        , m_start(context.clock->now())
    {
        for (const redis::Transport* master : context.masters)
            m_votes.push_back({master->master()});
    }

    void record(std::size_t index, State state, const Result<redis::Reply>& reply)
    {
        MasterVote& vote = m_votes[index];
        vote.state = state;
        vote.latency = duration_cast<microseconds>(m_clock->now() - m_start);
        if (!reply)
            vote.error = reply.error();
    }

    [[nodiscard]] std::size_t count(State state) const
    {
        return static_cast<std::size_t>(std::ranges::count(m_votes, state, &MasterVote::state));
    }
    [[nodiscard]] std::size_t answered() const { return count(State::Yes) + count(State::No); }
    [[nodiscard]] bool isWon() const { return count(State::Yes) >= m_quorum; }
    [[nodiscard]] bool isLost() const
    {
        return count(State::Yes) + count(State::Pending) < m_quorum;
    }
    /// Lost whatever the masters think that did not answer.
    [[nodiscard]] bool isProvenLost() const { return count(State::No) + m_quorum > m_votes.size(); }
    [[nodiscard]] bool hasQuorumAnswered() const { return answered() >= m_quorum; }
    [[nodiscard]] bool canQuorumAnswer() const
    {
        return answered() + count(State::Pending) >= m_quorum;
    }
    [[nodiscard]] const std::vector<MasterVote>& votes() const noexcept { return m_votes; }
    [[nodiscard]] SteadyTime start() const noexcept { return m_start; }

    /// True exactly once: for the vote that decided the round.
    [[nodiscard]] bool decide() noexcept { return !std::exchange(m_isDecided, true); }
    [[nodiscard]] bool isDecided() const noexcept { return m_isDecided; }

private:
    const Clock* m_clock;
    std::size_t m_quorum;
    SteadyTime m_start;
    std::vector<MasterVote> m_votes;
    bool m_isDecided = false;
};

RoundResult::Outcome lossOf(const Round& round)
{
    return round.hasQuorumAnswered() || round.canQuorumAnswer() ? RoundResult::Outcome::Denied
                                                                : RoundResult::Outcome::NoQuorum;
}

redis::Command setIfFree(const Claim& claim, Ttl ttl)
{
    return redis::Command{"SET", claim.resource.value(), claim.token.value(), "NX", "PX",
        std::to_string(ttl.value().count())};
}

/// Deletes the claim on one master; while it can't be reached, again until `until`, when the TTL
/// has done it.
void undo(const RedlockContext& context, std::size_t index, const Claim& claim, SteadyTime until)
{
    const redis::Script::Call call{{claim.resource.value()}, {claim.token.value()}};
    releaseScript().runUndo(*context.masters[index], call, context.timeout,
        [context, index, claim, until](Result<redis::Reply> reply) {
            // No answer means that it waits in order behind what it undoes: once is enough.
            const bool isToRepeat = !reply
                && (reply.error().kind == ErrorClass::Unreachable
                    || reply.error().kind == ErrorClass::ConnectionLost);
            const SteadyTime next = context.clock->now() + kUndoInterval;
            if (isToRepeat && next < until)
                context.scheduler->schedule(next, [=] { undo(context, index, claim, until); });
        });
}

class AcquireRound : public std::enable_shared_from_this<AcquireRound> {
public:
    AcquireRound(
        const RedlockContext& context, Claim claim, Validity validity, RoundHandler handler)
        : m_context(context)
        , m_claim(std::move(claim))
        , m_validity(validity)
        , m_handler(std::move(handler))
        , m_round(context)
    { }

    void start()
    {
        for (std::size_t i = 0; i < m_context.masters.size(); ++i)
            m_context.masters[i]->send(setIfFree(m_claim, m_validity.ttl), m_context.timeout,
                [self = shared_from_this(), i](
                    Result<redis::Reply> reply) { self->onReply(i, reply); });
    }

private:
    void onReply(std::size_t index, const Result<redis::Reply>& reply)
    {
        const State state = !reply ? State::Failed : reply->isOk() ? State::Yes : State::No;
        m_round.record(index, state, reply);
        if (m_round.isDecided())
            return;
        if (m_round.isWon())
            finishWithQuorum();
        else if (m_round.isLost())
            finish(lossOf(m_round));
    }

    void finishWithQuorum()
    {
        const bool isInTime = m_context.clock->now() < m_validity.deadlineFrom(m_round.start());
        finish(isInTime ? RoundResult::Outcome::Won : RoundResult::Outcome::TooLate);
    }

    void finish(RoundResult::Outcome outcome)
    {
        if (!m_round.decide())
            return;
        if (outcome != RoundResult::Outcome::Won)
            undoAll();
        m_handler({outcome, m_round.votes(), m_validity.deadlineFrom(m_round.start())});
        m_handler = nullptr;
    }

    /// Everywhere but where the answer proves that nothing was stored.
    void undoAll()
    {
        const SteadyTime until = m_context.clock->now() + m_validity.ttl.value();
        for (std::size_t i = 0; i < m_context.masters.size(); ++i) {
            const MasterVote& vote = m_round.votes()[i];
            const bool isProvenUnset = vote.state == State::No
                || (vote.state == State::Failed && isDefinite(vote.error->kind));
            if (!isProvenUnset)
                undo(m_context, i, m_claim, until);
        }
    }

    RedlockContext m_context;
    Claim m_claim;
    Validity m_validity;
    RoundHandler m_handler;
    Round m_round;
};

class ExtendRound : public std::enable_shared_from_this<ExtendRound> {
public:
    ExtendRound(const RedlockContext& context, Extension extension, RoundHandler handler)
        : m_context(context)
        , m_extension(std::move(extension))
        , m_claim(m_extension.claim)
        , m_validity(m_extension.validity)
        , m_handler(std::move(handler))
        , m_round(context)
    { }

    void start()
    {
        for (std::size_t i = 0; i < m_context.masters.size(); ++i)
            extendScript().run(*m_context.masters[i], *m_context.clock,
                {{m_claim.resource.value()},
                    {m_claim.token.value(), std::to_string(m_validity.ttl.value().count())}},
                m_context.timeout, [self = shared_from_this(), i](Result<redis::Reply> reply) {
                    self->onReply(i, reply);
                });
    }

private:
    void onReply(std::size_t index, const Result<redis::Reply>& reply)
    {
        const bool isRenewed = reply && reply->isInteger() && reply->integer == 1;
        m_round.record(index, !reply ? State::Failed : isRenewed ? State::Yes : State::No, reply);
        if (reply && reply->isInteger() && reply->integer == 0)
            m_missing.push_back(index);
        if (m_round.isWon() && m_round.decide()) {
            m_isWon = m_context.clock->now() < m_extension.deadline;
            finish(m_isWon ? RoundResult::Outcome::Won : RoundResult::Outcome::TooLate);
        } else if (m_round.isLost() && m_round.decide()) {
            finish(m_round.isProvenLost() ? RoundResult::Outcome::Denied
                                          : RoundResult::Outcome::NoQuorum);
        }
        if (m_isWon)
            repairMissing();
    }

    void finish(RoundResult::Outcome outcome)
    {
        m_handler({outcome, m_round.votes(), m_validity.deadlineFrom(m_round.start())});
        m_handler = nullptr;
    }

    /// Gives the token back to masters that had lost it, so that losses do not add up. Only behind
    /// a won extension: without a quorum this would bring back a lock that somebody released.
    void repairMissing()
    {
        for (const std::size_t index : std::exchange(m_missing, {})) {
            if (m_extension.isWanted())
                m_context.masters[index]->send(setIfFree(m_claim, m_validity.ttl),
                    m_context.timeout, [](const Result<redis::Reply>&) {});
        }
    }

    RedlockContext m_context;
    Extension m_extension;
    const Claim& m_claim;
    const Validity& m_validity;
    RoundHandler m_handler;
    Round m_round;
    std::vector<std::size_t> m_missing;
    bool m_isWon = false;
};

} // namespace

void tryAcquire(const RedlockContext& context, Claim claim, Validity validity, RoundHandler handler)
{
    std::make_shared<AcquireRound>(context, std::move(claim), validity, std::move(handler))
        ->start();
}

void extendClaim(const RedlockContext& context, Extension extension, RoundHandler handler)
{
    std::make_shared<ExtendRound>(context, std::move(extension), std::move(handler))->start();
}

void releaseClaim(const RedlockContext& context, Claim claim, RoundHandler handler)
{
    auto round = std::make_shared<Round>(context);
    auto shared = std::make_shared<RoundHandler>(std::move(handler));
    const auto onReply = [round, shared](std::size_t index, const Result<redis::Reply>& reply) {
        const bool isDeleted = reply && reply->isInteger() && reply->integer == 1;
        round->record(index, !reply ? State::Failed : isDeleted ? State::Yes : State::No, reply);
        const bool isOver = round->hasQuorumAnswered() || !round->canQuorumAnswer();
        if (!isOver || !round->decide())
            return;
        const auto outcome = round->isWon() ? RoundResult::Outcome::Won
            : round->hasQuorumAnswered()    ? RoundResult::Outcome::Denied
                                            : RoundResult::Outcome::NoQuorum;
        (*shared)({outcome, round->votes(), {}});
    };
    const redis::Script::Call call{{claim.resource.value()}, {claim.token.value()}};
    for (std::size_t i = 0; i < context.masters.size(); ++i)
        releaseScript().runUndo(*context.masters[i], call, context.timeout,
            [onReply, i](Result<redis::Reply> reply) { onReply(i, reply); });
}

} // namespace lockkeeper::lock
