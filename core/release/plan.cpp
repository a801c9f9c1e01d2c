// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/release/plan.h"

#include "core/config/ensemble.h"
#include "core/lock/redlock.h"
#include "core/observe/formats/matchers.h"
#include "core/observe/zookeeper/recipes.h"
#include "core/redis/script.h"
#include "core/release/part_scripts.h"
#include "core/release/revocable.h"
#include "core/release/store_deeds.h"
#include "core/text/display_safe.h"
#include "core/text/hex.h"
#include "core/text/shell_text.h"
#include "core/text/translate.h"

#include <absl/strings/substitute.h>
#include <algorithm>

namespace lockkeeper::release {
namespace {

static_assert(kExpiryTolerance.count() == 100, "as in the script");

// Compares fingerprint (as Fingerprint::ofHash()) and expiry, then does `action`. KEYS: resource,
// the action's. ARGV: type, fingerprint, expiry (see expiryText()), the action's. "not (a <= b)" is
// true for NaN. Sorts fields by bytes: Lua compares by the server's locale. One line, for shells.
std::string comparing(std::string_view action)
{
    static constexpr std::string_view kCompare
        = R"(local kind = redis.call("TYPE", KEYS[1]).ok )"
          R"(if kind == "none" then return 0 end )"
          R"(if kind ~= ARGV[1] then return -1 end )"
          R"(local bytes )"
          R"(local fields, values = {}, {} )"
          R"(if kind == "string" then bytes = redis.call("GET", KEYS[1]) else )"
          R"(local flat = redis.call("HGETALL", KEYS[1]) )"
          R"(for i = 1, #flat, 2 do )"
          R"(fields[#fields + 1] = flat[i]; values[flat[i]] = flat[i + 1] end )"
          R"(table.sort(fields, function(a, b) )"
          R"(for i = 1, math.min(#a, #b) do )"
          R"(local x, y = a:byte(i), b:byte(i) )"
          R"(if x ~= y then return x < y end end )"
          R"(return #a < #b end) )"
          R"(local parts = {} )"
          R"(for _, f in ipairs(fields) do )"
          R"(local v = values[f] )"
          R"(local o = f:match("^[^:]+:(.+):expire_time$") or f:match("^[^:]+:(.+):lock_count$") or f )"
          R"(if #o > 37 and o:sub(37, 37) == ":" and o:find("^[%x-]+:%d+$") then v = "" end )"
          R"(parts[#parts + 1] = #f .. ":" .. f .. #v .. ":" .. v end )"
          R"(bytes = table.concat(parts) end )"
          R"(if redis.sha1hex(bytes) ~= ARGV[2] then return -1 end )"
          R"(local expiry = tonumber(ARGV[3]) )"
          R"(if not expiry and ARGV[3] ~= "any" and ARGV[3] ~= "none" then )"
          R"(return {err = "ERR no expiry to compare with: PTTL or TIME failed; they need +pttl +time, and a slot that stays"} end )"
          R"(if ARGV[3] ~= "any" then )"
          R"(local left = redis.call("PTTL", KEYS[1]) )"
          R"(if (left < 0) ~= (ARGV[3] == "none") then return -1 end )"
          R"(if expiry then )"
          R"(local now = redis.call("TIME") )"
          R"(local difference = now[1] * 1000 + now[2] / 1000 + left - expiry )"
          R"(if not (math.abs(difference) <= 100) then return -1 end end end )";
    return std::string(kCompare).append(action);
}

// first(): first in the queue KEYS[2] with time left in KEYS[3]. Drops late ones, as the library
// does.
constexpr std::string_view kQueue
    = R"(local last )"
      R"(local function call(name, ...) last = name; return redis.call(name, ...) end )"
      R"(local function drop(head) )"
      R"(call("ZREM", KEYS[3], ""); call("LPOP", KEYS[2]); call("ZREM", KEYS[3], head) end )"
      R"(local dropped )"
      R"(local function first() while true do )"
      R"(local head = call("LINDEX", KEYS[2], 0) )"
      R"(local till = head and call("ZSCORE", KEYS[3], head) )"
      R"(if not till then return head end )"
      R"(local now = call("TIME") )"
      R"(if tonumber(till) > now[1] * 1000 + now[2] / 1000 then return head end )"
      R"(drop(head) end end )";

// Wakes waiters. The lock is already free, which an error must not hide: its text becomes the
// second element, the command the third. ARGV[4]: channel; empty: list KEYS[2]. ARGV[5]: message.
// ARGV[6]: the list's TTL, or another channel. With a channel, KEYS[2], KEYS[3]: waiters' queue and
// times.
constexpr std::string_view kWaking
    = R"(local woken, refusal = pcall(function() )"
      R"(if ARGV[4] == "" then )"
      R"(call("DEL", KEYS[2]); call("LPUSH", KEYS[2], ARGV[5]) )"
      R"(if ARGV[6] ~= "0" then call("PEXPIRE", KEYS[2], ARGV[6]) end )"
      R"(return end )"
      R"(local head = KEYS[2] and first() )"
      R"(say(head and ARGV[4] .. ":" .. head or ARGV[4], ARGV[5]) )"
      R"(if dropped then say(ARGV[4] .. ":" .. dropped, ARGV[5]) end )"
      R"(if ARGV[6] and ARGV[6] ~= "" then say(ARGV[6], ARGV[5]) end end) )"
      R"(if woken then return 1 end )"
      R"(return {2, type(refusal) == "table" and refusal.err or tostring(refusal), last})";

const redis::Script& deletingScript()
{
    static const redis::Script script(comparing(R"(redis.call("DEL", KEYS[1]); return 1)"));
    return script;
}

class WakingScripts {
public:
    template <class Text>
    explicit WakingScripts(Text text)
        : m_scripts{redis::Script(text(false)), redis::Script(text(true))}
    { }
    [[nodiscard]] const redis::Script& of(const Plan& plan, const PlannedMaster& master) const
    {
        const bool isSharded = master.isCluster && plan.wakeUp && plan.wakeUp->isSharded;
        return m_scripts[isSharded ? 1 : 0];
    }

private:
    std::array<redis::Script, 2> m_scripts;
};

const redis::Script& deletingAndWakingScript(const Plan& plan, const PlannedMaster& master)
{
    static const WakingScripts scripts([](bool isSharded) {
        return comparing(std::string(R"(redis.call("DEL", KEYS[1]) )")
                             .append(kQueue)
                             .append(sayingFunction(isSharded))
                             .append(kWaking));
    });
    return scripts.of(plan, master);
}

// Drops the first in a free lock's queue, by fingerprint. Wakes the next, and the dropped one: it
// queues again if it lives. ARGV[7]: another lock with the queue; a user who may not read it holds
// nothing there.
const redis::Script& droppingScript(const Plan& plan, const PlannedMaster& master)
{
    static const WakingScripts scripts([](bool isSharded) {
        return std::string(R"(local twin = ARGV[7] ~= "" and redis.pcall("EXISTS", ARGV[7]) )"
                           R"(if redis.call("EXISTS", KEYS[1]) == 1 or twin == 1 )"
                           R"(then return -1 end )")
            .append(kQueue)
            .append(R"(local head = first() )"
                    R"(if not head then return 0 end )"
                    R"(if redis.sha1hex("queue:" .. head) ~= ARGV[2] then return -1 end )"
                    R"(drop(head); dropped = head )")
            .append(sayingFunction(isSharded))
            .append(kWaking);
    });
    return scripts.of(plan, master);
}

// ARGV[4]: tombstone. ARGV[5]: longest TTL. A failure does not undo earlier commands: so a hash's
// key is never deleted, and an empty HDEL first proves the right to the last one. model:
// revoke.pml, swap
constexpr std::string_view kReplacing
    = R"(local left = redis.call("PTTL", KEYS[1]) )"
      R"(local limited = left < 0 or left > tonumber(ARGV[5]) )"
      R"(if kind == "string" then )"
      R"(if limited then redis.call("SET", KEYS[1], ARGV[4], "PX", ARGV[5]) )"
      R"(else redis.call("SET", KEYS[1], ARGV[4], "KEEPTTL") end )"
      R"(return 3 end )"
      R"(redis.call("HDEL", KEYS[1], ARGV[4]) )"
      R"(redis.call("HSET", KEYS[1], ARGV[4], "1") )"
      R"(if limited then )"
      R"(local set = redis.pcall("PEXPIRE", KEYS[1], ARGV[5]) )"
      R"(if type(set) == "table" and set.err then )"
      R"(redis.call("HDEL", KEYS[1], ARGV[4]); return set end end )"
      R"(for _, f in ipairs(fields) do redis.call("HDEL", KEYS[1], f) end )"
      R"(return 3)";

const redis::Script& replacingScript()
{
    static const redis::Script script(comparing(kReplacing));
    return script;
}

// First tries, without effect, the steal's commands that a revoke lacks: see core/lock/scripts.cpp
// and classic.cpp. KEYS[2]: fencing counter, if wanted. ARGV[6]: its TTL.
const redis::Script& stealingScript()
{
    static const redis::Script script(comparing(std::string(
        R"(redis.call("EXISTS", KEYS[1]) )"
        R"(if kind == "string" then redis.call("GETRANGE", KEYS[1], 0, 1) else )"
        R"(redis.call("HEXISTS", KEYS[1], ARGV[4]); redis.call("HLEN", KEYS[1]) )"
        R"(redis.call("HDEL", KEYS[1], ARGV[4]) )"
        R"(redis.call("HINCRBY", KEYS[1], ARGV[4], 1) )"
        R"(redis.call("HDEL", KEYS[1], ARGV[4]) )"
        R"(local kept = redis.call("PTTL", KEYS[1]) )"
        R"(if kept > 0 then redis.call("PEXPIRE", KEYS[1], kept) end end )"
        R"(if KEYS[2] then )"
        R"(local number = tonumber(redis.call("GETRANGE", KEYS[2], 0, 31)) or 0 )"
        R"(if number < 0 or number >= 9007199254740991 then )"
        R"(return {err = "ERR the counter of fencing tokens is not from 0 to 2^53"} end )"
        R"(local kept = redis.call("PTTL", KEYS[2]) )"
        R"(if kept ~= -1 then redis.call("PEXPIRE", KEYS[2], math.max(kept, 1)) end )"
        R"(if redis.call("INCR", KEYS[2]) == 1 then )"
        R"(redis.call("PEXPIRE", KEYS[2], ARGV[6]) end end )")
                                                    .append(kReplacing)));
    return script;
}

// KEYS[2]: ask. ARGV[4]: text. ARGV[5]: TTL. Replaces an ask only for another token.
const redis::Script& askingScript()
{
    static_assert(lock::kLongestAsk == 1024, "as in the script");
    static const redis::Script script(
        comparing(R"(local stored = redis.call("TYPE", KEYS[2]).ok )"
                  R"(if stored ~= "none" then )"
                  R"(if stored ~= "string" then return {5, ""} end )"
                  R"(local text = redis.call("GET", KEYS[2]) )"
                  R"(if #text <= 1024 and text:find("lk1-ask:" .. ARGV[2] .. ":", 1, true) == 1 )"
                  R"(then return {5, text} end end )"
                  R"(redis.call("SET", KEYS[2], ARGV[4], "PX", ARGV[5]) return 4)"));
    return script;
}

std::string cliEscaped(const std::string& argument)
{
    std::string escaped = "\"";
    for (const char c : argument) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            escaped += '\\';
            escaped += c;
        } else if (byte < 0x20 || byte >= 0x7f) {
            escaped += "\\x";
            appendHex(escaped, c);
        } else {
            escaped += c;
        }
    }
    return escaped + "\"";
}

