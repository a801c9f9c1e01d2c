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
#include <initializer_list>
#include <nlohmann/json.hpp>

namespace lockkeeper::observe {
namespace {

using Json = nlohmann::json;
using namespace std::string_view_literals;

/// Words that say that nobody holds it.
constexpr std::array kFreeWords{"available"sv, "closed"sv, "disabled"sv, "done"sv, "expired"sv,
    "f"sv, "false"sv, "free"sv, "idle"sv, "inactive"sv, "n"sv, "nil"sv, "no"sv, "none"sv, "null"sv,
    "off"sv, "open"sv, "released"sv, "revoked"sv, "undefined"sv, "unlocked"sv};

/// Members that say by true or false whether it is held.
constexpr std::array kHeldFields{"acquired"sv, "held"sv, "islocked"sv, "is_locked"sv, "locked"sv};
/// Members that say so by a word.
constexpr std::array kStateFields{"lock_state"sv, "lockstate"sv, "state"sv, "status"sv};

constexpr std::array kHostFields{"host"sv, "hostname"sv, "host_name"sv, "node"sv, "machine"sv,
    "server"sv, "pod"sv, "instance"sv};
constexpr std::array kPidFields{"pid"sv, "process"sv, "process_id"sv, "processid"sv};
constexpr std::array kThreadFields{"thread"sv, "thread_id"sv, "threadid"sv, "tid"sv};
constexpr std::array kAppFields{"app"sv, "application"sv, "service"sv, "program"sv};
constexpr std::array kOwnerFields{"owner"sv, "holder"sv, "locked_by"sv, "lockedby"sv, "by"sv,
    "worker"sv, "worker_id"sv, "workerid"sv, "user"sv, "client"sv, "client_id"sv, "clientid"sv,
    "owner_id"sv, "ownerid"sv, "who"sv, "xid"sv, "transaction"sv, "transaction_id"sv,
    "transactionid"sv, "txid"sv, "tx_id"sv, "agent"sv, "agent_id"sv, "consumer"sv, "instance_id"sv,
    "instanceid"sv, "node_id"sv, "nodeid"sv, "holder_id"sv, "holderid"sv, "userid"sv, "user_id"sv,
    "username"sv, "user_name"sv, "holderidentity"sv, "leader"sv, "leaseowner"sv, "lease_owner"sv,
    "lockowner"sv, "lock_owner"sv};
constexpr std::array kTokenFields{"token"sv, "lock_id"sv, "lockid"sv, "uuid"sv, "nonce"sv,
    "value"sv, "lock_token"sv, "session"sv, "session_id"sv, "sessionid"sv};
constexpr std::array kSinceFields{"since"sv, "acquired_at"sv, "acquiredat"sv, "acquired"sv,
    "lock_time"sv, "locked_at"sv, "lockedat"sv, "locktime"sv, "started_at"sv, "startedat"sv,
    "timestamp"sv, "ts"sv, "created_at"sv, "createdat"sv, "created"sv, "time"sv, "acquiretime"sv,
    "at"sv, "begin"sv, "begun"sv, "start"sv, "started"sv, "start_time"sv, "starttime"sv};

constexpr std::array kExpiryFields{"deadline"sv, "expire"sv, "expire_at"sv, "expireat"sv,
    "expiration"sv, "expirationtime"sv, "expires"sv, "expires_at"sv, "expiresat"sv, "expiretime"sv,
    "expire_time"sv, "expiry"sv, "expiry_time"sv, "expirytime"sv, "lease_until"sv, "leaseuntil"sv,
    "lock_until"sv, "lockuntil"sv, "until"sv, "valid_until"sv, "validuntil"sv};

/// Members that only locks have.
constexpr std::array kLockFields{"lockid"sv, "lock_id"sv, "locktoken"sv, "lock_token"sv,
    "lockedby"sv, "locked_by"sv, "acquiredat"sv, "acquired_at"sv, "acquiredatms"sv, "locktime"sv,
    "lock_time"sv, "holderidentity"sv, "acquiretime"sv, "leasedurationseconds"sv};

/// Members that tell since when a lock is held, and not when anything was made.
constexpr std::array kHeldSinceFields{"since"sv, "acquired_at"sv, "acquiredat"sv, "acquired"sv,
    "lock_time"sv, "locktime"sv, "locked_at"sv, "lockedat"sv, "started_at"sv, "startedat"sv};

/// Members of what is worked on, watched or sold: jobs, devices, orders. A lock has hardly any.
constexpr std::array kRecordFields{"args"sv, "attempts"sv, "body"sv, "category"sv, "created_at"sv,
    "createdat"sv, "data"sv, "delay"sv, "description"sv, "email"sv, "ended_at"sv, "enqueued_at"sv,
    "error"sv, "finished_at"sv, "label"sv, "model"sv, "name"sv, "opts"sv, "origin"sv, "payload"sv,
    "battery"sv, "cron"sv, "customer"sv, "enabled"sv, "firmware"sv, "fw"sv, "months"sv, "start"sv,
    "price"sv, "priority"sv, "progress"sv, "queue"sv, "result"sv, "retries"sv, "serial"sv,
    "state"sv, "status"sv, "subject"sv, "tags"sv, "timeout"sv, "title"sv, "type"sv, "updated_at"sv,
    "updatedat"sv, "url"sv};

/// Members of what nobody stores in a lock.
constexpr std::array kSecretFields{"accesskey"sv, "access_key"sv, "apikey"sv, "api_key"sv,
    "credentials"sv, "passwd"sv, "password"sv, "privatekey"sv, "private_key"sv, "secret"sv,
    "secretkey"sv, "secret_key"sv};

bool isFreeWord(std::string_view text)
{
    return std::ranges::find(kFreeWords, toAsciiLower(text)) != kFreeWords.end();
}

/// Such a member says nothing.
bool isBlank(const Json& member)
{
    return member.is_null() || (member.is_string() && member.get_ref<const std::string&>().empty());
}

/// The member that is named like one of `names`, whatever its case, unless it is empty; null:
/// there is none.
template <class Names> const Json* memberOf(const Json& object, const Names& names)
{
    for (const auto& [name, member] : object.items()) {
        const std::string small = toAsciiLower(name);
        if (std::ranges::find(names, small) != names.end() && !member.is_structured()
            && !isBlank(member))
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

bool isNumbered(std::string_view text, std::initializer_list<std::string_view> words)
{
    return std::ranges::any_of(words, [text](std::string_view word) {
        if (!text.starts_with(word))
            return false;
        std::string_view number = text.substr(word.size());
        number.remove_prefix(std::min(number.find_first_not_of("-_:# "), number.size()));
        return std::ranges::all_of(number, isAsciiDigit);
    });
}

/// `thread-3`, `MainThread`, `pool-1-thread-3`, `http-nio-8080-exec-3`: as Java and Python name
/// them.
bool isThreadName(std::string_view text)
{
    const std::string small = toAsciiLower(text);
    if (isNumbered(small, {"thread", "mainthread", "main-thread"}))
        return true;
    for (const std::string_view mark : {"-thread-", "-exec-"}) {
        const std::size_t at = small.rfind(mark);
        if (at != std::string::npos
            && std::ranges::all_of(small.substr(at + mark.size()), isAsciiDigit))
            return true;
    }
    return false;
}

/// `job-42`, `task:7`.
bool isJobName(std::string_view text)
{
    return isNumbered(toAsciiLower(text), {"job", "task", "job_id", "jobid", "task_id", "taskid"});
}

/// Programs call whoever holds it a node, an instance or even a host: it may be a thread or a job.
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
    for (const auto& [name, value] : fields)
        m_d->object[displaySafe(name)] = displaySafe(value);
}

bool LockObject::hasLockMember() const
{
    return memberOf(m_d->object, kLockFields) != nullptr;
}

bool LockObject::namesOwner() const
{
    return memberOf(m_d->object, kHostFields) != nullptr
        || memberOf(m_d->object, kPidFields) != nullptr
        || memberOf(m_d->object, kOwnerFields) != nullptr
        || memberOf(m_d->object, kTokenFields) != nullptr
        || memberOf(m_d->object, kThreadFields) != nullptr;
}

bool LockObject::storesSecret() const
{
    return std::ranges::any_of(kSecretFields,
        [this](std::string_view name) { return m_d->object.contains(std::string(name)); });
}

bool LockObject::tellsOfHolder() const
{
    constexpr std::string_view kExpiry = "expir"; // also deeper, and in texts
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
    Holder holder;
    placeHost(holder, textOf(m_d->object, kHostFields));
    if (const auto pid = textOf(m_d->object, kPidFields))
        holder.pid = positiveNumber(*pid);
    if (auto thread = textOf(m_d->object, kThreadFields))
        holder.thread = std::move(thread);
    holder.app = textOf(m_d->object, kAppFields);
    if (auto owner = textOf(m_d->object, kOwnerFields))
        holder.detail = std::move(owner);
    if (const auto since = textOf(m_d->object, kSinceFields)) {
        const auto written = writtenTime(*since);
        holder.since = written ? written->at : unixTimeIn(*since, now);
    }
    return holder;
}

bool isRecord(const HashFields& fields)
{
    constexpr std::ptrdiff_t kEnough = 3;
    const auto isOfRecord = [](const auto& field) {
        return std::ranges::find(kRecordFields, toAsciiLower(field.first)) != kRecordFields.end();
    };
    return std::ranges::count_if(fields, isOfRecord) >= kEnough;
}

} // namespace lockkeeper::observe
