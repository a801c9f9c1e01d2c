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

enum class Action {
    Release, ///< deletes the token: free at once
    Revoke, ///< puts a tombstone in its place: free when its TTL ends
    Ask,
};
constexpr auto enumNames(Action /*of*/) noexcept
{
    return std::array{"release", "revoke", "ask"};
}

struct PlannedMaster {
    MasterId id;
    std::string url; ///< config::MasterConfig::label()
    std::string user{}; ///< ACL user; empty: default
    /// Without password.
    std::string cli{};
    bool hasLogin = false;
    bool isCluster = false;
    std::optional<Expiry> expiry{};
};

[[nodiscard]] std::vector<PlannedMaster> mastersOf(const config::Deployment& deployment);

/// A revoke, which keeps others out, unless the holder has ended.
[[nodiscard]] Action proposedAction(const SafetyVerdict& verdict) noexcept;

struct ShownSafety {
    Safety safety = Safety::NotKnown;
    std::string text; ///< "NOT KNOWN: nothing tells whether the holder lives: ..."
};

/// One holder of a lock, or the number that all share.
struct PlannedPart {
    observe::PartRelease release;
    Fingerprint lock; ///< contains the part, on most masters
    std::int64_t count = 0;
};

/// (other store) The node to delete.
struct PlannedNode {
    zookeeper::NodeId id;
    /// (waiter) It waits for this node; may be empty.
    std::string behind{};
    bool isWaiting = false;
};

/// A release, revoke or ask to decide on.
struct Plan {
    Resource resource;
    observe::ValueType type = observe::ValueType::None;
    std::string format;
    observe::Certainty certainty = observe::Certainty::Certain;
    /// Only this is affected: a value, or a holder (observe::Holder::member).
    Fingerprint token;
    observe::Holder holder{}; ///< empty: not read
    bool isValueShared = false; ///< the next acquisition may store the same value
    observe::Votes votes; ///< for a holder, `token` is the holder
    std::vector<observe::Evidence> evidence;
    std::optional<observe::WakeUp> wakeUp;
    std::size_t quorum = 0;
    std::vector<PlannedMaster> masters; ///< all
    std::chrono::milliseconds seenFor{0};
    std::string deployment{};
    Action action = Action::Release;
    std::optional<ShownSafety> shown{}; ///< for the journal
    observe::Tombstone tombstone{};
    std::chrono::milliseconds maxLease{0}; ///< (Revoke) the tombstone's
    lock::Ask ask{};
    std::chrono::milliseconds askLasts{0}; ///< (Ask) its TTL
    bool isSteal = false; ///< (Revoke) before an acquire: steal.h
    bool isStealFenced = false;
    std::string planId{}; ///< id of the plan file
    std::optional<PlannedPart> part{}; ///< nullopt: the whole lock
    std::string store{}; ///< config::Ensemble::scheme; empty: Redis
    std::optional<PlannedNode> node{};

    [[nodiscard]] bool isForHolder() const noexcept { return part && !part->release.isCount(); }
    [[nodiscard]] bool isForCount() const noexcept { return part && part->release.isCount(); }
    [[nodiscard]] const Fingerprint& lockToken() const noexcept LK_LIFETIME_BOUND
    {
        return part ? part->lock : token;
    }
};

[[nodiscard]] const char* nameOfDeed(const Plan& plan) noexcept;

/// How long a repeatable value must keep one expiry before it is freed: the next holder's would end
/// later.
inline constexpr std::chrono::seconds kSightNeeded{2};

/// How long the leading token kept one expiry.
[[nodiscard]] std::chrono::milliseconds seenFor(
    const observe::LockEntry& entry, SteadyTime now) noexcept;

/// The key was surely written since the plan: its value is repeatable, and its TTL is not the rest
/// of the one seen. A renewal looks like another holder.
[[nodiscard]] bool isSetAnew(const Plan& plan, const MasterId& master,
    std::optional<std::chrono::milliseconds> ttl, SteadyTime readAt);
[[nodiscard]] bool isSetAnew(const Plan& plan, const observe::Votes& votes);
/// `seen`: earlier votes of a repeatable value.
[[nodiscard]] bool isSetAnew(
    const observe::Votes& seen, const Fingerprint& token, const observe::Votes& votes);

enum class ScriptAnswer {
    AnotherHolder = -1, ///< another value, or set anew; left alone
    Gone = 0, ///< no such key or holder
    Released = 1, ///< deleted, or the number set
    /// Deleted. Second element: the wake-up's error; third: its command.
    ReleasedNotNotified = 2,
    Revoked = 3,
    Asked = 4,
    /// Left alone. Second element: the earlier ask; empty: another type.
    AskedAlready = 5,
};