std::string cliTls(const redis::Url& url)
{
    if (!url.tls)
        return {};
    // redis-cli accepts any name in a certificate that the CA signed.
    std::string line = " --tls";
    const auto add = [&line](const char* option, const std::string& file) {
        if (!file.empty())
            line.append(option).append(shellWord(file));
    };
    add(" --cacert ", url.tls->caFile);
    add(" --cert ", url.tls->certFile);
    add(" --key ", url.tls->keyFile.empty() ? url.tls->certFile : url.tls->keyFile);
    return line;
}

std::string cliAt(const redis::Url& url)
{
    const std::string place = url.kind == redis::Url::Kind::Unix
        ? " -s " + shellWord(url.path)
        : " -h " + shellWord(url.host) + " -p " + std::to_string(url.port);
    return "redis-cli" + place + cliTls(url);
}

std::string cliOf(const config::MasterConfig& master)
{
    if (master.ensemble)
        return storeKind(master.ensemble->scheme)->cli(master);
    std::string line = cliAt(master.url);
    if (master.sentinel && !master.sentinel->sentinels.empty()) {
        const std::string asking = " \"$(" + cliAt(master.sentinel->sentinels.front())
            + " SENTINEL get-master-addr-by-name " + shellWord(master.sentinel->name)
            + " | sed -n ";
        line = "redis-cli -h" + asking + "1p)\" -p" + asking + "2p)\"" + cliTls(master.url);
    }
    if (!master.clusterSeeds.empty())
        line += " -c";
    if (master.url.database != 0)
        line += " -n " + std::to_string(master.url.database);
    if (!master.url.user.empty())
        line += " --user " + shellWord(master.url.user);
    return line;
}

