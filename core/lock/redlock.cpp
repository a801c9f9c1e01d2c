// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lock/redlock.h"

#include "core/lock/ballot.h"
#include "core/lock/scripts.h"
#include "core/lock/undo.h"
#include "core/never_destroyed.h"
#include "core/redis/cluster/key_slot.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

namespace lockkeeper::lock {

/// A try's votes. The yes of a master that may have forgotten locks waits for the other votes. It
/// is then Failed with Quarantined, unless too many masters may have forgotten locks.
class TakingVotes {
public:
    using State = MasterVote::State;

    TakingVotes(const LockContext& context, Ballot& ballot) noexcept
        : m_context(context)
        , m_ballot(ballot)
    { }

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

namespace {

using State = MasterVote::State;
using Outcome = RoundResult::Outcome;
using std::chrono::milliseconds;

constexpr std::chrono::hours kLongestCounterTtl{24 * 365 * 100};

redis::Arguments keysOf(const Claim& claim)
{
    redis::Arguments keys;
    for (const Resource& resource : claim.resources())
        keys.add(resource.value());
    return keys;
}

redis::Arguments fencedKeysOf(const Claim& claim)
{
    redis::Arguments keys = keysOf(claim);
    for (const Resource& resource : claim.resources())
        keys.add(fenceCounterOf(resource).value());
    return keys;
}

std::string text(milliseconds duration)
{
    return std::to_string(duration.count());
}

/// Far longer than the lease: no token is issued twice.
milliseconds counterTtl(const Attempt& attempt)
{
    const milliseconds lease = std::max(attempt.validity.ttl.value(), attempt.maxHold);
    return std::max<milliseconds>(
        kCounterTtl, 2 * std::min<milliseconds>(lease, kLongestCounterTtl / 2));
}

redis::Command setIfFree(const Claim& claim, Ttl ttl)
{
    return redis::Command{
        "SET", claim.resource().value(), claim.token().value(), "NX", "PX", text(ttl.value())};
}

State stateOf(const Result<redis::Reply>& reply, bool isYes)
{
    return !reply ? State::Failed : isYes ? State::Yes : State::No;
}

bool isOne(const Result<redis::Reply>& reply)
{
    return reply && reply->isInteger() && reply->integer == 1;
}

/// Another type is somebody else's key.
State stateOfOurs(const Result<redis::Reply>& reply)
{
    if (!reply && reply.error().kind == ErrorClass::WrongType)
        return State::No;
    return stateOf(reply, isOne(reply));
}

redis::Script::Invocation releaseOf(const Claim& claim)
{
    return releaseScript().prepare({keysOf(claim), {claim.token().value()}});
}

redis::Script::Invocation takeBack(const Claim& claim, std::size_t master, SteadyTime now)
{
    const milliseconds left = claim.placeTimeLeft(master, now);
    if (left <= milliseconds(0))
        return releaseOf(claim);
    return putBackScript().prepare(
        {keysOf(claim), {claim.token().value(), claim.place()->value, text(left)}});
}

struct Taken {
    bool isYes = false;
    std::uint64_t fence = 0;
    bool wasFree = false;
};

Taken readTaken(const Result<redis::Reply>& reply)
{
    if (!reply)
        return {};
    const auto isNumber
        = [](const redis::Reply& one) { return one.isInteger() && one.integer >= 0; };
    if (reply->isArray() && reply->elements.size() == 2
        && std::ranges::all_of(reply->elements, isNumber))
        return {true, static_cast<std::uint64_t>(reply->elements[0].integer),
            reply->elements[1].integer == 0};
    return {reply->isOk() || isNumber(*reply), static_cast<std::uint64_t>(reply->integer), true};
}

class AcquireRound : public std::enable_shared_from_this<AcquireRound> {
public:
    AcquireRound(const LockContext& context, Attempt attempt, RoundHandler handler)
        : m_context(context)
        , m_attempt(std::move(attempt))
        , m_timeout(m_attempt.timeout.value_or(context.timeout))
        , m_handler(std::move(handler))
        , m_ballot(context)
    { }

    void start()
    {
        const redis::Command command = takeCommand();
        for (std::size_t i = 0; i < m_context.masters.size(); ++i) {
            m_attempt.claim.notePresent(i);
            if (isAbsent(m_context.masters[i]->master()))
                m_attempt.claim.noteWasFree(i);
            m_context.confirmHistory(i);
            m_context.masters[i]->send(command, m_timeout,
                [self = shared_from_this(), i](
                    const Result<redis::Reply>& reply) { self->onReply(i, reply); });
        }
    }

private:
    [[nodiscard]] const Claim& claim() const noexcept { return m_attempt.claim; }
    [[nodiscard]] bool isPlain() const noexcept
    {
        return claim().resources().size() == 1 && !m_attempt.isFenced && claim().place() == nullptr;
    }
    [[nodiscard]] bool isAbsent(const MasterId& master) const
    {
        const PlaceHolder* const place = claim().place();
        return place != nullptr
            && std::ranges::find(place->absentOn, master) != place->absentOn.end();
    }
    [[nodiscard]] SteadyTime deadline() const noexcept
    {
        return m_attempt.validity.deadlineFrom(m_ballot.start());
    }

