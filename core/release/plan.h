// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/deployment.h"
#include "core/enum_names.h"
#include "core/lock/ask.h"
#include "core/observe/board/lock_entry.h"
#include "core/observe/board/waits.h"
#include "core/observe/formats/tombstone.h"
#include "core/redis/command.h"
#include "core/release/expiry.h"
#include "core/release/safety.h"
#include "core/zookeeper/node_id.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace lockkeeper::release {

/// What is done to somebody else's lock.
enum class Action {
    Release, ///< deletes the token: the lock is free at once
    Revoke, ///< replaces the token by a tombstone: the lock is free when its TTL has passed
    Ask, ///< asks the holder to release it: nothing of the lock changes
};
constexpr auto enumNames(Action /*of*/) noexcept
{
    return std::array{"release", "revoke", "ask"};
}

/// A master that a plan is for.
struct PlannedMaster {
    MasterId id;
    std::string url; ///< config::MasterConfig::label()
    std::string user{}; ///< ACL user that sends the command; empty: the default user
    /// "redis-cli" with options, or the program of another store, for a shell; without a password
    std::string cli{};
    bool hasLogin = false; ///< redis-cli has to ask for a password
    std::optional<Expiry> expiry{}; ///< of the token there; nullopt: not known
};

/// The masters of a deployment, in its order.
[[nodiscard]] std::vector<PlannedMaster> mastersOf(const config::Deployment& deployment);

/// Whether it is safe, as it was shown to whoever decided.
struct ShownSafety {
    Safety safety = Safety::NotKnown;
    std::string text; ///< "NOT KNOWN: nothing tells whether the holder lives: ..."
};

/// The part of a shared lock that a plan is for: one holder, or the number that all share.
struct PlannedPart {
    observe::PartRelease release;
    Fingerprint lock; ///< the value that it is a part of, on the masters that agree on most
    std::int64_t count = 0; ///< (release.isCount()) what it is set to
};

/// (of a store with nodes) The node that a plan is for.
struct PlannedNode {
    zookeeper::NodeId id;
    /// (of one that waits) The path of a node that makes it wait as long as it exists; empty: none.
    std::string behind{};
    bool isWaiting = false; ///< it does not hold the lock
};

/// A planned release or revoke, with everything that a person needs to decide on it.
struct Plan {
    Resource resource;
    observe::ValueType type = observe::ValueType::None;
    std::string format;
    observe::Certainty certainty = observe::Certainty::Certain;
    /// Only this token will be deleted or replaced; of a part, only this holder, see
    /// observe::Holder::member.
    Fingerprint token;
    observe::Holder holder{}; ///< of the token, as its value tells; empty: not read
    bool isValueShared = false; ///< the next acquisition may store the same value
    observe::Votes votes; ///< when planned; of a holder, `token` is that of who stores the holder
    std::vector<observe::Evidence> evidence; ///< when planned
    std::optional<observe::WakeUp> wakeUp; ///< sent after a delete, by the same script
    std::size_t quorum = 0;
    std::vector<PlannedMaster> masters; ///< all of the deployment: each gets releaseCommand()
    /// How long the token was seen with one expiry. See kSightNeeded.
    std::chrono::milliseconds seenFor{0};
    std::string deployment{}; ///< name of the deployment
    Action action = Action::Release;
    std::optional<ShownSafety> shown{}; ///< for the journal; nullopt: nothing was shown
    observe::Tombstone tombstone{}; ///< (Revoke) what replaces the token
    std::chrono::milliseconds maxLease{0}; ///< (Revoke) the tombstone lasts no longer
    lock::Ask ask{}; ///< (Ask) what the holder reads
    std::chrono::milliseconds askLasts{0}; ///< (Ask) how long it can be read
    bool isSteal = false; ///< (Revoke) we then take the lock in the tombstone's place: steal.h
    bool isStealFenced = false; ///< (isSteal) with a fencing token
    std::string planId{}; ///< of the plan file that it is a line of; empty: of none
    std::optional<PlannedPart> part{}; ///< nullopt: it is for the lock as a whole
    std::string store{}; ///< config::Ensemble::scheme; empty: Redis
    std::optional<PlannedNode> node{}; ///< nullopt: of Redis