/// The leading token's if the value was not read: the script compares.
observe::ValueType typeOf(const observe::LockEntry& entry, const Fingerprint& token)
{
    return entry.lockOf(token) != nullptr ? entry.typeOf(token) : entry.type;
}

/// A renewed random value counts as a token: processes that reuse theirs, as Spring's registries,
/// never renew.
bool isValueShared(
    const observe::DecodedLock& lock, const observe::LockEntry& entry, const Fingerprint& token)
{
    const bool isRenewed = entry.renewals.count > 0 && leadingToken(entry.votes) == token;
    return lock.isValueShared() && !(lock.scope == observe::ValueScope::Unclear && isRenewed);
}

Result<void> checkMeant(const observe::LockEntry& entry, const observe::DecodedLock& lock)
{
    if (lock.certainty.level == observe::Certainty::Possible
        && observe::isValueAgainst(lock.certainty.reason))
        return fail(ErrorClass::Unsupported,
            absl::Substitute(trNoop("$0 may be a counter or other data: only a hint or pattern of "
                                    "yours makes it a lock",
                                 "data"),
                displaySafe(entry.resource.value())));
    return {};
}

Result<void> checkSeen(const observe::LockEntry& entry, const Fingerprint& token)
{
    const bool isSeen = std::any_of(entry.votes.begin(), entry.votes.end(),
        [&](const observe::Vote& vote) { return vote.token == token; });
    if (!isSeen)
        return fail(ErrorClass::InvalidArgument,
            absl::Substitute(trNoop("$0: no master stores the token $1: look again", "data"),
                displaySafe(entry.resource.value()), token.shortHex()));
    return {};
}