    [[nodiscard]] redis::Command takeCommand() const
    {
        const Ttl ttl = m_attempt.validity.ttl;
        if (isPlain())
            return setIfFree(claim(), ttl);
        // EVAL: a second command, after NOSCRIPT, could arrive after the undo.
        const std::string& token = claim().token().value();
        const std::string time = text(ttl.value());
        if (claim().place() != nullptr)
            return takePlaceScript().evalCommand(
                {m_attempt.isFenced ? fencedKeysOf(claim()) : keysOf(claim()),
                    {token, time, claim().place()->value, text(counterTtl(m_attempt))}});
        if (!m_attempt.isFenced)
            return takeAllScript().evalCommand({keysOf(claim()), {token, time}});
        return takeFencedScript().evalCommand(
            {fencedKeysOf(claim()), {token, time, text(counterTtl(m_attempt))}});
    }

    void onReply(std::size_t index, const Result<redis::Reply>& reply)
    {
        const Taken taken = readTaken(reply);
        const bool isYes = taken.isYes;
        if (taken.isYes && taken.wasFree)
            m_attempt.claim.noteWasFree(index);
        m_votes.record(index, isYes, reply);
        m_attempt.claim.noteConfirmed(index, isYes);
        if (provesAbsence(reply, isYes))
            m_attempt.claim.noteAbsent(index);
        if (m_ballot.isDecided())
            return;
        if (isYes)
            m_fence = std::max(m_fence, taken.fence);
        if (m_ballot.isWon() && m_ballot.decide())
            finishWithQuorum();
        else if (m_ballot.isLost())
            finishWithout();
    }

    /// Waits for certainty: a majority may be down.
    void finishWithout()
    {
        if (m_ballot.isAnswerJudged() && m_ballot.decide())
            finish(m_ballot.hasQuorumAnswered() ? Outcome::Denied : Outcome::NoQuorum);
    }

    void finishWithQuorum()
    {
        // One master and one resource have no other counter.
        if (m_attempt.isFenced && (m_context.masters.size() > 1 || claim().resources().size() > 1))
            return raiseCounters();
        finish(m_context.clock->now() < deadline() ? Outcome::Won : Outcome::TooLate);
    }

    /// So that later holders get larger tokens (model: fence.pml, raise).
    void raiseCounters()
    {
        auto ballot = std::make_shared<Ballot>(m_context);
        const redis::Script::Call call{fencedKeysOf(claim()),
            {claim().token().value(), std::to_string(m_fence), text(counterTtl(m_attempt))}};
        const auto script = raiseFenceScript().prepare(call);
        for (std::size_t i = 0; i < m_context.masters.size(); ++i) {
            auto handler
                = [self = shared_from_this(), ballot, i](
                      const Result<redis::Reply>& reply) { self->onRaised(*ballot, i, reply); };
            // A steal may be allowed EVAL but not EVALSHA: see planSteal().
            if (claim().place() != nullptr)
                m_context.masters[i]->send(
                    raiseFenceScript().evalCommand(call), m_timeout, std::move(handler));
            else
                script.run(*m_context.masters[i], *m_context.clock, m_timeout, std::move(handler));
        }
    }

    void onRaised(Ballot& ballot, std::size_t index, const Result<redis::Reply>& reply)
    {
        ballot.record(index, stateOf(reply, isOne(reply)), reply);
        if (ballot.isWon() && ballot.decide())
            finish(m_context.clock->now() < deadline() ? Outcome::Won : Outcome::TooLate);
        else if (ballot.isLost() && ballot.decide())
            finish(ballot.canQuorumAnswer() ? Outcome::TooLate : Outcome::NoQuorum);
    }

    void finish(Outcome outcome)
    {
        const auto fence = m_attempt.isFenced ? std::optional(FencingToken{m_fence}) : std::nullopt;
        auto votes = m_ballot.takeVotes();
        auto undoing = outcome == Outcome::Won ? nullptr : undoAll();
        std::exchange(m_handler, nullptr)(
            {outcome, std::move(votes), deadline(), fence, std::move(undoing)});
    }

    /// A script can fail half-way.
    [[nodiscard]] bool provesAbsence(const Result<redis::Reply>& reply, bool isYes) const
    {
        return reply ? !isYes
                     : isDefinite(reply.error().kind)
                && (isPlain() || reply.error().kind == ErrorClass::Unreachable);
    }