    /// True if it is for one of several holders.
    [[nodiscard]] bool isForHolder() const noexcept { return part && !part->release.isCount(); }
    /// True if it is for a number.
    [[nodiscard]] bool isForCount() const noexcept { return part && part->release.isCount(); }
    /// The token of the lock as a whole.
    [[nodiscard]] const Fingerprint& lockToken() const noexcept LK_LIFETIME_BOUND
    {
        return part ? part->lock : token;
    }
};

/// What the plan does, for programs: "release", "revoke", "release-holder", "drop-waiter" ...
[[nodiscard]] const char* nameOfDeed(const Plan& plan) noexcept;

/// A repeatable value is freed only once it was seen for so long with one expiry: the lock of the
/// next holder, who takes it for as long, then expires later by at least that.
inline constexpr std::chrono::seconds kSightNeeded{2};

/// How long the leading token of an entry was seen with one expiry, at `now`. Pure.
[[nodiscard]] std::chrono::milliseconds seenFor(
    const observe::LockEntry& entry, SteadyTime now) noexcept;

/// True if the lock was surely set anew after the plan was made: its value is repeatable, and the
/// master tells of a TTL that is longer than what was left, or shorter by seconds, or of one where
/// there was none, or of none. A master that did not store the token is compared with those that
/// did. Whether it was set by its holder or the next one, nobody can tell. Pure.
[[nodiscard]] bool isSetAnew(const Plan& plan, const MasterId& master,
    std::optional<std::chrono::milliseconds> ttl, SteadyTime readAt);
/// The same of any master that votes for the plan's token.
[[nodiscard]] bool isSetAnew(const Plan& plan, const observe::Votes& votes);
/// The same of a repeatable value, of which these votes were `seen`.
[[nodiscard]] bool isSetAnew(
    const observe::Votes& seen, const Fingerprint& token, const observe::Votes& votes);

/// Answers of a plan's script.
enum class ScriptAnswer {
    AnotherHolder = -1, ///< the key stores something else, or was set anew; it was left alone
    Gone = 0, ///< the key does not exist, or the holder is not in it
    Released = 1, ///< deleted, or the number set; the wake-up, if any, was sent
    /// deleted, but the server refused a command of the wake-up: its text is the second element,
    /// and the command the third
    ReleasedNotNotified = 2,
    Revoked = 3, ///< replaced by the tombstone
    Asked = 4, ///< the ask is stored beside the lock
    /// what is stored there, the second element, was left alone: an earlier ask, or (empty) a key
    /// of another type
    AskedAlready = 5,
};

/// InvalidArgument for a read-only deployment, where execute() changes nothing.
[[nodiscard]] Result<void> checkWritable(const config::Deployment& deployment);

/// Plans the compare-and-delete of `token`, as shown by `entry`, on all masters of the deployment.
/// InvalidArgument if no vote of the entry has that token; Unsupported if the format is view only,
/// the type is neither string nor hash, or the name of a possible lock says lock and its value
/// speaks against it. Pure: sends nothing.
[[nodiscard]] Result<Plan> planRelease(const config::Deployment& deployment,
    const observe::LockEntry& entry, const Fingerprint& token);

/// Plans to remove one holder, see observe::Holder::member, of a shared lock from all masters, as
/// its library does. Other holders keep it: the script finds the member among those that the key
/// stores then, whatever else has changed; a renewal is no change.
///
/// InvalidArgument if no vote of the entry has such a holder; Unsupported if the format does not
/// free its holders one by one, or as planRelease(). Pure: sends nothing.
[[nodiscard]] Result<Plan> planHolder(const config::Deployment& deployment,
    const observe::LockEntry& entry, const Fingerprint& member);

/// Plans to delete the node of somebody who waits for the lock of `entry`: its program queues anew,
/// or gives up. Who has got the lock meanwhile keeps it. Unsupported for a waiter of Redis. Pure:
/// sends nothing.
[[nodiscard]] Result<Plan> planWaiter(const config::Deployment& deployment,
    const observe::LockEntry& entry, const observe::Waits& waits, const observe::Waiter& waiter);