Plan planOf(const config::Deployment& deployment, const observe::LockEntry& entry,
    const Fingerprint& token, const observe::DecodedLock& lock)
{
    return Plan{
        .resource = entry.resource,
        .type = typeOf(entry, token),
        .format = lock.format,
        .certainty = lock.certainty.level,
        .token = token,
        .holder = lock.holder,
        .isValueShared = isValueShared(lock, entry, token),
        .votes = entry.votes,
        .evidence = entry.stale.vector(),
        .wakeUp = lock.wakeUp,
        .quorum = deployment.quorum(),
        .masters = mastersOf(deployment),
        .deployment = deployment.name,
        .store
        = deployment.otherStore() != nullptr ? deployment.otherStore()->scheme : std::string(),
    };
}

Result<void> addNode(Plan& plan)
{
    if (plan.store.empty())
        return {};
    auto id = zookeeper::NodeId::parse(plan.holder.node.value_or(""));
    if (!id)
        return fail(ErrorClass::Unsupported,
            absl::Substitute(trNoop("$0: which node holds it was not read", "data"),
                displaySafe(plan.resource.value())));
    plan.node = PlannedNode{.id = std::move(*id)};
    return {};
}

Result<Plan> planToFree(
    const config::Deployment& deployment, const observe::LockEntry& entry, const Fingerprint& token)
{
    if (auto seen = checkSeen(entry, token); !seen)
        return tl::make_unexpected(seen.error());
    const observe::DecodedLock lock = entry.unpackLock(token);
    if (auto allowed = checkReleasable(lock); !allowed)
        return tl::make_unexpected(allowed.error());
    if (auto meant = checkMeant(entry, lock); !meant)
        return tl::make_unexpected(meant.error());
    Plan plan = planOf(deployment, entry, token, lock);
    if (auto named = addNode(plan); !named)
        return tl::make_unexpected(named.error());
    if (plan.type != observe::ValueType::String && plan.type != observe::ValueType::Hash
        && plan.type != observe::ValueType::Queue && plan.type != observe::ValueType::Node)
        return fail(ErrorClass::Unsupported,
            absl::Substitute(trNoop("$0 is neither a string nor a hash: not released", "data"),
                displaySafe(entry.resource.value())));
    return plan;
}

struct SeenHolder {
    observe::Votes votes;
    std::optional<Fingerprint> lock{}; ///< leading among those with the holder
};

SeenHolder seenHolder(const observe::LockEntry& entry, const Fingerprint& member)
{
    SeenHolder seen{.votes = entry.votes};
    std::vector<Fingerprint> with;
    for (const Fingerprint& token : entry.tokens()) {
        if (entry.unpackLock(token).holderWith(member) != nullptr)
            with.push_back(token);
    }
    if (with.empty())
        return seen;
    const auto leading = leadingToken(entry.votes);
    const bool doesLead = leading && std::ranges::find(with, *leading) != with.end();
    seen.lock = doesLead ? *leading : with.front();
    for (std::size_t i = 0; i < entry.votes.size(); ++i) {
        observe::Vote vote = entry.votes[i];
        if (!vote.token || std::ranges::find(with, *vote.token) == with.end())
            continue;
        vote.token = member;
        seen.votes.set(i, vote);
    }
    return seen;
}

tl::unexpected<Error> noSuchPart(const observe::LockEntry& entry, const char* text)
{
    return fail(
        ErrorClass::Unsupported, absl::Substitute(text, displaySafe(entry.resource.value())));
}

/// `any`: not compared. `none`: no TTL. Else ms since 1970, by the server's clock; empty: unknown.
std::string expiryText(const Plan& plan, const PlannedMaster& master)
{
    if (!plan.isValueShared)
        return "any";
    std::optional<Expiry> expiry = master.expiry;
    for (const PlannedMaster& other : plan.masters) {
        if (!expiry)
            expiry = other.expiry;
    }
    if (!expiry)
        return {};
    return expiry->at ? std::to_string(expiry->at->count()) : "none";
}

const redis::Script& partScript(const Plan& plan, const PlannedMaster& master)
{
    constexpr auto kFirst = observe::PartKind::Member;
    static const std::vector<WakingScripts> scripts = [] {
        // comparing() ends with the expiry's.
        const std::string compare = comparing("");
        const std::string checkExpiry = compare.substr(compare.find("local expiry"));
        std::vector<WakingScripts> all;
        for (auto one = kFirst; one <= observe::PartKind::SharedCount;
             one = static_cast<observe::PartKind>(static_cast<int>(one) + 1))
            all.emplace_back([&](bool isSharded) {
                return observe::PartRelease{.kind = one}.isCount()
                    ? comparing(settingScript(one, isSharded))
                    : freeingScript(one, checkExpiry, isSharded);
            });
        return all;
    }();
    const auto kind = static_cast<std::size_t>(plan.part->release.kind);
    return scripts.at(kind - static_cast<std::size_t>(kFirst)).of(plan, master);
}