    [[nodiscard]] std::shared_ptr<Undoing> undoAll()
    {
        std::shared_ptr<Undoing> undoing;
        const SteadyTime now = m_context.clock->now();
        const SteadyTime until = m_attempt.validity.ttl.after(now);
        for (std::size_t i = 0; i < m_context.masters.size(); ++i) {
            if (!claim().mayBeOn(i))
                continue;
            if (!undoing)
                undoing = std::make_shared<Undoing>(m_context);
            undoing->start({i, claim(), takeBack(claim(), i, now), until});
        }
        return undoing;
    }

    const LockContext& m_context;
    Attempt m_attempt;
    milliseconds m_timeout;
    RoundHandler m_handler;
    Ballot m_ballot;
    TakingVotes m_votes{m_context, m_ballot};
    std::uint64_t m_fence = 0;
};

class ExtendRound : public std::enable_shared_from_this<ExtendRound> {
public:
    ExtendRound(const LockContext& context, Extension extension, RoundHandler handler)
        : m_context(context)
        , m_extension(std::move(extension))
        , m_timeout(m_extension.timeout.value_or(context.timeout))
        , m_handler(std::move(handler))
        , m_ballot(context)
    { }

    void start()
    {
        m_context.hidesAsks.resize(m_context.masters.size());
        const auto script = extendScript().prepare(call());
        std::optional<redis::Script::Invocation> withoutAsk;
        for (std::size_t i = 0; i < m_context.masters.size(); ++i) {
            if (m_context.hidesAsks[i] && !withoutAsk)
                withoutAsk = extendScript().prepare(callWithoutAsk());
            (m_context.hidesAsks[i] ? *withoutAsk : script)
                .run(
                    *m_context.masters[i], *m_context.clock, m_timeout,
                    [self = shared_from_this(), i](
                        const Result<redis::Reply>& reply) { self->onReply(i, reply); },
                    m_extension.isWanted);
        }
    }

private:
    [[nodiscard]] redis::Script::Call call() const
    {
        return {keysOf(m_extension.claim),
            {m_extension.claim.token().value(), text(m_extension.validity.ttl.value())}};
    }

    [[nodiscard]] redis::Script::Call callWithoutAsk() const
    {
        redis::Script::Call without = call();
        without.arguments.add("-");
        return without;
    }

    void readAsk(std::size_t index, const std::vector<redis::Reply>& consent)
    {
        m_context.hidesAsks[index] = consent.size() == 1;
        if (consent.size() == 2)
            m_ask = consent[1].text;
    }

    void onReply(std::size_t index, const Result<redis::Reply>& reply)
    {
        const bool hasMore = reply && reply->isArray() && !reply->elements.empty()
            && reply->elements.front().integer == 1;
        const State vote = hasMore ? State::Yes : stateOfOurs(reply);
        if (hasMore)
            readAsk(index, reply->elements);
        m_ballot.record(index, vote, reply);
        m_extension.claim.noteConfirmed(index, vote == State::Yes);
        if (reply && reply->isInteger() && reply->integer == 0)
            m_missing.push_back(index);
        m_isRevoked = m_isRevoked || (reply && reply->isInteger() && reply->integer == -2);
        if (m_ballot.isWon() && m_ballot.decide()) {
            m_isWon = m_context.clock->now() < m_extension.deadline;
            finish(m_isWon ? Outcome::Won : Outcome::TooLate);
        } else if (m_ballot.isLost() && m_ballot.isLossJudged() && m_ballot.decide()) {
            finish(m_ballot.isProvenLost() ? Outcome::Denied : Outcome::NoQuorum);
        }
        if (m_isWon)
            repairMissing();
    }

    void finish(Outcome outcome)
    {
        RoundResult result{
            outcome, m_ballot.takeVotes(), m_extension.validity.deadlineFrom(m_ballot.start())};
        result.isRevoked = m_isRevoked;
        result.ask = std::move(m_ask);
        std::exchange(m_handler, nullptr)(std::move(result));
    }

    /// So that losses do not add up. Only after a won extension: it could revive a released lock
    /// (model: exclusion.pml and revoke.pml, repair).
    void repairMissing()
    {
        Claim& claim = m_extension.claim;
        for (const std::size_t index : std::exchange(m_missing, {})) {
            if (!m_extension.isWanted())
                continue;
            claim.notePresent(index);
            // EVAL: a second command could arrive after a release.
            const redis::Command command = claim.resources().size() == 1
                ? setIfFree(claim, m_extension.validity.ttl)
                : repairScript().evalCommand(call());
            m_context.masters[index]->send(command, m_context.timeout,
                [claim, index](const Result<redis::Reply>& reply) mutable {
                    claim.noteConfirmed(index, reply && (reply->isOk() || isOne(reply)));
                });
        }
    }

