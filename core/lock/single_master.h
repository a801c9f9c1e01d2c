// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lock/ballot.h"
#include "core/lock/scheme.h"
#include "core/lock/undo.h"
#include "core/redis/script.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace lockkeeper::lock {

/// One operation of a classic scheme: commands in sequence, in one timeout. WRONGTYPE, or a value
/// too large to read, is somebody else's: no(). Other errors, or no answer: Failed. Answers and
/// steps keep it alive. Thread: the scheduler's.
class Operation : public std::enable_shared_from_this<Operation> {
public:
    using Step = std::function<void(const redis::Reply&)>;
    using Ending = std::function<void(Operation&, MasterVote::State, const Result<redis::Reply>&)>;

    struct Subject {
        Claim claim;
        Ttl ttl = Ttl::none();
        bool isTaking = false; ///< quarantined masters' consent does not count
        bool isUndo = false; ///< as Transport::sendUndo()
        std::chrono::milliseconds timeout{};
    };
    Operation(const LockContext& context, Subject subject, Ending ending);

    void send(const redis::Command& command, Step next);
    void run(const redis::Script& script, const std::vector<std::string>& arguments, Step next);
    /// EVAL: some users may not send EVALSHA.
    void runInFull(
        const redis::Script& script, const std::vector<std::string>& arguments, Step next);

    void yes(const redis::Reply& reply) { end(MasterVote::State::Yes, reply); }
    void no(const redis::Reply& reply) { end(MasterVote::State::No, reply); }
    void oneIsYes(const redis::Reply& reply);

    [[nodiscard]] const std::string& key() const noexcept
    {
        return m_subject.claim.resource().value();
    }
    [[nodiscard]] const std::string& token() const noexcept
    {
        return m_subject.claim.token().value();
    }
    [[nodiscard]] const std::string* placeHolder() const noexcept
    {
        const PlaceHolder* const place = m_subject.claim.place();
        return place != nullptr ? &place->value : nullptr;
    }
    [[nodiscard]] WallTime wallNow() const noexcept { return m_context.clock->wallNow(); }
    [[nodiscard]] Ttl ttl() const noexcept { return m_subject.ttl; }
    [[nodiscard]] std::string ttlInMilliseconds() const;
    /// Rounded up, to outlive the lease.
    [[nodiscard]] std::string ttlInSeconds() const;
    [[nodiscard]] SteadyTime start() const noexcept { return m_ballot.start(); }
    [[nodiscard]] std::vector<MasterVote> takeVotes() noexcept { return m_ballot.takeVotes(); }
    [[nodiscard]] bool isProvenUnset() const noexcept { return m_isProvenUnset; }

private:
    [[nodiscard]] redis::Transport::Handler then(Step next);
    [[nodiscard]] std::chrono::milliseconds timeLeft() const;
    void end(MasterVote::State state, const Result<redis::Reply>& reply);

    const LockContext& m_context;
    Subject m_subject;
    Ending m_ending;
    Ballot m_ballot;
    int m_steps = 0;
    bool m_isScript = false; ///< the latest step was one; it can fail half-way
    bool m_isProvenUnset = false;
};

using OperationPtr = std::shared_ptr<Operation>;

/// Base of the classic schemes. A script that compares undoes lost tries, even in schemes that
/// release blindly.
class SingleMasterScheme : public Scheme {
public:
    [[nodiscard]] Abilities abilities() const noexcept override { return {}; }
    [[nodiscard]] Result<Token> makeToken(const Owner& owner, WallTime now, Ttl ttl) const override;

    void tryAcquire(const LockContext& context, Attempt attempt, RoundHandler handler) const final;
    void extend(const LockContext& context, Extension extension, RoundHandler handler) const final;
    void release(const LockContext& context, Claim claim, SteadyTime until,
        RoundHandler handler) const final;

protected:
    /// Frees the claim, but no other holder's.
    struct TakeBack {
        const redis::Script* script = nullptr;
        std::vector<std::string> arguments{};
    };

private:
    /// Calls yes(), with 1 if placeHolder() is set and nothing was replaced.
    virtual void take(const OperationPtr& operation) const = 0;
    /// yes(): we still held the lock. Only if isExtendable.
    virtual void renew(const OperationPtr& operation) const;
    /// yes(): the lock was ours.
    virtual void free(const OperationPtr& operation) const = 0;

    /// Default: compares the token, then deletes.
    [[nodiscard]] virtual TakeBack takeBack(const Claim& claim) const;

    /// Puts Claim::place() back for `left`; 1 if the claim was there. Only if canReplace.
    [[nodiscard]] virtual TakeBack putBack(
        const Claim& claim, std::chrono::milliseconds left) const;

    [[nodiscard]] std::optional<Undo> undoOf(
        const LockContext& context, const Claim& claim, SteadyTime until) const;
    /// Null: the value stays.
    [[nodiscard]] std::shared_ptr<Undoing> undo(
        const LockContext& context, const Claim& claim, SteadyTime until) const;
};

void setIfFree(const OperationPtr& operation);
void compareAndDelete(const OperationPtr& operation);
/// Only for our own lock.
void deleteBlindly(const OperationPtr& operation);

} // namespace lockkeeper::lock