redis::Command partCommand(const Plan& plan, const PlannedMaster& master, redis::Script::Call call)
{
    const observe::PartRelease& release = plan.part->release;
    if (release.isCount())
        call.arguments.add(std::to_string(plan.part->count));
    call.arguments.add(plan.wakeUp ? plan.wakeUp->channel : std::string());
    call.arguments.add(plan.wakeUp ? plan.wakeUp->message : std::string());
    for (const std::string& argument : release.arguments)
        call.arguments.add(argument);
    for (const std::string& key : release.keys)
        call.keys.add(key);
    return partScript(plan, master).evalCommand(call);
}

void addWakeUp(redis::Script::Call& call, const observe::WakeUp& wakeUp)
{
    call.arguments.add(wakeUp.channel);
    call.arguments.add(wakeUp.message);
    if (!wakeUp.formerChannel.empty())
        call.arguments.add(wakeUp.formerChannel);
    if (!wakeUp.list.empty()) {
        call.keys.add(wakeUp.list);
        call.arguments.add(std::to_string(wakeUp.listLasts.count()));
    }
    if (wakeUp.queue) {
        call.keys.add(wakeUp.queue->list);
        call.keys.add(wakeUp.queue->times);
    }
}

/// Votes store at most this TTL.
constexpr std::chrono::milliseconds kEndless = std::chrono::years(30);

bool isAnotherTtl(
    const observe::Vote& vote, std::optional<std::chrono::milliseconds> ttl, SteadyTime readAt)
{
    // An answer slower than the last one lengthens the apparent rest.
    constexpr std::chrono::seconds kTolerance{1};
    constexpr std::chrono::seconds kShortTolerance{3}; // the last one may have been as slow
    if (!vote.ttl || !ttl)
        return vote.ttl.has_value() != ttl.has_value();
    const auto left = observe::ttlAt(*vote.ttl, vote.readAt, readAt);
    return std::min(*ttl, kEndless) > left + kTolerance || *ttl < left - kShortTolerance;
}

/// `ttl` can't be the rest of what was `seen`.
bool isAnotherThan(const observe::Votes& seen, const Fingerprint& token, const MasterId& master,
    std::optional<std::chrono::milliseconds> ttl, SteadyTime readAt)
{
    std::size_t others = 0;
    std::size_t differing = 0;
    for (const observe::Vote& vote : seen) {
        if (vote.token != token)
            continue;
        const bool isAnother = isAnotherTtl(vote, ttl, readAt);
        if (vote.master == master)
            return isAnother;
        ++others;
        differing += isAnother ? 1 : 0;
    }
    return others > 0 && differing == others;
}

} // namespace

const char* nameOfDeed(const Plan& plan) noexcept
{
    return plan.node && plan.node->isWaiting ? "drop-waiter"
        : plan.isForHolder()                 ? "release-holder"
        : plan.isForCount()                  ? "set-count"
        : plan.isSteal                       ? "steal"
                                             : nameOf(plan.action);
}

std::vector<PlannedMaster> mastersOf(const config::Deployment& deployment)
{
    std::vector<PlannedMaster> masters;
    for (const config::MasterConfig& master : deployment.masters)
        masters.push_back({master.id, master.label(), master.url.user, cliOf(master),
            !master.url.user.empty() || !master.url.password.isEmpty()
                || !master.password.isEmpty(),
            !master.clusterSeeds.empty()});
    return masters;
}

std::chrono::milliseconds seenFor(const observe::LockEntry& entry, SteadyTime now) noexcept
{
    const SteadyTime since = entry.renewals.count > 0
        ? std::max(entry.firstSeen, entry.renewals.last)
        : entry.firstSeen;
    return std::chrono::floor<std::chrono::milliseconds>(now - since);
}

bool isSetAnew(const Plan& plan, const MasterId& master,
    std::optional<std::chrono::milliseconds> ttl, SteadyTime readAt)
{
    return plan.isValueShared && isAnotherThan(plan.votes, plan.token, master, ttl, readAt);
}

bool isSetAnew(const Plan& plan, const observe::Votes& votes)
{
    return plan.isValueShared && isSetAnew(plan.votes, plan.token, votes);
}

bool isSetAnew(const observe::Votes& seen, const Fingerprint& token, const observe::Votes& votes)
{
    return std::ranges::any_of(votes, [&](const observe::Vote& vote) {
        return vote.token == token
            && isAnotherThan(seen, token, vote.master, vote.ttl, vote.readAt);
    });
}

Result<void> checkWritable(const config::Deployment& deployment)
{
    if (!deployment.isReadOnly)
        return {};
    return fail(ErrorClass::InvalidArgument,
        absl::Substitute(trNoop("deployment '$0' is read-only: nothing is released there", "data"),
            displaySafe(deployment.name)));
}

