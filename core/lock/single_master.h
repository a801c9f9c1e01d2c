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

/// One operation of a classic scheme on its only master. Its commands are sent one after the other,
/// all within one timeout, until yes() or no() ends it. A missing answer or an error also ends it.
/// WRONGTYPE and a value that is too large to be read count as no, because the key then belongs to
/// somebody else. Any other error counts as Failed.
///
/// Lives as long as an answer or a step refers to it. Used on the scheduler's thread.
class Operation : public std::enable_shared_from_this<Operation> {
public:
    using Step = std::function<void(const redis::Reply&)>;
    /// Receives the result: the master's vote, and the last answer.
    using Ending = std::function<void(Operation&, MasterVote::State, const Result<redis::Reply>&)>;

    struct Subject {
        Claim claim;
        Ttl ttl = Ttl::none();
        bool isTaking = false; ///< consent of a master that may have forgotten locks is none
        bool isUndo = false; ///< send it even to a silent master, behind what it undoes
        std::chrono::milliseconds timeout{};
    };
    Operation(const LockContext& context, Subject subject, Ending ending);

    /// Sends the next command; `next` receives its answer.
    void send(const redis::Command& command, Step next);
    /// Runs a script on the resource; `next` receives its answer.
    void run(const redis::Script& script, const std::vector<std::string>& arguments, Step next);
    /// The same by EVAL, which a user may send who may not send EVALSHA.
    void runInFull(
        const redis::Script& script, const std::vector<std::string>& arguments, Step next);

    void yes(const redis::Reply& reply) { end(MasterVote::State::Yes, reply); }
    void no(const redis::Reply& reply) { end(MasterVote::State::No, reply); }
    /// yes() if the reply is the number 1, else no().
    void oneIsYes(const redis::Reply& reply);

    [[nodiscard]] const std::string& key() const noexcept
    {
        return m_subject.claim.resource().value();
    }
    [[nodiscard]] const std::string& token() const noexcept
    {
        return m_subject.claim.token().value();
    }
    /// The value to be replaced; null: the lock has to be free.
    [[nodiscard]] const std::string* placeHolder() const noexcept
    {
        const PlaceHolder* const place = m_subject.claim.place();
        return place != nullptr ? &place->value : nullptr;
    }
    [[nodiscard]] WallTime wallNow() const noexcept { return m_context.clock->wallNow(); }
    [[nodiscard]] Ttl ttl() const noexcept { return m_subject.ttl; }
    /// As a command argument.
    [[nodiscard]] std::string ttlInMilliseconds() const;
    /// Rounded up, so that the lock lives at least as long as its lease.
    [[nodiscard]] std::string ttlInSeconds() const;
    [[nodiscard]] SteadyTime start() const noexcept { return m_ballot.start(); }
    [[nodiscard]] std::vector<MasterVote> takeVotes() noexcept { return m_ballot.takeVotes(); }
    /// True if the operation failed before anything was stored.
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
    bool m_isScript = false; ///< whether the latest step was a script, which can fail half-way
    bool m_isProvenUnset = false;
};

using OperationPtr = std::shared_ptr<Operation>;

/// Base of the classic schemes. Each of them adds its commands.
///
/// A lost try is undone wherever it may have been stored. The undo compares first, even in schemes
/// that release blindly. While the master can't be reached, it is repeated until the TTL has
/// passed. So is a release that did not reach the master.
class SingleMasterScheme : public Scheme {
public:
    /// One master, one resource, a TTL, no renewal.
    [[nodiscard]] Abilities abilities() const noexcept override { return {}; }
    /// Creates a token of ours, which names the holder.
    [[nodiscard]] Result<Token> makeToken(const Owner& owner, WallTime now, Ttl ttl) const override;

    void tryAcquire(const LockContext& context, Attempt attempt, RoundHandler handler) const final;
    void extend(const LockContext& context, Extension extension, RoundHandler handler) const final;
    void release(const LockContext& context, Claim claim, SteadyTime until,
        RoundHandler handler) const final;

protected:
    /// The script that frees the claim without harm to another holder, and its arguments.
    struct TakeBack {
        const redis::Script* script = nullptr; ///< null: what was stored stays
        std::vector<std::string> arguments{};
    };

private:
    /// Takes the lock; calls yes() if we now hold it, with the number 1 if
    /// Operation::placeHolder() is set and nothing was replaced.
    virtual void take(const OperationPtr& operation) const = 0;
    /// Renews the lock; calls yes() if we still held it. Only called if isExtendable.
    virtual void renew(const OperationPtr& operation) const;
    /// Frees the lock; calls yes() if there was something to free.
    virtual void free(const OperationPtr& operation) const = 0;

    /// By default the script that compares the token, then deletes.
    [[nodiscard]] virtual TakeBack takeBack(const Claim& claim) const;

    /// The script that puts Claim::place() back in the place of the claim, for `left`; returns 1 if
    /// the claim was there. Only called if canReplace.
    [[nodiscard]] virtual TakeBack putBack(
        const Claim& claim, std::chrono::milliseconds left) const;

    /// takeBack() or putBack(). Unset if what was stored stays.
    [[nodiscard]] std::optional<Undo> undoOf(
        const LockContext& context, const Claim& claim, SteadyTime until) const;
    /// Returns null if what was stored stays.
    [[nodiscard]] std::shared_ptr<Undoing> undo(
        const LockContext& context, const Claim& claim, SteadyTime until) const;
};

/// SET NX with the token, and PX unless the lock has no TTL.
void setIfFree(const OperationPtr& operation);
/// Runs the script that deletes the key if it stores the token.
void compareAndDelete(const OperationPtr& operation);
/// DEL without a check of the stored value. Only for our own lock, and only because some schemes
/// release that way: nothing else in this project deletes a lock blindly.
void deleteBlindly(const OperationPtr& operation);

} // namespace lockkeeper::lock
