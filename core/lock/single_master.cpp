// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lock/single_master.h"

#include "core/lock/scripts.h"
#include "core/redis/reply_parser.h"

#include <algorithm>

namespace lockkeeper::lock {
namespace {

using State = MasterVote::State;
using Outcome = RoundResult::Outcome;
using std::chrono::milliseconds;

Outcome outcomeOf(State state, SteadyTime now, SteadyTime deadline)
{
    if (state == State::Failed)
        return Outcome::NoQuorum;
    if (state == State::No)
        return Outcome::Denied;
    return now < deadline ? Outcome::Won : Outcome::TooLate;
}

bool isNumberOne(const redis::Reply& reply)
{
    return reply.isInteger() && reply.integer == 1;
}

} // namespace

Operation::Operation(const LockContext& context, Subject subject, Ending ending)
    : m_context(context)
    , m_subject(std::move(subject))
    , m_ending(std::move(ending))
    , m_ballot(context)
{ }

void Operation::send(const redis::Command& command, Step next)
{
    redis::Transport& master = *m_context.masters.front();
    const milliseconds timeout = timeLeft();
    ++m_steps;
    m_isScript = false;
    if (m_subject.isUndo)
        master.sendUndo(command, timeout, then(std::move(next)));
    else
        master.send(command, timeout, then(std::move(next)));
}

void Operation::run(
    const redis::Script& script, const std::vector<std::string>& arguments, Step next)
{
    redis::Transport& master = *m_context.masters.front();
    const redis::Script::Call call{{key()}, redis::Arguments(arguments)};
    const milliseconds timeout = timeLeft();
    ++m_steps;
    m_isScript = true;
    if (m_subject.isUndo)
        script.runUndo(master, call, timeout, then(std::move(next)));
    else
        script.run(master, *m_context.clock, call, timeout, then(std::move(next)));
}

void Operation::runInFull(
    const redis::Script& script, const std::vector<std::string>& arguments, Step next)
{
    send(script.evalCommand({{key()}, redis::Arguments(arguments)}), std::move(next));
    m_isScript = true;
}

redis::Transport::Handler Operation::then(Step next)
{
    return [self = shared_from_this(), next = std::move(next)](const Result<redis::Reply>& reply) {
        if (reply)
            return next(*reply);
        const bool isForeign
            = reply.error().kind == ErrorClass::WrongType || redis::isTooLarge(reply.error());
        self->end(isForeign ? State::No : State::Failed, reply);
    };
}

milliseconds Operation::timeLeft() const
{
    const auto left = deadlineAfter(m_ballot.start(), m_subject.timeout) - m_context.clock->now();
    return std::max(std::chrono::ceil<milliseconds>(left), milliseconds(1));
}

void Operation::end(State state, const Result<redis::Reply>& reply)
{
    if (state == State::Yes && m_subject.isTaking) {
        if (auto refusal = m_context.refuseVote(0, m_ballot.start()))
            return end(State::Failed, tl::make_unexpected(std::move(*refusal)));
    }
    m_ballot.record(0, state, reply);
    m_subject.claim.noteConfirmed(0, state == State::Yes && !m_subject.isUndo);
    m_isProvenUnset = m_steps == 1 && !reply && isDefinite(reply.error().kind)
        && (!m_isScript || reply.error().kind == ErrorClass::Unreachable);
    std::exchange(m_ending, nullptr)(*this, state, reply);
}

void Operation::oneIsYes(const redis::Reply& reply)
{
    return isNumberOne(reply) ? yes(reply) : no(reply);
}

std::string Operation::ttlInMilliseconds() const
{
    return std::to_string(ttl().value().count());
}

std::string Operation::ttlInSeconds() const
{
    return std::to_string(std::chrono::ceil<std::chrono::seconds>(ttl().value()).count());
}

Result<Token> SingleMasterScheme::makeToken(const Owner& owner, WallTime now, Ttl /*ttl*/) const
{
    return lock::makeToken(owner, now);
}

void SingleMasterScheme::tryAcquire(
    const LockContext& context, Attempt attempt, RoundHandler handler) const
{
    const Validity validity = attempt.validity;
    Claim claim = std::move(attempt.claim);
    if (claim.place() != nullptr && !claim.place()->absentOn.empty())
        claim.noteWasFree(0);
    context.confirmHistory(0);
    take(std::make_shared<Operation>(context,
        Operation::Subject{.claim = claim,
            .ttl = validity.ttl,
            .isTaking = true,
            .timeout = attempt.timeout.value_or(context.timeout)},
        [this, &context, claim, validity, handler = std::move(handler)](
            Operation& ended, State state, const Result<redis::Reply>& reply) mutable {
            const SteadyTime now = context.clock->now();
            const SteadyTime deadline = validity.deadlineFrom(ended.start());
            const Outcome outcome = outcomeOf(state, now, deadline);
            const bool isToUndo = outcome == Outcome::TooLate
                || (outcome == Outcome::NoQuorum && !ended.isProvenUnset());
            if (reply && isNumberOne(*reply))
                claim.noteWasFree(0);
            handler({outcome, ended.takeVotes(), deadline, std::nullopt,
                isToUndo ? undo(context, claim, validity.ttl.after(now)) : nullptr});
        }));
}

void SingleMasterScheme::extend(
    const LockContext& context, Extension extension, RoundHandler handler) const
{
    const Validity validity = extension.validity;
    const milliseconds timeout = extension.timeout.value_or(context.timeout);
    renew(std::make_shared<Operation>(context,
        Operation::Subject{
            .claim = std::move(extension.claim), .ttl = validity.ttl, .timeout = timeout},
        [&context, validity, deadline = extension.deadline, handler = std::move(handler)](
            Operation& ended, State state, const Result<redis::Reply>&) {
            handler({outcomeOf(state, context.clock->now(), deadline), ended.takeVotes(),
                validity.deadlineFrom(ended.start())});
        }));
}

void SingleMasterScheme::release(
    const LockContext& context, Claim claim, SteadyTime until, RoundHandler handler) const
{
    const auto operation = std::make_shared<Operation>(context,
        Operation::Subject{.claim = claim, .isUndo = true, .timeout = context.timeout},
        [this, &context, claim, until, handler = std::move(handler)](
            Operation& ended, State state, const Result<redis::Reply>& reply) {
            if (const auto back = undoOf(context, claim, until); back && !reply)
                undoLater(context, *back, reply);
            handler({outcomeOf(state, SteadyTime::min(), SteadyTime::max()), ended.takeVotes()});
        });
    const milliseconds left = claim.placeTimeLeft(0, context.clock->now());
    if (left <= milliseconds(0))
        return free(operation);
    const TakeBack back = putBack(claim, left);
    operation->run(*back.script, back.arguments,
        [operation](const redis::Reply& reply) { operation->oneIsYes(reply); });
}

void SingleMasterScheme::renew(const OperationPtr& operation) const
{
    operation->no(redis::Reply::nil());
}

SingleMasterScheme::TakeBack SingleMasterScheme::takeBack(const Claim& claim) const
{
    return {&releaseScript(), {claim.token().value()}};
}

SingleMasterScheme::TakeBack SingleMasterScheme::putBack(
    const Claim& claim, milliseconds /*left*/) const
{
    return takeBack(claim);
}

std::optional<Undo> SingleMasterScheme::undoOf(
    const LockContext& context, const Claim& claim, SteadyTime until) const
{
    const milliseconds left = claim.placeTimeLeft(0, context.clock->now());
    const TakeBack back = left > milliseconds(0) ? putBack(claim, left) : takeBack(claim);
    if (back.script == nullptr)
        return std::nullopt;
    const redis::Script::Call call{{claim.resource().value()}, redis::Arguments(back.arguments)};
    return Undo{0, claim, back.script->prepare(call), until};
}

std::shared_ptr<Undoing> SingleMasterScheme::undo(
    const LockContext& context, const Claim& claim, SteadyTime until) const
{
    auto back = undoOf(context, claim, until);
    if (!back)
        return nullptr;
    auto undoing = std::make_shared<Undoing>(context);
    undoing->start(std::move(*back));
    return undoing;
}

void setIfFree(const OperationPtr& operation)
{
    std::vector<std::string> command{"SET", operation->key(), operation->token(), "NX"};
    if (operation->ttl().isFinite())
        command.insert(command.end(), {"PX", operation->ttlInMilliseconds()});
    operation->send(redis::Command(command), [operation](const redis::Reply& reply) {
        return reply.isOk() ? operation->yes(reply) : operation->no(reply);
    });
}

void compareAndDelete(const OperationPtr& operation)
{
    operation->run(releaseScript(), {operation->token()},
        [operation](const redis::Reply& reply) { operation->oneIsYes(reply); });
}

void deleteBlindly(const OperationPtr& operation)
{
    operation->send({"DEL", operation->key()},
        [operation](const redis::Reply& reply) { operation->oneIsYes(reply); });
}

} // namespace lockkeeper::lock