Result<Plan> planRelease(
    const config::Deployment& deployment, const observe::LockEntry& entry, const Fingerprint& token)
{
    return planToFree(deployment, entry, token);
}

Result<Plan> planHolder(const config::Deployment& deployment, const observe::LockEntry& entry,
    const Fingerprint& member)
{
    SeenHolder seen = seenHolder(entry, member);
    if (!seen.lock)
        return fail(ErrorClass::InvalidArgument,
            absl::Substitute(trNoop("$0: no master stores the holder $1: look again", "data"),
                displaySafe(entry.resource.value()), member.shortHex()));
    const observe::DecodedLock lock = entry.unpackLock(*seen.lock);
    if (!lock.part || lock.part->isCount()) {
        const auto allowed = checkReleasable(lock);
        return allowed ? noSuchPart(entry, trNoop("$0 is released as a whole", "data"))
                       : tl::make_unexpected(allowed.error());
    }
    if (auto meant = checkMeant(entry, lock); !meant)
        return tl::make_unexpected(meant.error());
    Plan plan = planOf(deployment, entry, *seen.lock, lock);
    plan.token = member;
    plan.holder = *lock.holderWith(member);
    plan.votes = std::move(seen.votes);
    plan.wakeUp = lock.part->wakeUp;
    plan.part = PlannedPart{.release = *lock.part, .lock = *seen.lock};
    if (auto named = addNode(plan); !named)
        return tl::make_unexpected(named.error());
    return plan;
}

Result<Plan> planWaiter(const config::Deployment& deployment, const observe::LockEntry& entry,
    const observe::Waits& waits, const observe::Waiter& waiter)
{
    const auto nodeOf = [](const observe::Holder& holder) {
        return zookeeper::NodeId::parse(holder.node.value_or(""));
    };
    const auto leading = leadingToken(entry.votes);
    const auto id = waiter.queued ? nodeOf(waiter.queued->holder) : std::nullopt;
    if (!id || !leading)
        return fail(ErrorClass::Unsupported,
            absl::Substitute(trNoop("$0: who waits there is not dropped by others", "data"),
                displaySafe(entry.resource.value())));
    const observe::DecodedLock lock = entry.unpackLock(*leading);
    std::vector<std::string> before;
    for (const observe::Holder& holder :
        lock.holders.empty() ? std::vector{lock.holder} : lock.holders) {
        if (const auto node = nodeOf(holder))
            before.push_back(node->path);
    }
    for (const std::size_t index : waits.waitersFor(entry.resource)) {
        const observe::Waiter& other = waits.waiters()[index];
        if (other.announced.id == waiter.announced.id)
            break;
        if (const auto node = other.queued ? nodeOf(other.queued->holder) : std::nullopt)
            before.push_back(node->path);
    }
    std::string behind = observe::blockerOf(before, id->path);
    if (!observe::isDroppable(id->path))
        return fail(ErrorClass::Unsupported,
            absl::Substitute(
                trNoop("$0: who waits there is not dropped: its program is not known to "
                       "queue anew, and may take the lock without a node",
                    "data"),
                displaySafe(entry.resource.value())));
    if (behind.empty())
        return fail(ErrorClass::Unsupported,
            absl::Substitute(
                trNoop("$0: who comes next is not dropped: it may be about to have the "
                       "lock",
                    "data"),
                displaySafe(entry.resource.value())));
    Plan plan = planOf(deployment, entry, *leading, lock);
    plan.holder = waiter.queued->holder;
    plan.token = observe::fingerprintOfPart(waiter.announced.id);
    plan.part = PlannedPart{.release = {.kind = observe::PartKind::Node}, .lock = *leading};
    plan.node = PlannedNode{.id = *id, .behind = std::move(behind), .isWaiting = true};
    return plan;
}

Result<Plan> planCount(const config::Deployment& deployment, const observe::LockEntry& entry,
    const Fingerprint& token, std::int64_t count)
{
    if (auto seen = checkSeen(entry, token); !seen)
        return tl::make_unexpected(seen.error());
    const observe::DecodedLock lock = entry.unpackLock(token);
    if (!lock.part || !lock.part->isCount() || typeOf(entry, token) != observe::ValueType::String)
        return noSuchPart(entry, trNoop("$0 stores no number that can be set", "data"));
    if (count < 0 || count > kMostOfCount)
        return fail(ErrorClass::InvalidArgument,
            absl::Substitute(
                trNoop("the number is from 0 to $0, not $1", "data"), kMostOfCount, count));
    if (auto meant = checkMeant(entry, lock); !meant)
        return tl::make_unexpected(meant.error());
    Plan plan = planOf(deployment, entry, token, lock);
    plan.wakeUp = lock.part->wakeUp;
    plan.part = PlannedPart{.release = *lock.part, .lock = token, .count = count};
    return plan;
}

