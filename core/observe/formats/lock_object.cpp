// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/formats/lock_object.h"

#include "core/observe/formats/holder_name.h"
#include "core/observe/formats/matchers.h"
#include "core/observe/formats/written_time.h"
#include "core/text/ascii.h"
#include "core/text/bounded_json.h"
#include "core/text/display_safe.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

namespace lockkeeper::observe {
namespace {

using Json = nlohmann::json;
using namespace std::string_view_literals;

constexpr std::array kFreeWords{"available"sv, "closed"sv, "done"sv, "false"sv, "free"sv, "none"sv,
    "off"sv, "open"sv, "released"sv, "unlocked"sv};

// Names of members, in lower case without underscores.

constexpr std::array kHeldFields{"acquired"sv, "held"sv, "islocked"sv, "locked"sv};
constexpr std::array kStateFields{"lockstate"sv, "state"sv, "status"sv};

constexpr std::array kHostFields{
    "host"sv, "instance"sv, "machine"sv, "node"sv, "pod"sv, "server"sv};
constexpr std::array kAddressFields{"ip"sv, "ipaddress"sv};
constexpr std::array kPidFields{"pid"sv, "process"sv, "processid"sv};
constexpr std::array kThreadFields{"thread"sv, "threadid"sv, "tid"sv};
constexpr std::array kAppFields{"app"sv, "application"sv, "program"sv, "service"sv};
constexpr std::array kOwnerFields{"agent"sv, "agentid"sv, "by"sv, "client"sv, "clientid"sv,
    "consumer"sv, "holder"sv, "holderid"sv, "holderidentity"sv, "instanceid"sv, "leader"sv,
    "leaseowner"sv, "lockedby"sv, "lockowner"sv, "nodeid"sv, "owner"sv, "ownerid"sv,
    "transaction"sv, "transactionid"sv, "txid"sv, "user"sv, "userid"sv, "username"sv, "who"sv,
    "worker"sv, "workerid"sv, "xid"sv};
constexpr std::array kNameFields{"id"sv, "name"sv}; ///< within an owner
constexpr std::array kTokenFields{"lockid"sv, "locktoken"sv, "nonce"sv, "session"sv, "sessionid"sv,
    "token"sv, "uuid"sv, "value"sv};
/// Acquisition, not creation.
constexpr std::array kHeldSinceFields{"acquired"sv, "acquiredat"sv, "lockedat"sv, "lockedsince"sv,
    "locktime"sv, "locktimestamp"sv, "ownersystemtimestamp"sv, "since"sv, "startedat"sv};
/// Acquisition or creation.
constexpr std::array kSinceFields{"acquired"sv, "acquiredat"sv, "acquiretime"sv, "at"sv,
    "created"sv, "createdat"sv, "lockedat"sv, "lockedsince"sv, "locktime"sv, "locktimestamp"sv,
    "ownersystemtimestamp"sv, "since"sv, "start"sv, "started"sv, "startedat"sv, "starttime"sv,
    "time"sv, "timestamp"sv, "ts"sv};
constexpr std::array kExpiryFields{"deadline"sv, "expiration"sv, "expirationtime"sv, "expire"sv,
    "expireat"sv, "expires"sv, "expiresat"sv, "expiretime"sv, "expiry"sv, "expirytime"sv,
    "leaseuntil"sv, "lockuntil"sv, "until"sv, "validuntil"sv};

/// Only locks have these.
constexpr std::array kLockFields{"acquiredat"sv, "acquiretime"sv, "holderidentity"sv, "lockedby"sv,
    "lockedsince"sv, "lockid"sv, "locktime"sv, "locktimestamp"sv, "locktoken"sv};
/// Of jobs, devices, orders; rare in locks.
constexpr std::array kRecordFields{"args"sv, "battery"sv, "createdat"sv, "cron"sv, "customer"sv,
    "data"sv, "delay"sv, "description"sv, "enabled"sv, "model"sv, "months"sv, "name"sv, "payload"sv,
    "queue"sv, "serial"sv, "start"sv, "status"sv, "type"sv};
constexpr std::array kSecretFields{
    "apikey"sv, "credentials"sv, "password"sv, "privatekey"sv, "secret"sv};

/// `lockedby` for `locked_by`, `lockedBy`.
std::string plainName(std::string_view name)
{
    std::string plain = toAsciiLower(name);
    std::erase(plain, '_');
    return plain;
}

bool isFreeWord(std::string_view text)
{
    return std::ranges::find(kFreeWords, toAsciiLower(text)) != kFreeWords.end();
}

bool isBlank(const Json& member)
{
    return member.is_null() || (member.is_string() && member.get_ref<const std::string&>().empty());
}

/// In any case, and `ownerName` for `owner`.
template <class Names> bool isAmong(const Names& names, std::string_view member)
{
    constexpr std::string_view kName = "name";
    std::string name = plainName(member);
    if (std::ranges::find(names, name) != names.end())
        return true;
    if (name.size() == kName.size() || !name.ends_with(kName))
        return false;
    name.resize(name.size() - kName.size());
    return std::ranges::find(names, name) != names.end();
}

template <class Names> const Json* memberOf(const Json& object, const Names& names)
{
    for (const auto& [name, member] : object.items()) {
        if (isAmong(names, name) && !member.is_structured() && !isBlank(member))
            return &member;
    }
    return nullptr;
}

template <class Names> std::optional<std::string> textOf(const Json& object, const Names& names)
{
    const Json* const member = memberOf(object, names);
    if (member == nullptr)
        return std::nullopt;
    if (member->is_string()) {
        const auto& text = member->get_ref<const std::string&>();
        return isCredential(text) ? std::nullopt : std::optional(text);
    }
    return member->is_number() ? std::optional(member->dump()) : std::nullopt;
}

/// `{"owner": {"host": "web-3"}}`, also within a `lock`. Null: none.
const Json* ownerObject(const Json& object)
{
    for (const auto& [name, member] : object.items()) {
        const std::string plain = plainName(name);
        if (!member.is_object())
            continue;
        if (std::ranges::find(kOwnerFields, plain) != kOwnerFields.end())
            return &member;
        if (const Json* const owner = plain == "lock" ? ownerObject(member) : nullptr)
            return owner;
    }
    return nullptr;
}

bool namesOwnerItself(const Json& object)
{
    return memberOf(object, kHostFields) != nullptr || memberOf(object, kPidFields) != nullptr
        || memberOf(object, kOwnerFields) != nullptr || memberOf(object, kTokenFields) != nullptr
        || memberOf(object, kThreadFields) != nullptr;
}

/// A "node", "instance" or "host" may be a thread or job.
void placeHost(Holder& holder, std::optional<std::string> text)
{
    if (text && isThreadName(*text))
        holder.thread = std::move(text);
    else if (text && isJobName(*text))
        holder.detail = std::move(text);
    else
        holder.host = std::move(text);
}

} // namespace

bool saysFree(std::string_view text)
{
    constexpr std::size_t kShortestWord = 4; // shorter ones begin other sentences
    if (isFreeWord(text))
        return true;
    const std::string_view first = text.substr(0, text.find(' '));
    return first.size() < text.size()
        && (toAsciiLower(first) == "not" || (first.size() >= kShortestWord && isFreeWord(first)));
}

struct LockObject::Private {
    Json object;
};

LockObject::LockObject(std::unique_ptr<Private> d)
    : m_d(std::move(d))
{ }

LockObject::LockObject(LockObject&& other) noexcept = default;
LockObject& LockObject::operator=(LockObject&& other) noexcept = default;
LockObject::~LockObject() = default;

std::optional<LockObject> LockObject::parse(std::string_view value)
{
    if (!value.starts_with('{') || !value.ends_with('}'))
        return std::nullopt;
    Json object = parseBoundedJson<Json>(value);
    if (!object.is_object())
        return std::nullopt;
    return LockObject(std::make_unique<Private>(Private{std::move(object)}));
}

LockObject::LockObject(const HashFields& fields)
    : m_d(std::make_unique<Private>(Private{Json::object()}))
{
    for (const auto& [name, value] : fields) {
        const auto inner = value.starts_with('{') ? parse(value) : std::nullopt;
        m_d->object[displaySafe(name)] = inner ? inner->m_d->object : Json(displaySafe(value));
    }
}

bool LockObject::hasLockMember() const
{
    return memberOf(m_d->object, kLockFields) != nullptr;
}

bool LockObject::namesOwner() const
{
    const Json* const owner = ownerObject(m_d->object);
    return namesOwnerItself(m_d->object) || (owner != nullptr && namesOwnerItself(*owner));
}

bool LockObject::storesSecret() const
{
    for (const auto& [name, member] : m_d->object.items()) {
        if (std::ranges::find(kSecretFields, plainName(name)) != kSecretFields.end())
            return true;
    }
    return false;
}

bool LockObject::tellsOfHolder() const
{
    constexpr std::string_view kExpiry = "expir"; // also nested, and in texts
    if (m_d->object.dump().find(kExpiry) != std::string::npos)
        return true;
    return hasLockMember() || memberOf(m_d->object, kHeldSinceFields) != nullptr || namesOwner();
}

bool LockObject::saysFree() const
{
    const Json* const held = memberOf(m_d->object, kHeldFields);
    if (held != nullptr && held->is_boolean() && !held->get<bool>())
        return true;
    const Json* const state = memberOf(m_d->object, kStateFields);
    return state != nullptr && state->is_string() && observe::saysFree(state->get<std::string>());
}

std::optional<WallTime> LockObject::expiry(WallTime now) const
{
    const auto expiry = textOf(m_d->object, kExpiryFields);
    return expiry ? anyTime(*expiry, now) : std::nullopt;
}

Holder LockObject::holder(WallTime now) const
{
    const Json none = Json::object();
    const Json* const found = ownerObject(m_d->object);
    const Json& owner = found != nullptr ? *found : none;
    const auto text = [&](const auto& names) {
        auto own = textOf(m_d->object, names);
        return own ? own : textOf(owner, names);
    };
    Holder holder;
    const auto host = text(kHostFields);
    placeHost(holder, host ? host : text(kAddressFields));
    if (const auto pid = text(kPidFields))
        holder.pid = positiveNumber(*pid);
    if (auto thread = text(kThreadFields))
        holder.thread = std::move(thread);
    holder.app = text(kAppFields);
    if (auto name = text(kOwnerFields))
        holder.detail = std::move(name);
    else if (auto id = textOf(owner, kNameFields))
        holder.detail = std::move(id);
    if (const auto since = text(kSinceFields)) {
        const auto written = writtenTime(*since);
        holder.since = written ? written->at : unixTimeIn(*since, now);
    }
    return holder;
}

std::optional<std::string> LockObject::member(std::string_view name) const
{
    return textOf(m_d->object, std::array{name});
}

bool isRecord(const HashFields& fields)
{
    constexpr std::ptrdiff_t kEnough = 3;
    const auto isOfRecord = [](const auto& field) {
        return std::ranges::find(kRecordFields, plainName(field.first)) != kRecordFields.end();
    };
    return std::ranges::count_if(fields, isOfRecord) >= kEnough;
}

} // namespace lockkeeper::observe
