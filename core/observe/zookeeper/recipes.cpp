// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/zookeeper/recipes.h"

#include "core/lock/node_names.h"
#include "core/never_destroyed.h"
#include "core/observe/formats/holder_name.h"
#include "core/observe/formats/lock_object.h"
#include "core/observe/formats/matchers.h"
#include "core/observe/formats/written_time.h"
#include "core/text/ascii.h"
#include "core/text/bounded_json.h"
#include "core/text/number.h"
#include "core/text/translate.h"
#include "core/zookeeper/node_id.h"

#include <absl/strings/str_cat.h>
#include <absl/strings/substitute.h>
#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <utility>

namespace lockkeeper::observe {
namespace {

constexpr ReasonedCertainty kSure{Certainty::Certain, CertaintyReason::Structure};

enum class PlaceRole { Exclusive, Reader, Writer, Lease };

struct PlaceName {
    std::string_view recipe;
    PlaceRole role = PlaceRole::Exclusive;
    std::int64_t sequence = 0; ///< the lowest gets the lock first
};

bool isHexText(std::string_view text)
{
    return std::ranges::all_of(text, isAsciiHexDigit);
}

struct Suffix {
    std::string_view text;
    std::string_view recipe;
    PlaceRole role;
};
constexpr std::array kCuratorSuffixes{
    Suffix{"lock-", "curator-mutex", PlaceRole::Exclusive},
    Suffix{"latch-", "curator-latch", PlaceRole::Exclusive},
    Suffix{"lease-", "curator-semaphore", PlaceRole::Lease},
    Suffix{"__READ__", "curator-read-write", PlaceRole::Reader},
    Suffix{"__WRIT__", "curator-read-write", PlaceRole::Writer},
};
constexpr std::array kKazooSuffixes{
    Suffix{"__lock__", "kazoo-lock", PlaceRole::Writer},
    Suffix{"__rlock__", "kazoo-lock", PlaceRole::Reader},
};
constexpr std::string_view kRuby = "zk-ruby";
constexpr std::array kRubyPrefixes{
    Suffix{"ex", kRuby, PlaceRole::Writer},
    Suffix{"sh", kRuby, PlaceRole::Reader},
};

template <std::size_t N>
std::optional<PlaceName> ofSuffix(const std::array<Suffix, N>& suffixes, std::string_view rest)
{
    for (const Suffix& suffix : suffixes) {
        if (!rest.starts_with(suffix.text))
            continue;
        if (const auto sequence = zookeeper::sequenceIn(rest.substr(suffix.text.size())))
            return PlaceName{suffix.recipe, suffix.role, *sequence};
    }
    return std::nullopt;
}

constexpr std::size_t kHexIdLength = 32;
constexpr std::size_t kUuidLength = 36;

/// `_c_<uuid>-lock-0000000001`; go-zookeeper omits dashes.
std::optional<PlaceName> ofProtected(std::string_view name)
{
    constexpr std::string_view kPrefix = "_c_";
    if (!name.starts_with(kPrefix))
        return std::nullopt;
    name.remove_prefix(kPrefix.size());
    for (const std::size_t length : {kUuidLength, kHexIdLength}) {
        if (name.size() <= length || name[length] != '-')
            continue;
        const std::string_view id = name.substr(0, length);
        const bool isId = length == kHexIdLength ? isHexText(id) : isUuid(id);
        auto place = isId ? ofSuffix(kCuratorSuffixes, name.substr(length + 1)) : std::nullopt;
        if (place && length == kHexIdLength)
            place->recipe = "go-zookeeper";
        if (place)
            return place;
    }
    return std::nullopt;
}

/// `x-<session>-0000000001`; the session is decimal (Java) or 16 hex digits (C).
std::optional<PlaceName> ofRecipe(std::string_view name)
{
    constexpr std::size_t kHexSession = 16;
    const std::size_t dash = name.rfind('-');
    if (!name.starts_with("x-") || dash < 2)
        return std::nullopt;
    const std::string_view session = name.substr(2, dash - 2);
    const auto sequence = zookeeper::sequenceIn(name.substr(dash + 1));
    const bool isSession = (session.size() == kHexSession && isHexText(session))
        || (session.size() >= 15 && numberIn<std::int64_t>(session));
    return sequence && isSession
        ? std::optional(PlaceName{"zookeeper-recipe", PlaceRole::Exclusive, *sequence})
        : std::nullopt;
}

constexpr std::string_view kSolr = "solr-election";
constexpr std::array kMesosPrefixes{Suffix{"json.info_", "mesos-master", PlaceRole::Exclusive}};

/// Session and name: `72057594037927937-10.0.0.1:8983_solr-n_0000000001`.
std::optional<PlaceName> ofSolr(std::string_view name)
{
    constexpr std::string_view kMark = "-n_";
    constexpr std::size_t kShortestSession = 15;
    const std::size_t mark = name.rfind(kMark);
    const std::size_t dash = name.find('-', 1);
    if (mark == std::string_view::npos || dash >= mark || dash < kShortestSession
        || !numberIn<std::int64_t>(name.substr(0, dash)))
        return std::nullopt;
    const auto sequence = zookeeper::sequenceIn(name.substr(mark + kMark.size()));
    return sequence ? std::optional(PlaceName{kSolr, PlaceRole::Exclusive, *sequence})
                    : std::nullopt;
}

std::optional<PlaceName> placeNameOf(std::string_view name)
{
    if (auto place = ofProtected(name))
        return place;
    if (name.size() > kHexIdLength && isHexText(name.substr(0, kHexIdLength)))
        return ofSuffix(kKazooSuffixes, name.substr(kHexIdLength));
    if (auto place = ofRecipe(name))
        return place;
    if (auto place = ofSolr(name))
        return place;
    if (auto place = ofSuffix(kMesosPrefixes, name))
        return place;
    return ofSuffix(kRubyPrefixes, name);
}

constexpr std::string_view kUnknownRecipe = "zookeeper";
constexpr std::string_view kClaim = "queue-item";

/// More digits than a server appends.
bool isMisnumbered(std::string_view name)
{
    const std::string_view stem = name.substr(0, name.find_last_not_of("0123456789") + 1);
    const auto isEnd = [stem](const Suffix& suffix) { return stem.ends_with(suffix.text); };
    return (std::ranges::any_of(kCuratorSuffixes, isEnd)
               || std::ranges::any_of(kKazooSuffixes, isEnd))
        && !zookeeper::sequenceIn(name.substr(stem.size()));
}

std::optional<PlaceName> sequentialName(std::string_view name)
{
    const auto sequence = zookeeper::sequenceAtEnd(name);
    return sequence && (*sequence < 0 || !isMisnumbered(name))
        ? std::optional(PlaceName{kUnknownRecipe, PlaceRole::Exclusive, *sequence})
        : std::nullopt;
}

constexpr std::string_view kLeaseHolder = "/lease_holder";
constexpr std::string_view kLeaseOfKazoo = "kazoo-lease";
constexpr std::string_view kShedLock = "shedlock";

/// Its creator holds the lock.
struct FixedName {
    std::string_view ends;
    std::string_view recipe;
    ReasonedCertainty certainty;
};
constexpr ReasonedCertainty kLikelyNamed{Certainty::Likely, CertaintyReason::NameSaysLock};
constexpr ReasonedCertainty kOnlyNamed{Certainty::Possible, CertaintyReason::ValueOnly};
constexpr std::array kFixedNames{
    FixedName{"/ActiveStandbyElectorLock", "hadoop-ha", kSure},
    FixedName{"/hbase/master", "hbase-master", kSure},
    FixedName{"/hbase-secure/master", "hbase-master", kSure},
    FixedName{"/hbase-unsecure/master", "hbase-master", kSure},
    FixedName{"/leader/election/instance", "elasticjob", kSure},
    FixedName{"/overseer_elect/leader", kSolr, kSure},
    FixedName{"/controller", "kafka-controller", kLikelyNamed},
    FixedName{"/is_active", "clickhouse-replica", kLikelyNamed},
    FixedName{"/leader", "zookeeper-node", kOnlyNamed},
    FixedName{"/master", "zookeeper-node", kOnlyNamed},
    FixedName{"/active", "zookeeper-node", kOnlyNamed},
    FixedName{"/lock", "zookeeper-node", kLikelyNamed},
};

/// Of releasing somebody else's lock.
struct Consequence {
    std::string_view recipe;
    const char* caution;
};
constexpr const char* kNotTold
    = trNoop("the holder is not told: it goes on as if it had the lock, and its own release "
             "succeeds without a word",
        "data");
constexpr std::array kConsequences{
    Consequence{"hadoop-ha",
        trNoop("Hadoop elects at once who is active: another one may become that", "data")},
    Consequence{"hbase-master",
        trNoop("HBase elects a master at once: another one may become that", "data")},
    Consequence{"kafka-controller",
        trNoop("Kafka's brokers elect a controller at once: another one may become that", "data")},
    Consequence{"shedlock",
        trNoop(
            "the holder is not told: it goes on as if it had the lock, and when it releases it, it "
            "frees that of the next holder",
            "data")},
    Consequence{kClaim,
        trNoop("the consumer is not told: it goes on, and another one gets the same item", "data")},
    Consequence{"clickhouse-replica",
        trNoop("a replica that lives counts as dead until it makes the node anew; ClickHouse's own "
               "advice is to delete it only if the replica is gone",
            "data")},
};

const char* cautionOf(std::string_view recipe)
{
    const auto* const found = std::ranges::find(kConsequences, recipe, &Consequence::recipe);
    return found == kConsequences.end() ? kNotTold : found->caution;
}

struct Holding {
    bool isLasting = false; ///< by nodes that outlive sessions
    bool isShared = false; ///< freed one by one
};

FormatPtr recipeFormat(std::string_view recipe, Holding holding)
{
    auto format = std::make_shared<Format>();
    format->name = recipe;
    format->shape.type = ValueType::Node;
    format->isReleasable = !holding.isShared;
    if (holding.isShared)
        format->part = [](std::string_view, const DecodedLock&) {
            return std::optional(PartRelease{.kind = PartKind::Node});
        };
    format->needsTtl = holding.isLasting;
    format->endsWithSession = !holding.isLasting;
    format->caution = cautionOf(recipe);
    return format;
}

using FormatTable = std::map<std::string, std::array<FormatPtr, 4>, std::less<>>;

FormatTable makeFormats()
{
    FormatTable formats;
    const auto add = [&formats](std::string_view recipe) {
        formats[std::string(recipe)] = {recipeFormat(recipe, {}),
            recipeFormat(recipe, {.isShared = true}), recipeFormat(recipe, {.isLasting = true}),
            recipeFormat(recipe, {.isLasting = true, .isShared = true})};
    };
    for (const std::string_view recipe : {std::string_view("curator-mutex"),
             std::string_view("curator-latch"), std::string_view("curator-semaphore"),
             std::string_view("curator-read-write"), std::string_view("kazoo-lock"),
             std::string_view("kazoo-semaphore"), std::string_view("go-zookeeper"), kRuby,
             std::string_view("zookeeper-recipe"), std::string_view("mesos-master"), kSolr,
             kUnknownRecipe, kClaim, kLeaseOfKazoo, kShedLock})
        add(recipe);
    for (const FixedName& fixed : kFixedNames)
        add(fixed.recipe);
    return formats;
}

FormatPtr sharedFormat(std::string_view recipe, Holding holding)
{
    static const NeverDestroyed<FormatTable> formats(makeFormats());
    return (*formats).find(recipe)->second.at(
        (holding.isLasting ? 2U : 0U) + (holding.isShared ? 1U : 0U));
}

struct Contender {
    NodePlace place;
    PlaceName name;
};

template <class NameOf>
std::vector<Contender> contendersOf(const std::string& path, const Node& parent, NameOf nameOfChild)
{
    std::vector<Contender> contenders;
    if (parent.isPartial)
        return contenders;
    for (const auto& [name, node] : parent.children) {
        const auto place = node->isRead ? nameOfChild(name) : std::nullopt;
        if (place)
            contenders.push_back({{path + "/" + name, node.get()}, *place});
    }
    // Curator's reader under its own writer has the writer's number.
    std::ranges::sort(contenders, {}, [](const Contender& contender) {
        return std::pair(contender.name.sequence, contender.place.node->stat.czxid);
    });
    return contenders;
}

/// The first holds, and readers after no writer, or after only one of their own session.
void deal(NodeLock& lock, std::vector<Contender> contenders)
{
    const auto isReader = [](const Contender& one) { return one.name.role == PlaceRole::Reader; };
    const auto firstWriter = std::ranges::find_if_not(contenders, isReader);
    for (auto one = contenders.begin(); one != contenders.end(); ++one) {
        const bool isOwn = firstWriter == contenders.begin() && isReader(*one)
            && one->place.node->stat.ephemeralOwner == firstWriter->place.node->stat.ephemeralOwner;
        const bool isHolder
            = one == contenders.begin() || (isReader(*one) && one < firstWriter) || isOwn;
        (isHolder ? lock.holders : lock.waiters).push_back(std::move(one->place));
    }
}

LockMode modeOf(const std::vector<Contender>& contenders)
{
    const auto isReader = [](const Contender& one) { return one.name.role == PlaceRole::Reader; };
    if (isReader(contenders.front()))
        return LockMode::Read;
    // Some libraries name plain locks like writers.
    const bool isShared = contenders.front().name.recipe == "curator-read-write"
        || std::ranges::any_of(contenders, isReader);
    return isShared ? LockMode::Write : LockMode::Exclusive;
}

NodeLock ofRecipe(NodeLock lock, std::string_view recipe)
{
    const bool isLasting = std::ranges::any_of(
        lock.holders, [](const NodePlace& place) { return !place.node->isEphemeral(); });
    lock.format = sharedFormat(recipe, {.isLasting = isLasting, .isShared = lock.isShared()});
    return lock;
}

NodeLock lockOfContenders(const std::string& path, std::vector<Contender> contenders)
{
    NodeLock lock{.path = path, .certainty = kSure, .mode = modeOf(contenders)};
    const std::string_view recipe = contenders.front().name.recipe;
    // Elsewhere such short names may be anybody's.
    if (recipe == kRuby && !path.starts_with("/_zklocking/"))
        lock.certainty = {Certainty::Likely, CertaintyReason::TellingValue};
    deal(lock, std::move(contenders));
    return ofRecipe(std::move(lock), recipe);
}

bool isLease(const PlaceName& name)
{
    return name.role == PlaceRole::Lease;
}

/// Holders in `leases`, waiters in `locks`. The first waiter creates its lease before another is
/// returned.
std::optional<NodeLock> curatorSemaphore(const std::string& path, const Node& node)
{
    const Node* const leases = node.child("leases");
    if (leases == nullptr)
        return std::nullopt;
    auto taken = contendersOf(path + "/leases", *leases, placeNameOf);
    std::erase_if(taken, [](const Contender& one) { return !isLease(one.name); });
    if (taken.empty())
        return std::nullopt;
    const Node* const queue = node.child("locks");
    std::vector<Contender> waiting;
    if (queue != nullptr)
        waiting = contendersOf(path + "/locks", *queue, placeNameOf);
    NodeLock lock{.path = path, .certainty = kSure, .mode = LockMode::Semaphore};
    for (Contender& one : taken) {
        const bool isAwaited = !waiting.empty()
            && waiting.front().place.node->stat.ephemeralOwner
                == one.place.node->stat.ephemeralOwner
            && waiting.front().place.node->stat.czxid < one.place.node->stat.czxid;
        if (!isAwaited)
            lock.holders.push_back(std::move(one.place));
    }
    for (Contender& one : waiting)
        lock.waiters.push_back(std::move(one.place));
    if (lock.holders.empty())
        return std::nullopt;
    return ofRecipe(std::move(lock), "curator-semaphore");
}

constexpr std::string_view kKazooQueue = "-__lock__";

/// Holders are the children; the node's data limit their number. Waiters queue in a lock beside it.
std::optional<NodeLock> kazooSemaphore(
    const NodeTree& tree, const std::string& path, const Node& node)
{
    const bool isLimited = node.isRead && numberIn<std::uint32_t>(node.data).has_value();
    if (!isLimited || node.children.empty())
        return std::nullopt;
    NodeLock lock{.path = path, .certainty = kSure, .mode = LockMode::Semaphore};
    for (const auto& [name, child] : node.children) {
        if (name.size() != kHexIdLength || !isHexText(name))
            return std::nullopt;
        if (child->isRead)
            lock.holders.push_back({path + "/" + name, child.get()});
    }
    if (lock.holders.empty())
        return std::nullopt;
    std::ranges::stable_sort(
        lock.holders, {}, [](const NodePlace& place) { return place.node->stat.czxid; });
    const std::string queue = path + std::string(kKazooQueue);
    if (const Node* const line = tree.find(queue)) {
        for (Contender& one : contendersOf(queue, *line, placeNameOf))
            lock.waiters.push_back(std::move(one.place));
    }
    return ofRecipe(std::move(lock), "kazoo-semaphore");
}

bool isBesideSemaphore(const NodeTree& tree, const std::string& path)
{
    const std::string_view name = lastNameOf(path);
    const Node* const parent = tree.find(parentOf(path));
    if (name == "locks" || name == "leases")
        return parent != nullptr && curatorSemaphore("", *parent).has_value();
    if (!path.ends_with(kKazooQueue))
        return false;
    const std::string semaphore = path.substr(0, path.size() - kKazooQueue.size());
    const Node* const node = tree.find(semaphore);
    return node != nullptr && kazooSemaphore(tree, semaphore, *node).has_value();
}

std::optional<ReasonedCertainty> certaintyByName(std::string_view path)
{
    switch (nameHint(path)) {
    case NameHint::Other:
        return std::nullopt;
    case NameHint::Lock:
        return kLikelyNamed;
    case NameHint::Resembles:
        return ReasonedCertainty{Certainty::Likely, CertaintyReason::NameResemblesLock};
    case NameHint::Nothing:
        break;
    }
    return kOnlyNamed;
}

/// A taken item of a queue: Curator's DistributedQueue in its lockPath, kazoo's LockingQueue in
/// `taken`. Nobody waits.
bool isClaim(std::string_view path)
{
    const std::string_view name = lastNameOf(path);
    return zookeeper::sequenceAtEnd(name)
        && (name.starts_with("queue-")
            || (name.starts_with("entry-") && lastNameOf(parentOf(path)) == "taken"));
}

std::optional<NodeLock> claimedItem(const std::string& path, const Node& node)
{
    const auto certainty = certaintyByName(parentOf(path));
    if (!certainty || !node.isRead || !node.isEphemeral())
        return std::nullopt;
    return ofRecipe({.path = path, .certainty = *certainty, .holders = {{path, &node}}}, kClaim);
}

/// Only ephemeral sequential children: an unknown lock, or registered services.
std::optional<NodeLock> unknownSequence(const std::string& path, const Node& node)
{
    auto contenders = contendersOf(path, node, sequentialName);
    const auto isOther = [](const Contender& one) {
        return !one.place.node->isEphemeral() || isClaim(one.place.path);
    };
    const auto certainty = certaintyByName(path);
    if (!certainty || contenders.empty() || contenders.size() != node.children.size()
        || std::ranges::any_of(contenders, isOther))
        return std::nullopt;
    NodeLock lock = lockOfContenders(path, std::move(contenders));
    lock.certainty = *certainty;
    return lock;
}

std::optional<NodeLock> fixedNode(const std::string& path, const Node& node)
{
    if (!node.isRead || !node.isEphemeral())
        return std::nullopt;
    const auto* const fixed = std::ranges::find_if(
        kFixedNames, [&](const FixedName& name) { return path.ends_with(name.ends); });
    if (fixed == kFixedNames.end())
        return std::nullopt;
    return ofRecipe(
        {.path = path, .certainty = fixed->certainty, .holders = {{path, &node}}}, fixed->recipe);
}

/// By kazoo; `until` is in UTC.
struct LeaseData {
    std::string holder;
    WallTime until;
};
std::optional<LeaseData> leaseData(std::string_view data)
{
    const auto json = parseBoundedJson<nlohmann::json>(data);
    const auto end = writtenTime(textMember(json, "end").value_or("") + "Z");
    if (!end || !end->at)
        return std::nullopt;
    return LeaseData{textMember(json, "holder").value_or(""), *end->at};
}

/// Persistent, with an end time.
std::optional<NodeLock> datedNode(const std::string& path, const Node& node)
{
    if (!node.isRead || node.isEphemeral() || !mayBeDated(path))
        return std::nullopt;
    NodeLock lock{.path = path, .certainty = kSure, .holders = {{path, &node}}};
    if (path.ends_with(kLeaseHolder)) {
        const auto lease = leaseData(node.data);
        if (!lease)
            return std::nullopt;
        lock.until = lease->until;
        return ofRecipe(std::move(lock), kLeaseOfKazoo);
    }
    const auto time = writtenTime(node.data);
    if (!time || !time->at)
        return std::nullopt;
    lock.until = time->at;
    return ofRecipe(std::move(lock), kShedLock);
}

/// kazoo writes some data as Python prints bytes.
std::string_view plainData(std::string_view data)
{
    if (data.size() >= 3 && data.starts_with("b'") && data.ends_with('\'')) {
        data.remove_prefix(2);
        data.remove_suffix(1);
    }
    return data;
}

/// Curator's LeaderSelector and kazoo's Election look like locks.
bool namesElection(std::string_view path)
{
    constexpr std::array<std::string_view, 4> kParts{"leader", "election", "elector", "candidate"};
    constexpr std::array<std::string_view, 4> kNames{"master", "masters", "primary", "active"};
    const std::string lower = toAsciiLower(path);
    return std::ranges::find(kNames, lastNameOf(lower)) != kNames.end()
        || std::ranges::any_of(
            kParts, [&](std::string_view part) { return lower.find(part) != std::string::npos; });
}

/// Such as Kafka's `{"version":1,"brokerid":3}`.
std::optional<Holder> holderOfObject(std::string_view data)
{
    const auto object = LockObject::parse(data);
    if (!object)
        return std::nullopt;
    Holder named = object->holder({});
    named.since.reset(); // the node gives it
    if (!named.app)
        named.app = std::exchange(named.detail, {});
    if (const auto broker = object->member("brokerid"))
        named.app = absl::StrCat("broker ", *broker);
    return named;
}

/// Lockkeeper writes the owner; Curator the host's address, unless its program sets data.
Holder holderOfPlace(const NodePlace& place)
{
    constexpr std::size_t kLongest = 256;
    const zookeeper::Stat& stat = place.node->stat;
    const auto lease
        = place.path.ends_with(kLeaseHolder) ? leaseData(place.node->data) : std::nullopt;
    const std::string_view data = lease ? std::string_view(lease->holder)
        : isKept(place.path)            ? std::string_view()
                                        : plainData(place.node->data);
    Holder holder;
    auto ours = lock::readPlaceText(data);
    if (ours)
        holder = holderOfOwner(std::move(ours->owner));
    else if (!data.empty() && data.size() <= kLongest && data != zookeeper::kCuratorAsk
        && !isCredential(data)) {
        if (isIpAddress(data))
            holder.host = data;
        else if (auto object = holderOfObject(data))
            holder = std::move(*object);
        else if (auto named = hostAndPid(data))
            holder = std::move(*named);
        else
            holder.app = data;
        hideSecrets(holder);
    }
    if (stat.ephemeralOwner != 0)
        holder.session = HolderSession{
            .id = stat.ephemeralOwner, .queuedAt = WallTime(std::chrono::milliseconds(stat.ctime))};
    const std::int64_t fence = isKept(place.path) ? stat.mzxid : stat.czxid;
    holder.detail = stat.ephemeralOwner == 0
        ? absl::Substitute(trNoop("no session, fencing number $0", "holder"), fence)
        : absl::Substitute(trNoop("session $0, fencing number $1", "holder"),
            zookeeper::hexText(stat.ephemeralOwner), fence);
    holder.node
        = zookeeper::NodeId{place.path.empty() ? "/" : place.path, stat.czxid, stat.version}.text();
    // A lock that hears asks has no data, Lockkeeper's, or the ask.
    const auto name = ofProtected(lastNameOf(place.path));
    holder.hearsAsks = name && stat.ephemeralOwner != 0
        && (name->recipe == "curator-mutex" || name->recipe == "curator-read-write")
        && (ours || stat.dataLength == 0 || data == zookeeper::kCuratorAsk);
    return holder;
}

} // namespace

std::string NodePlace::identity() const
{
    const zookeeper::Stat& stat = node->stat;
    return zookeeper::nodeIdentity(path, isKept(path) ? stat.mzxid : stat.czxid);
}

bool NodeLock::isShared() const
{
    return mode == LockMode::Read || mode == LockMode::Semaphore || holders.size() > 1;
}

bool isUniqueName(std::string_view name)
{
    constexpr std::string_view kProtected = "_c_";
    const bool isProtected = name.starts_with(kProtected)
        && (isUuid(name.substr(kProtected.size(), kUuidLength))
            || (name.size() > kProtected.size() + kHexIdLength
                && isHexText(name.substr(kProtected.size(), kHexIdLength))));
    return isProtected || (name.size() >= kHexIdLength && isHexText(name.substr(0, kHexIdLength)));
}

std::string blockerOf(const std::vector<std::string>& before, std::string_view path)
{
    const auto isReader = [](std::string_view one) {
        const auto name = placeNameOf(lastNameOf(one));
        return name && name->role == PlaceRole::Reader;
    };
    std::string blocker;
    for (const std::string& one : before) {
        // Nodes elsewhere hold a semaphore: another lease may be free.
        if (parentOf(one) == parentOf(path) && !(isReader(path) && isReader(one)))
            blocker = one;
    }
    return blocker;
}

bool isDroppable(std::string_view path)
{
    const auto name = placeNameOf(lastNameOf(path));
    return name
        && (name->recipe == "curator-mutex" || name->recipe == "curator-read-write"
            || name->recipe == "kazoo-lock");
}

bool isKept(const std::string& path)
{
    return lastNameOf(parentOf(path)) == kShedLock;
}

bool mayBeDated(const std::string& path)
{
    return path.ends_with(kLeaseHolder) || isKept(path);
}

bool isNameOfPlace(std::string_view name)
{
    return sequentialName(name).has_value() || (name.size() == kHexIdLength && isHexText(name));
}

std::optional<NodeLock> recogniseLock(const NodeTree& tree, const std::string& path)
{
    const Node* const node = tree.find(path);
    if (node == nullptr || node->isPartial || isBesideSemaphore(tree, path))
        return std::nullopt;
    if (node->children.empty() && mayBeDated(path))
        return datedNode(path, *node);
    if (node->children.empty())
        return isClaim(path) ? claimedItem(path, *node) : fixedNode(path, *node);
    if (auto semaphore = curatorSemaphore(path, *node))
        return semaphore;
    if (auto semaphore = kazooSemaphore(tree, path, *node))
        return semaphore;
    auto contenders = contendersOf(path, *node, placeNameOf);
    std::erase_if(contenders, [](const Contender& one) { return isLease(one.name); });
    if (!contenders.empty())
        return lockOfContenders(path, std::move(contenders));
    return unknownSequence(path, *node);
}

std::string lockNameOf(const std::string& path)
{
    return path.empty() ? "/" : path;
}

std::vector<std::string> concernedLocks(const std::string& path)
{
    const std::string parent(parentOf(path));
    const std::string above(parentOf(parent));
    std::vector<std::string> locks{path, parent, above, above + "/leases", above + "/locks"};
    for (const std::string& lock : {path, parent}) {
        if (lock.ends_with(kKazooQueue))
            locks.push_back(lock.substr(0, lock.size() - kKazooQueue.size()));
        else
            locks.push_back(lock + std::string(kKazooQueue));
    }
    return locks;
}

KeyReading readingOf(const NodeLock& lock, SteadyTime readAt, WallTime wallNow)
{
    DecodedLock told{.scope = ValueScope::Acquisition, .mode = lock.mode};
    told.certainty = lock.certainty;
    told.expiresAt = lock.until;
    KeyReading reading{
        .key = lockNameOf(lock.path), .type = ValueType::Node, .ttl = {}, .readAt = readAt};
    if (lock.until)
        reading.ttl = std::chrono::ceil<std::chrono::milliseconds>(*lock.until - wallNow);
    std::vector<Holder> holders;
    for (const NodePlace& place : lock.holders) {
        reading.fields.emplace_back(place.identity(), std::string());
        holders.push_back(holderOfPlace(place));
        holders.back().member = fingerprintOfPart(place.identity());
    }
    if (lock.isShared()) {
        setHolders(told, std::move(holders), trNoop("$0 holders", "holder"));
    } else {
        told.holder = std::move(holders.front());
        told.holder.member.reset();
    }
    reading.taken = std::make_shared<const Match>(Match{lock.format, std::move(told)});
    return reading;
}

bool stopsWaiters(const NodeLock& lock)
{
    constexpr std::array<std::string_view, 3> kElections{"curator-latch", "mesos-master", kSolr};
    return lock.certainty.level == Certainty::Certain
        && std::ranges::find(kElections, lock.format->name) == kElections.end()
        && !namesElection(lock.path);
}

std::vector<Waiter> waitersOf(const NodeLock& lock, SteadyTime now)
{
    std::vector<Waiter> waiters;
    for (const NodePlace& place : lock.waiters) {
        Waiter waiter{.from = now, .until = now};
        waiter.announced.resources = {Resource(lockNameOf(lock.path))};
        waiter.announced.since = WallTime(std::chrono::milliseconds(place.node->stat.ctime));
        waiter.announced.id = absl::StrCat(absl::Hex(place.node->stat.czxid, absl::kZeroPad16));
        waiter.queued
            = Waiter::Queued{.library = lock.format->name, .holder = holderOfPlace(place)};
        // Before it holds, czxid is no fencing number.
        if (place.node->isEphemeral())
            waiter.queued->holder.detail = absl::Substitute(trNoop("session $0", "holder"),
                zookeeper::hexText(place.node->stat.ephemeralOwner));
        waiters.push_back(std::move(waiter));
    }
    return waiters;
}

} // namespace lockkeeper::observe