/// The largest number that planCount() sets.
inline constexpr std::int64_t kMostOfCount = 1'000'000'000;

/// Plans to set a number, such as that of the free permits of a semaphore, on all masters, if it is
/// still the one with the fingerprint `token`. Many events lead to the same number: see
/// kSightNeeded.
///
/// InvalidArgument as planRelease(), and if `count` is negative or above kMostOfCount; Unsupported
/// if the value is no number that can be set. Pure: sends nothing.
[[nodiscard]] Result<Plan> planCount(const config::Deployment& deployment,
    const observe::LockEntry& entry, const Fingerprint& token, std::int64_t count);

/// Plans to replace `token` by a tombstone on all masters. The tombstone keeps the TTL of the lock:
/// the holder's next extend fails, and nobody gets the lock before the old lease has ended. A lock
/// without a TTL, or with one above the deployment's longest lease, gets that.
///
/// Errors as planRelease(); also Unsupported for a lock that can't be revoked safely: a tombstone,
/// and the formats whose holder or waiters would misread one. Pure: sends nothing.
[[nodiscard]] Result<Plan> planRevoke(const config::Deployment& deployment,
    const observe::LockEntry& entry, const Fingerprint& token, observe::Tombstone tombstone);

/// Plans to ask the holder of `token` to release the lock: beside it, on all masters that store the
/// token, a key says who asks and why (lock::askKeyOf()), for as long as the lock would live
/// without a renewal, but at least a minute. The first ask stays: the holder hears one.
///
/// InvalidArgument if no vote of the entry has that token; Unsupported for a holder that would not
/// hear. Pure: sends nothing.
[[nodiscard]] Result<Plan> planAsk(const config::Deployment& deployment,
    const observe::LockEntry& entry, const Fingerprint& token, lock::Ask ask);

/// Unsupported, with the reason, unless the holder hears asks. Pure.
[[nodiscard]] Result<void> checkAskable(const Resource& resource, const observe::DecodedLock& lock);

/// The plan as of another look at its lock: of one of several holders with the votes for the holder
/// now; else unchanged. Pure.
[[nodiscard]] Plan asSeenIn(Plan plan, const observe::LockEntry& entry);

/// The same plan with another reason in its tombstone, decided at `at`. Changes nothing for a
/// release.
[[nodiscard]] Plan withReason(Plan plan, const std::string& reason, WallTime at);

/// The plan with the expiries that follow from its votes for servers whose clocks agree with ours:
/// for a line that is shown before anybody has asked the servers. Elsewhere it frees nothing. Pure.
[[nodiscard]] Plan withExpectedExpiries(Plan plan, SteadyTime now, WallTime wallNow);

/// The command for a master of the plan, which compares before it deletes or replaces: the only
/// command that execute() sends. Of a repeatable value it also compares when the key expires, with
/// what was seen on that master or, if it told nothing, on another; if nothing was seen at all, the
/// script fails. Pure.
[[nodiscard]] redis::Command releaseCommand(const Plan& plan, const PlannedMaster& master);

/// The command without the connection, on one line, as the prompt of redis-cli takes it. Bytes that
/// a terminal should not receive are escaped.
[[nodiscard]] std::string commandText(const redis::Command& command);

/// What the first master gets, on one line.
[[nodiscard]] std::string requestText(const Plan& plan);

/// What a person would type into a shell instead, as far as the store's own program can do it: of
/// Redis, asRedisCliLine().
[[nodiscard]] std::string shellLine(const Plan& plan, const PlannedMaster& master);

/// What a person would type to see what is stored.
[[nodiscard]] std::string readLine(const config::Deployment& deployment,
    const observe::LockEntry& entry, const PlannedMaster& master);

/// Formats the command as one line for redis-cli and any shell that shellWord() is for. What no
/// argument can hold is written as escapes, which redis-cli decodes on its standard input: then it
/// can't ask for a password, and takes it from REDISCLI_AUTH.
[[nodiscard]] std::string asRedisCliLine(
    const PlannedMaster& master, const redis::Command& command);

} // namespace lockkeeper::release