    const LockContext& m_context;
    Extension m_extension;
    milliseconds m_timeout;
    RoundHandler m_handler;
    Ballot m_ballot;
    std::vector<std::size_t> m_missing;
    std::string m_ask;
    bool m_isRevoked = false;
    bool m_isWon = false;
};

class ReleaseRound : public std::enable_shared_from_this<ReleaseRound> {
public:
    ReleaseRound(
        const LockContext& context, const Claim& claim, SteadyTime until, RoundHandler handler)
        : m_context(context)
        , m_claim(claim)
        , m_until(until)
        , m_handler(std::move(handler))
        , m_ballot(context)
    { }

    void start()
    {
        m_context.hasReleased.resize(m_context.masters.size());
        const auto script = releaseOf(m_claim);
        for (std::size_t i = 0; i < m_context.masters.size(); ++i) {
            redis::Transport& master = *m_context.masters[i];
            auto handler = [self = shared_from_this(), i](
                               const Result<redis::Reply>& reply) { self->onReply(i, reply); };
            // It never got the token: it gets nothing while it is silent.
            if (!m_claim.mayBeOn(i))
                script.run(master, *m_context.clock, m_context.timeout, std::move(handler));
            else if (m_claim.placeTimeLeft(i, m_ballot.start()) > milliseconds(0))
                takeBackOn(i).runUndo(master, m_context.timeout, std::move(handler));
            else if (m_context.hasReleased[i])
                script.runUndoBySha(master, *m_context.clock, m_ballot.start(), m_context.timeout,
                    std::move(handler));
            else
                script.runUndo(master, m_context.timeout, std::move(handler));
        }
    }

private:
    [[nodiscard]] redis::Script::Invocation takeBackOn(std::size_t master) const
    {
        return takeBack(m_claim, master, m_context.clock->now());
    }

    void onReply(std::size_t index, const Result<redis::Reply>& reply)
    {
        m_ballot.record(index, stateOfOurs(reply), reply);
        m_context.hasReleased[index] = reply.has_value();
        if (!reply)
            undoLater(m_context, {index, m_claim, takeBackOn(index), m_until}, reply);
        if (!m_ballot.isAnswerJudged() || !m_ballot.decide())
            return;
        const auto outcome = m_ballot.isWon() ? Outcome::Won
            : m_ballot.hasQuorumAnswered()    ? Outcome::Denied
                                              : Outcome::NoQuorum;
        std::exchange(m_handler, nullptr)({outcome, m_ballot.takeVotes()});
    }

    const LockContext& m_context;
    std::shared_ptr<const void> m_keep = m_context.owner.lock();
    Claim m_claim;
    SteadyTime m_until;
    RoundHandler m_handler;
    Ballot m_ballot;
};

class Redlock final : public Scheme {
public:
    [[nodiscard]] std::string_view name() const noexcept override { return "redlock"; }
    [[nodiscard]] Abilities abilities() const noexcept override
    {
        return {.hasManyMasters = true,
            .isExtendable = true,
            .hasManyResources = true,
            .isFenceable = true,
            .hearsAsks = true,
            .canReplace = true};
    }
    [[nodiscard]] Result<Token> makeToken(
        const Owner& owner, WallTime now, Ttl /*ttl*/) const override
    {
        return lock::makeToken(owner, now);
    }
    void tryAcquire(
        const LockContext& context, Attempt attempt, RoundHandler handler) const override
    {
        std::make_shared<AcquireRound>(context, std::move(attempt), std::move(handler))->start();
    }
    void extend(
        const LockContext& context, Extension extension, RoundHandler handler) const override
    {
        std::make_shared<ExtendRound>(context, std::move(extension), std::move(handler))->start();
    }
    void release(const LockContext& context, Claim claim, SteadyTime until,
        RoundHandler handler) const override
    {
        std::make_shared<ReleaseRound>(context, claim, until, std::move(handler))->start();
    }
};

} // namespace

Resource keyBeside(std::string_view prefix, const Resource& resource)
{
    // One slot of a Cluster for both; a hash tag sets it already.
    const std::string& name = resource.value();
    const std::size_t open = name.find('{');
    const std::size_t close = name.find('}', open == std::string::npos ? open : open + 1);
    if (open != std::string::npos && close != std::string::npos && close > open + 1)
        return Resource(std::string(prefix).append(name));
    return Resource(std::string(prefix).append("{").append(name).append("}"));
}

bool isKeyBesideInSlot(const Resource& resource)
{
    return redis::slotOf(keyBeside({}, resource).value()) == redis::slotOf(resource.value());
}

Resource fenceCounterOf(const Resource& resource)
{
    return keyBeside("lk:fence:", resource);
}

const Scheme& redlock()
{
    static const NeverDestroyed<Redlock> scheme;
    return *scheme;
}

} // namespace lockkeeper::lock