Action proposedAction(const SafetyVerdict& verdict) noexcept
{
    const bool hasEnded = verdict.safety == Safety::SafeToFree || isOnlyProcessOver(verdict);
    return hasEnded ? Action::Release : Action::Revoke;
}

Result<Plan> planRevoke(const config::Deployment& deployment, const observe::LockEntry& entry,
    const Fingerprint& token, observe::Tombstone tombstone)
{
    auto plan = planToFree(deployment, entry, token);
    if (!plan)
        return plan;
    if (auto allowed = checkRevocable(entry.unpackLock(token)); !allowed)
        return tl::make_unexpected(allowed.error());
    plan->action = Action::Revoke;
    plan->tombstone = std::move(tombstone);
    plan->maxLease = deployment.thresholds.maxLease;
    return plan;
}

Result<void> checkAskable(const Resource& resource, const observe::DecodedLock& lock)
{
    if (lock.holder.hearsAsks)
        return {};
    const std::string name = displaySafe(resource.value());
    if (observe::isTombstone(lock.format))
        return fail(ErrorClass::Unsupported,
            absl::Substitute(
                trNoop("$0 is revoked: nobody holds it who could be asked", "data"), name));
    if (lock.format == observe::kOwnFormat)
        return fail(ErrorClass::Unsupported,
            absl::Substitute(
                trNoop("$0 is not renewed by its holder, who would not hear: release or revoke it",
                    "data"),
                name));
    if (lock.holder.node || !lock.holders.empty())
        return fail(ErrorClass::Unsupported,
            absl::Substitute(trNoop("$0 is held by a client of $1, which does not hear", "data"),
                name, displaySafe(lock.format)));
    return fail(ErrorClass::Unsupported,
        absl::Substitute(trNoop("$0 is held by a client of $1, which does not hear: release or "
                                "revoke it",
                             "data"),
            name,
            lock.format == observe::kUnknownFormat ? trNoop("an unknown library", "data")
                                                   : displaySafe(lock.format)));
}

Result<void> checkBeside(const config::Deployment& deployment, const Resource& resource)
{
    const bool isInCluster = std::ranges::any_of(deployment.masters,
        [](const config::MasterConfig& master) { return !master.clusterSeeds.empty(); });
    if (!isInCluster || lock::isKeyBesideInSlot(resource))
        return {};
    return fail(ErrorClass::Unsupported,
        absl::Substitute(trNoop("$0: in a Cluster, the braces of this name leave no room for a key "
                                "beside it: it has no fencing tokens, and nobody can be asked",
                             "data"),
            displaySafe(resource.value())));
}

Result<Plan> planAsk(const config::Deployment& deployment, const observe::LockEntry& entry,
    const Fingerprint& token, lock::Ask ask)
{
    constexpr std::chrono::milliseconds kLeast = std::chrono::minutes(1);
    constexpr std::chrono::milliseconds kMost = std::chrono::hours(24);
    if (auto seen = checkSeen(entry, token); !seen)
        return tl::make_unexpected(seen.error());
    const observe::DecodedLock lock = entry.unpackLock(token);
    if (auto askable = checkAskable(entry.resource, lock); !askable)
        return tl::make_unexpected(std::move(askable.error()));
    if (auto beside = checkBeside(deployment, entry.resource); !beside)
        return tl::make_unexpected(std::move(beside.error()));
    Plan plan = planOf(deployment, entry, token, lock);
    if (auto named = addNode(plan); !named)
        return tl::make_unexpected(named.error());
    plan.action = Action::Ask;
    plan.ask = std::move(ask);
    plan.askLasts = kLeast;
    for (const observe::Vote& vote : plan.votes) {
        if (vote.token == token && vote.ttl)
            plan.askLasts = std::clamp(*vote.ttl, plan.askLasts, kMost);
    }
    return plan;
}

Plan asSeenIn(Plan plan, const observe::LockEntry& entry)
{
    if (!plan.isForHolder())
        return plan;
    SeenHolder seen = seenHolder(entry, plan.token);
    plan.votes = std::move(seen.votes);
    if (seen.lock) {
        plan.part->lock = *seen.lock;
        const observe::DecodedLock lock = entry.unpackLock(*seen.lock);
        plan.holder = *lock.holderWith(plan.token);
    }
    return plan;
}

Plan withReason(Plan plan, const std::string& reason, WallTime at)
{
    plan.tombstone.at = plan.ask.at = at;
    plan.tombstone.reason = plan.ask.reason = reason;
    return plan;
}

Plan withExpectedExpiries(Plan plan, SteadyTime now, WallTime wallNow)
{
    for (PlannedMaster& master : plan.masters) {
        for (const observe::Vote& vote : plan.votes) {
            if (vote.master != master.id || vote.token != plan.token)
                continue;
            master.expiry = vote.ttl
                ? Expiry{sinceEpoch(wallNow) + observe::ttlAt(*vote.ttl, vote.readAt, now)}
                : Expiry{};
        }
    }
    return plan;
}