[[nodiscard]] Result<void> checkWritable(const config::Deployment& deployment);

/// Plans the compare-and-delete of `token` on all masters. InvalidArgument if no vote has it.
/// Unsupported as checkReleasable(), for other types, or if a possible lock's value speaks against
/// it.
[[nodiscard]] Result<Plan> planRelease(const config::Deployment& deployment,
    const observe::LockEntry& entry, const Fingerprint& token);

/// Plans to remove one holder (observe::Holder::member) of a shared lock as its library does.
/// InvalidArgument if no vote has it. Unsupported as planRelease(), or if holders are not freed
/// singly.
[[nodiscard]] Result<Plan> planHolder(const config::Deployment& deployment,
    const observe::LockEntry& entry, const Fingerprint& member);

/// Plans to delete a waiter's node: its program queues again or gives up. If it has the lock by
/// then, it keeps it. Unsupported in Redis.
[[nodiscard]] Result<Plan> planWaiter(const config::Deployment& deployment,
    const observe::LockEntry& entry, const observe::Waits& waits, const observe::Waiter& waiter);

inline constexpr std::int64_t kMostOfCount = 1'000'000'000;

/// Plans to set a number, as free permits, if `token` is still its fingerprint. Numbers repeat: see
/// kSightNeeded. InvalidArgument as planRelease(), and unless `count` is 0 to kMostOfCount.
/// Unsupported for other values.
[[nodiscard]] Result<Plan> planCount(const config::Deployment& deployment,
    const observe::LockEntry& entry, const Fingerprint& token, std::int64_t count);

/// Plans to replace `token` by a tombstone with its TTL, at most the deployment's longest lease:
/// the holder can't extend, and nobody gets the lock before the old lease ends. Errors as
/// planRelease() and checkRevocable().
[[nodiscard]] Result<Plan> planRevoke(const config::Deployment& deployment,
    const observe::LockEntry& entry, const Fingerprint& token, observe::Tombstone tombstone);

/// Unsupported if no key for an ask or a fencing token can lie beside it, in a Cluster.
[[nodiscard]] Result<void> checkBeside(
    const config::Deployment& deployment, const Resource& resource);

/// Plans to ask the holder of `token` to release: a key beside the lock (lock::askKeyOf()) says who
/// and why. An earlier ask stays. InvalidArgument if no vote has the token. Unsupported as
/// checkAskable().
[[nodiscard]] Result<Plan> planAsk(const config::Deployment& deployment,
    const observe::LockEntry& entry, const Fingerprint& token, lock::Ask ask);

/// Unsupported, with the reason, if the holder hears no asks.
[[nodiscard]] Result<void> checkAskable(const Resource& resource, const observe::DecodedLock& lock);

/// Updates the plan for one of several holders.
[[nodiscard]] Plan asSeenIn(Plan plan, const observe::LockEntry& entry);

/// Sets reason and time of tombstone and ask.
[[nodiscard]] Plan withReason(Plan plan, const std::string& reason, WallTime at);

/// Fills in expiries from the votes, to show a command before asking servers. If clocks differ, it
/// frees nothing.
[[nodiscard]] Plan withExpectedExpiries(Plan plan, SteadyTime now, WallTime wallNow);

/// The only command that execute() sends. Compares first; for a repeatable value also the expiry
/// seen here or else on another master, and fails without one.
[[nodiscard]] redis::Command releaseCommand(const Plan& plan, const PlannedMaster& master);

/// In redis-cli's syntax. Escapes bytes unfit for terminals.
[[nodiscard]] std::string commandText(const redis::Command& command);

[[nodiscard]] std::string requestText(const Plan& plan);

/// For a person to type.
[[nodiscard]] std::string shellLine(const Plan& plan, const PlannedMaster& master);

/// For all masters, with the script once, in the same shells. nullopt for a single master, or if
/// quotes would nest.
[[nodiscard]] std::optional<std::string> shellTextForAll(const Plan& plan);

[[nodiscard]] std::string readLine(const config::Deployment& deployment,
    const observe::LockEntry& entry, const PlannedMaster& master);

/// For any shell of shellWord(). Bytes that no argument can hold are escaped and piped in; then
/// redis-cli can't prompt, and takes the password from REDISCLI_AUTH.
[[nodiscard]] std::string asRedisCliLine(
    const PlannedMaster& master, const redis::Command& command);

} // namespace lockkeeper::release
