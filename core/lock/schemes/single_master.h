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

/// One operation of a classic scheme on the only master: its commands one after the other, all
/// within one timeout, until yes() or no() ends it. A missing answer or an error ends it, too; only
/// WRONGTYPE means no, for a key of another type is somebody else's, as is a value that is too
/// large to be read.
///
/// Lives as long as an answer or a step refers to it. One thread: the scheduler's.
class Operation : public std::enable_shared_from_this<Operation> {
public:
    using Step = std::function<void(const redis::Reply&)>;
    /// Told how it ended: what the master voted, and the last answer.
    using Ending = std::function<void(Operation&, MasterVote::State, const Result<redis::Reply>&)>;

    struct Subject {
        Claim claim;
        Ttl ttl = Ttl::none();
        bool isUndo = false; ///< sends even while the master is silent, behind what it undoes
        std::chrono::milliseconds timeout{};
    };
    Operation(const LockContext& context, Subject subject, Ending ending);

    /// The next command; `next` gets its answer.
    void send(redis::Command command, Step next);
    /// The same for a script on the resource.
    void run(const redis::Script& script, const std::vector<std::string>& arguments, Step next);

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
    [[nodiscard]] WallTime wallNow() const noexcept { return m_context.clock->wallNow(); }
    [[nodiscard]] Ttl ttl() const noexcept { return m_subject.ttl; }
    /// For arguments of commands.
    [[nodiscard]] std::string ttlInMilliseconds() const;
    /// Rounded up: the lock lives at least as long as its lease.
    [[nodiscard]] std::string ttlInSeconds() const;
    [[nodiscard]] SteadyTime start() const noexcept { return m_ballot.start(); }
    [[nodiscard]] std::vector<MasterVote> takeVotes() noexcept { return m_ballot.takeVotes(); }
    /// True if it failed before anything was stored.
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
    bool m_isScript = false; ///< the latest step; a script can fail half-way
    bool m_isProvenUnset = false;
};

using OperationPtr = std::shared_ptr<Operation>;

/// What the classic schemes have in common. Each of them adds its commands.
///
/// A try that is not won is taken back wherever it may have been stored: by comparing first, even
/// in schemes that release blindly, and again until the TTL has passed while the master can't be
/// reached. So is a release that did not reach the master.
class SingleMasterScheme : public Scheme {
public:
    /// One master, one resource, a TTL, no renewal.
    [[nodiscard]] Abilities abilities() const noexcept override { return {}; }
    /// A token of ours, which tells the holder.
    [[nodiscard]] Result<Token> makeToken(const Owner& owner, WallTime now, Ttl ttl) const override;

    void tryAcquire(const LockContext& context, Attempt attempt, RoundHandler handler) const final;
    void extend(const LockContext& context, Extension extension, RoundHandler handler) const final;
    void release(const LockContext& context, Claim claim, SteadyTime until,
        RoundHandler handler) const final;

protected:
    /// The script that frees the claim and harms nobody else, with its arguments.
    struct TakeBack {
        const redis::Script* script = nullptr; ///< none: what was stored stays
        std::vector<std::string> arguments{};
    };

private:
    /// Takes the lock: yes() if it is ours.
    virtual void take(const OperationPtr& operation) const = 0;
    /// Renews it: yes() if it was still ours. Only where isExtendable.
    virtual void renew(const OperationPtr& operation) const;
    /// Frees it: yes() if it was there to be freed.
    virtual void free(const OperationPtr& operation) const = 0;

    /// Compares the token, then deletes.
    [[nodiscard]] virtual TakeBack takeBack(const Claim& claim) const;

    [[nodiscard]] std::optional<Undo> undoOf(const Claim& claim, SteadyTime until) const;
    /// Null if what was stored stays.
    [[nodiscard]] std::shared_ptr<Undoing> undo(
        const LockContext& context, const Claim& claim, SteadyTime until) const;
};

/// SET NX with the token, and PX unless the lock is to last for ever.
void setIfFree(const OperationPtr& operation);
/// The script that deletes the key if it stores the token.
void compareAndDelete(const OperationPtr& operation);
/// DEL without a look at what is stored. Of our own lock only, and only because some schemes are
/// like that: nothing else in this project deletes a lock blindly.
void deleteBlindly(const OperationPtr& operation);

} // namespace lockkeeper::lock