redis::Command releaseCommand(const Plan& plan, const PlannedMaster& master)
{
    redis::Script::Call call{
        {plan.resource.value()}, {nameOf(plan.type), plan.token.hex(), expiryText(plan, master)}};
    if (plan.part)
        return partCommand(plan, master, std::move(call));
    if (plan.action == Action::Ask) {
        call.keys.add(lock::askKeyOf(plan.resource).value());
        call.arguments.add(lock::askText(plan.token, plan.ask));
        call.arguments.add(std::to_string(plan.askLasts.count()));
        return askingScript().evalCommand(call);
    }
    if (plan.action == Action::Revoke) {
        call.arguments.add(observe::tombstoneText(plan.tombstone));
        call.arguments.add(std::to_string(plan.maxLease.count()));
        if (!plan.isSteal)
            return replacingScript().evalCommand(call);
        if (plan.isStealFenced) {
            call.keys.add(lock::fenceCounterOf(plan.resource).value());
            call.arguments.add(std::to_string(lock::kCounterTtl.count()));
        }
        return stealingScript().evalCommand(call);
    }
    if (!plan.wakeUp)
        return deletingScript().evalCommand(call);
    addWakeUp(call, *plan.wakeUp);
    const bool isQueue = plan.type == observe::ValueType::Queue && plan.wakeUp->queue;
    if (isQueue) {
        call.arguments.add(""); // no former channel
        call.arguments.add(plan.wakeUp->queue->twin);
    }
    return (isQueue ? droppingScript(plan, master) : deletingAndWakingScript(plan, master))
        .evalCommand(call);
}

std::string commandText(const redis::Command& command)
{
    std::string text;
    for (const std::string& argument : command.arguments()) {
        const bool isPlain
            = isFitForTerminal(argument) && argument.find_first_of("'\\") == std::string::npos;
        text.append(text.empty() ? "" : " ");
        text += isPlain ? shellWord(argument) : cliEscaped(argument);
    }
    return text;
}

std::string requestText(const Plan& plan)
{
    if (plan.masters.empty())
        return {};
    return plan.node ? storeKind(plan.store)->requestText(plan)
                     : commandText(releaseCommand(plan, plan.masters.front()));
}

std::string shellLine(const Plan& plan, const PlannedMaster& master)
{
    return plan.node ? storeKind(plan.store)->shellLine(plan, master)
                     : asRedisCliLine(master, releaseCommand(plan, master));
}

namespace {

std::string cliOf(const PlannedMaster& master)
{
    return master.cli + (master.hasLogin ? " --askpass" : "");
}

} // namespace

std::optional<std::string> shellTextForAll(const Plan& plan)
{
    if (plan.node || plan.masters.size() < 2)
        return std::nullopt;
    std::vector<std::vector<std::string>> commands;
    for (const PlannedMaster& master : plan.masters) {
        commands.push_back(releaseCommand(plan, master).arguments());
        const bool isOtherScript = commands.back()[1] != commands.front()[1];
        if (isOtherScript || !std::ranges::all_of(commands.back(), isShellWord))
            return std::nullopt;
    }
    const auto wordsOf = [](const std::vector<std::string>& command) {
        std::string text;
        for (std::size_t i = 2; i < command.size(); ++i)
            text.append(" ").append(shellWord(command[i]));
        return text;
    };
    const bool isSame
        = std::ranges::count(commands, commands.front()) == std::ranges::ssize(commands);
    std::string lines;
    for (std::size_t i = 0; i < commands.size(); ++i)
        lines += cliOf(plan.masters[i]) + " EVAL \"$LUA\""
            + (isSame ? " \"$@\"" : wordsOf(commands[i])) + "\n";
    if (lines.find_first_of("'\\") != std::string::npos)
        return std::nullopt;
    return "env " + shellWord("LUA=" + commands.front()[1]) + " sh -c '\n" + lines + "'"
        + (isSame ? " sh" + wordsOf(commands.front()) : "");
}

std::string readLine(const config::Deployment& deployment, const observe::LockEntry& entry,
    const PlannedMaster& master)
{
    if (const config::Ensemble* const store = deployment.otherStore())
        return storeKind(store->scheme)->readLine(entry.resource, master);
    const bool isHash = entry.type == observe::ValueType::Hash;
    return asRedisCliLine(
        master, redis::Command{isHash ? "HGETALL" : "GET", entry.resource.value()});
}

std::string asRedisCliLine(const PlannedMaster& master, const redis::Command& command)
{
    const auto arguments = command.arguments();
    const bool isTypable = std::ranges::all_of(arguments, isShellWord);
    std::string line;
    for (const std::string& argument : arguments)
        line.append(" ").append(isTypable ? shellWord(argument) : cliEscaped(argument));
    if (isTypable)
        return cliOf(master) + line;
    return "printf '%s\\n' " + shellWord(line.substr(1)) + " | " + master.cli;
}

} // namespace lockkeeper::release
