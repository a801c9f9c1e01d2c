// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/formats/plain_value.h"

#include "core/observe/formats/holder_name.h"
#include "core/observe/formats/lock_object.h"
#include "core/observe/formats/matchers.h"
#include "core/observe/formats/value_scope.h"
#include "core/observe/formats/written_time.h"
#include "core/text/ascii.h"
#include "core/text/tr_noop.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

namespace lockkeeper::observe {
namespace {

using namespace std::string_view_literals;

/// Longer than a host name (255 bytes).
constexpr std::size_t kLongestText = 320;

/// Held, but by nobody in particular.
constexpr std::array kStateWords{"1"sv, "acquired"sv, "active"sv, "busy"sv, "held"sv,
    "in_progress"sv, "lock"sv, "locked"sv, "ok"sv, "on"sv, "processing"sv, "running"sv, "t"sv,
    "taken"sv, "true"sv, "y"sv, "yes"sv};

/// Outcomes and settings: no names.
constexpr std::array kOtherStateWords{"allow"sv, "deny"sv, "dummy"sv, "engaged"sv, "error"sv,
    "failed"sv, "hard"sv, "manual"sv, "none"sv, "null"sv, "passed"sv, "pending"sv, "portrait"sv,
    "soft"sv, "stop"sv, "stopped"sv, "success"sv};

/// Chinese for frozen, banned, password: of accounts.
constexpr std::array kAccountSigns{"\u51bb\u7ed3"sv, "\u5c01\u7981"sv, "\u5bc6\u7801"sv};

/// A cheap test for members of kLockFields.
bool mentionsLock(std::string_view text)
{
    const std::string small = toAsciiLower(text);
    return std::ranges::any_of(std::array{"lock"sv, "acquire"sv, "lease"sv, "holder"sv},
        [&small](std::string_view part) { return small.find(part) != std::string::npos; });
}

bool isStateWord(std::string_view text)
{
    return std::ranges::find(kStateWords, toAsciiLower(text)) != kStateWords.end();
}

bool isNumber(std::string_view text)
{
    text.remove_prefix(text.starts_with('-') ? 1 : 0);
    return !text.empty() && std::ranges::all_of(text, isAsciiDigit);
}

/// Without a TTL even a past time is the end, as setnx-timestamp's.
std::optional<WallTime> expiryIn(std::string_view value, bool hasTtl, WallTime now)
{
    if (const auto object = LockObject::parse(value))
        return object->expiry(now);
    const auto time = isNumber(value.substr(0, value.find('.'))) || writtenTime(value)
        ? anyTime(value, now)
        : std::nullopt;
    return time && (*time > now || (!hasTtl && !writtenTime(value))) ? time : std::nullopt;
}

constexpr std::string_view kSeparators = ":|/#_-.";

/// `worker-3-1795466886342`: seconds to nanoseconds. nullopt: no such end, or nothing before it.
std::optional<WallTime> takeTime(std::string_view& text, WallTime now)
{
    const auto before = text.find_last_not_of("0123456789");
    if (before == std::string_view::npos || before == 0
        || kSeparators.find(text[before]) == std::string_view::npos)
        return std::nullopt;
    const auto time = unixTimeIn(text.substr(before + 1), now);
    if (time)
        text = text.substr(0, before);
    return time;
}

/// `web-3-1795466886342-koz55n08wsl` becomes `web-3`. The time may be the process's start.
bool dropRandomAfterTime(std::string_view& text, WallTime now)
{
    constexpr std::size_t kShortest = 4;
    const auto last = text.find_last_of(":|/#_-");
    if (last == std::string_view::npos || text.size() - last <= kShortest)
        return false;
    const auto random = text.substr(last + 1);
    const bool isRandom = std::ranges::any_of(random, isAsciiDigit)
        && std::ranges::all_of(random, [](char c) { return isAsciiAlphanumeric(c) || c == '.'; });
    auto before = text.substr(0, last);
    if (!isRandom || unixTimeIn(random, now) || !takeTime(before, now))
        return false;
    text = before;
    return true;
}

bool isDigest(std::string_view text)
{
    return (text.size() == 40 || text.size() == 64) && isLowerHex(text);
}

bool namesThread(std::string_view text)
{
    return toAsciiLower(text).find("thread") != std::string::npos;
}

bool endsInIpAddress(std::string_view name)
{
    const auto first = name.find_last_not_of("0123456789.");
    return isIpAddress(name.substr(first == std::string_view::npos ? 0 : first + 1));
}

bool endsInDate(std::string_view text)
{
    const auto last = text.find_last_of(": ");
    const auto time
        = last == std::string_view::npos ? std::nullopt : writtenTime(text.substr(last + 1));
    return time && time->isDay;
}

/// A dict or list by Python's pickle, perhaps after Flask-Caching's `!`, without a holder.
bool isPickledData(std::string_view text)
{
    constexpr std::size_t kProtocol = 2;
    constexpr std::size_t kFrame = 9;
    text.remove_prefix(text.starts_with('!') ? 1 : 0);
    if (text.size() <= kProtocol || !text.starts_with('\x80') || !text.ends_with('.'))
        return false;
    text.remove_prefix(kProtocol);
    text.remove_prefix(text.starts_with('\x95') ? std::min(kFrame, text.size()) : 0);
    const auto mentions
        = [text](std::string_view word) { return text.find(word) != std::string_view::npos; };
    return (text.starts_with('}') || text.starts_with(']')) && !mentionsLock(text)
        && std::ranges::none_of(std::array{"owner"sv, "host"sv, "pid"sv}, mentions);
}

/// Not `[pid 31423] web-2` or `[::1]:4711`, nor Jackson's form of one value.
bool isDocument(std::string_view text)
{
    if (text.starts_with("[\"java.") && text.size() <= kLongestText)
        return false;
    return text.size() > kLongestText || isPickledData(text) || text.starts_with('<')
        || text.starts_with('{') || (text.starts_with('[') && nlohmann::json::accept(text));
}

bool isData(std::string_view text, bool hasTtl)
{
    if (text.find("://") != std::string_view::npos || text.starts_with('/'))
        return true;
    if (std::ranges::find(kOtherStateWords, toAsciiLower(text)) != kOtherStateWords.end())
        return true;
    const bool hasDigits = std::ranges::any_of(text, isAsciiDigit);
    return !hasTtl && !hasDigits && text.find_first_of(" ,") != std::string_view::npos;
}

/// With a fraction, but no time and no random number between 0 and 1.
bool isQuantity(std::string_view text)
{
    constexpr std::size_t kFewestRandomDigits = 10;
    constexpr std::size_t kDigitsOfTime = 10;
    const auto point = text.find('.');
    if (point == 0 || point == std::string_view::npos)
        return false;
    const auto fraction = text.substr(point + 1);
    return isNumber(text.substr(0, point)) && !fraction.starts_with('-') && isNumber(fraction)
        && point < kDigitsOfTime && fraction.size() < kFewestRandomDigits;
}

/// So the lock is an account's.
bool holdsAddress(std::string_view name)
{
    if (endsInIpAddress(name))
        return true;
    const auto at = name.find('@');
    return at != std::string_view::npos && at > 0 && isNameCharacter(name[at - 1])
        && name.find('.', at) != std::string_view::npos;
}

/// Perhaps a reason or state: `fraud`.
bool isWord(std::string_view text)
{
    return std::ranges::all_of(text, [](char c) { return isAsciiLetter(c) || c == '_'; });
}

bool isLockedAccount(const KeyReading& reading)
{
    return holdsAddress(reading.key) || isOfAccount(reading.key);
}

/// Empty: not all have a time.
std::vector<WallTime> timesOf(const HashFields& fields, WallTime now)
{
    std::vector<WallTime> times;
    for (const auto& [name, value] : fields) {
        const auto time = unixTimeIn(value, now + std::chrono::days(365));
        if (!time)
            return {};
        times.push_back(*time);
    }
    return times;
}

bool isCounts(const HashFields& fields)
{
    constexpr std::size_t kLongest = 6;
    return fields.size() > 1 && std::ranges::all_of(fields, [](const auto& field) {
        return field.second.size() <= kLongest && isNumber(field.second);
    });
}

std::optional<DecodedLock> tellHash(const KeyReading& reading, WallTime now)
{
    constexpr std::size_t kMostFields = 16;
    if (reading.fields.empty() || reading.fields.size() > kMostFields || isRecord(reading.fields))
        return std::nullopt;
    const LockObject object(reading.fields);
    if (object.storesSecret() || isCounts(reading.fields)
        || (!object.namesOwner() && timesOf(reading.fields, now).empty() && !reading.ttl))
        return std::nullopt;
    DecodedLock lock{.scope = ValueScope::Shared};
    lock.holder = object.holder(now);
    lock.expiresAt = object.expiry(now);
    return lock;
}

std::optional<DecodedLock> tellSortedSet(const KeyReading& reading, WallTime now)
{
    const auto times = timesOf(reading.fields, now);
    auto lock = lockOf(std::vector<Holder>(times.size()), ValueScope::Shared, LockMode::Semaphore,
        trNoop("$0 permits", "holder"));
    if (lock && std::ranges::max(times) > now)
        lock->expiresAt = std::ranges::max(times);
    return lock;
}

MaybeCertain certaintyOfCollection(const KeyReading& /*reading*/, NameHint name)
{
    return name == NameHint::Lock ? std::optional(likelyByValue(name)) : std::nullopt;
}

/// `i:1999;` becomes `1999`.
std::string_view withoutPhp(std::string_view value)
{
    return value.starts_with("i:") && value.ends_with(';')
            && isNumber(value.substr(2, value.size() - 3))
        ? value.substr(2, value.size() - 3)
        : value;
}

bool takeFormOfTime(std::string_view& text)
{
    if (takeWrittenTime(text))
        return true;
    const auto before = text.find_last_not_of("0123456789");
    if (before == std::string_view::npos || before == 0)
        return false;
    const auto digits = text.substr(before + 1);
    constexpr std::size_t kSeconds = 10;
    constexpr std::size_t kMilliseconds = 13;
    if ((digits.size() != kSeconds && digits.size() != kMilliseconds) || !digits.starts_with('1'))
        return false;
    text = text.substr(0, before);
    return true;
}

/// A future time is the expiry, as in `owner:expiry`. Members of an object say theirs.
void separateExpiry(DecodedLock& lock, const KeyReading& reading, WallTime now)
{
    constexpr std::chrono::seconds kSkew{10}; // of the holder's clock
    constexpr std::chrono::seconds kNear{2};
    const auto time = lock.holder.since;
    if (time == lock.expiresAt)
        lock.holder.since.reset();
    if (!time || *time <= now || reading.value.starts_with('{'))
        return;
    const bool isEndOfTtl = reading.ttl && std::chrono::abs(*time - (now + *reading.ttl)) <= kNear;
    if (!isEndOfTtl && *time <= now + kSkew)
        return;
    lock.expiresAt = time;
    lock.holder.since.reset();
}

std::optional<CertaintyReason> objectionIf(bool isAgainst, CertaintyReason reason)
{
    return isAgainst ? std::optional(reason) : std::nullopt;
}

bool tellsOfAccount(const KeyReading& reading, std::string_view value)
{
    const bool isOfLockout = isNumber(value) || isDigest(value) || writtenTime(value)
        || (!reading.ttl && isWord(value));
    return (isOfLockout && isLockedAccount(reading))
        || std::ranges::any_of(kAccountSigns,
            [&](std::string_view sign) { return value.find(sign) != std::string_view::npos; });
}

/// Longer numbers are times and random ids.
bool isShort(std::string_view number)
{
    return number.size() <= 9;
}

std::optional<CertaintyReason> objectionToNumber(const KeyReading& reading, std::string_view number)
{
    const bool isPid = reading.key.ends_with(".lock") && !reading.ttl && number.size() > 1;
    if (!isShort(number) || isPid)
        return std::nullopt;
    return number == "0"
        ? CertaintyReason::Zero
        : objectionIf(!reading.ttl || isOfStock(reading.key), CertaintyReason::Counter);
}

} // namespace

bool namesLock(const KeyReading& reading)
{
    const auto value = stringValue(reading);
    // Skips most JSON of caches without parsing.
    if (!value || !value->starts_with('{') || !mentionsLock(*value))
        return false;
    const auto object = LockObject::parse(*value);
    return object && object->hasLockMember() && !object->saysFree();
}

std::optional<CertaintyReason> objectionTo(const KeyReading& reading)
{
    using Reason = CertaintyReason;
    auto value = stringValue(reading);
    if (!value || value->size() > KeyReading::kMaxValue)
        return Reason::Unreadable;
    value = withoutPhp(*value);
    if (!reading.ttl && isOfSetting(reading.key))
        return Reason::Document;
    if (isNumber(*value) && isShort(*value) && *value != "0" && isOfCounter(reading.key))
        return Reason::Counter;
    if (*value == "1" && !reading.ttl && isOfPermits(reading.key))
        return Reason::Counter;
    if (isStateWord(*value))
        return objectionIf(isLockedAccount(reading), Reason::AccountFlag);
    if (tellsOfAccount(reading, *value))
        return Reason::AccountFlag;
    if (saysFree(*value))
        return Reason::SaysFree;
    if (isQuantity(*value))
        return Reason::Quantity;
    // A date alone is a deadline.
    if (const auto time = writtenTime(*value))
        return objectionIf(time->isDay, Reason::Date);
    if (isNumber(*value))
        return objectionToNumber(reading, *value);
    if (const auto object = LockObject::parse(*value))
        return object->saysFree()
            ? std::optional(Reason::SaysFree)
            : objectionIf(!object->tellsOfHolder() || object->storesSecret(), Reason::NoOwner);
    if (endsInDate(*value))
        return Reason::Date;
    return objectionIf(
        isDocument(*value) || isData(*value, reading.ttl.has_value()), Reason::Document);
}

bool isNamedAfterValue(const KeyReading& reading)
{
    constexpr std::size_t kShortest = 6;
    const auto value = stringValue(reading);
    return value && value->size() >= kShortest && reading.key.find(*value) != std::string::npos;
}

bool isNamedToken(const KeyReading& reading)
{
    constexpr std::size_t kShortestName = 4;
    constexpr std::size_t kShortestRandom = 16;
    const auto value = stringValue(reading);
    const auto at = value && reading.key.size() >= kShortestName && value->size() <= kLongestText
        ? value->find(reading.key)
        : std::string_view::npos;
    if (at == std::string_view::npos)
        return false;
    const auto isSeparator = [](char c) { return kSeparators.find(c) != std::string_view::npos; };
    const auto rest = value->substr(at + reading.key.size());
    if (rest.empty() || !isSeparator(rest.front()) || (at > 0 && !isSeparator((*value)[at - 1])))
        return false;
    const auto random = rest.substr(1);
    return isUuid(random)
        || (random.size() >= kShortestRandom && isLowerHex(random)
            && std::ranges::any_of(random, isAsciiDigit)
            && std::ranges::any_of(random, isAsciiLetter));
}

bool isFence(const KeyReading& reading)
{
    const auto value = stringValue(reading);
    if (!value || reading.ttl || !isNumber(*value))
        return false;
    const std::string name = toAsciiLower(reading.key);
    return name.find("fence") != std::string::npos || name.find("fencing") != std::string::npos;
}

std::optional<OwnerForm> ownerFormOf(const KeyReading& reading)
{
    constexpr std::size_t kShortestRandom = 6;
    const auto value = stringValue(reading);
    if (!value || value->size() > kLongestText)
        return std::nullopt;
    std::string_view owner = *value;
    const bool hasTime = takeFormOfTime(owner);
    const auto process = hostAndPid(owner);
    if (process && reading.key.find(*process->host) != std::string::npos)
        return std::nullopt; // kept by this process itself
    if (process && process->pid
        && (hasTime || value->find("pid=") != std::string_view::npos || namesThread(*value)))
        return OwnerForm::Process;
    const auto last = value->find_last_of(":|/#-_@");
    if (last == std::string_view::npos)
        return std::nullopt;
    const auto random = value->substr(last + 1);
    const auto before = value->substr(0, last);
    if (isNumber(random) && process)
        return OwnerForm::Instance;
    const bool isRandomEnd = random.size() >= kShortestRandom && isLowerHex(random)
        && std::ranges::any_of(random, isAsciiDigit) && std::ranges::any_of(random, isAsciiLetter);
    if (!isRandomEnd)
        return std::nullopt;
    if (hostAndPid(before))
        return OwnerForm::Process;
    return isName(before) ? std::optional(OwnerForm::Instance) : std::nullopt;
}

Holder holderIn(std::string_view value, WallTime now)
{
    if (const auto object = LockObject::parse(value))
        return object->holder(now);
    Holder holder;
    if (value.size() > kLongestText)
        return holder;
    if (const auto time = writtenTime(value)) {
        const bool isPast = time->at && *time->at <= now + std::chrono::days(1);
        holder.since = isPast ? time->at : std::nullopt;
        if (!time->at && !time->isDay)
            holder.detail = std::string(value); // only its writer knows the zone
        return holder;
    }
    if (const auto time = unixTimeIn(value, now)) {
        holder.since = time;
        return holder;
    }
    const auto written = takeWrittenTime(value);
    const bool wasToken = !written && dropRandomAfterTime(value, now);
    holder.since = written ? written->at : takeTime(value, now);
    if (auto found = hostAndPid(value)) {
        found->since = holder.since;
        return std::move(*found);
    }
    if (const auto at = value.find('@'); at != std::string_view::npos && isName(value.substr(0, at))
        && isName(value.substr(at + 1))) {
        holder.detail = std::string(value.substr(0, at));
        holder.host = std::string(value.substr(at + 1));
        return holder;
    }
    // The number after an address is a port.
    if (const auto address = value.substr(0, value.find(':')); isIpAddress(address)) {
        holder.host = std::string(address);
        return holder;
    }
    if (namesThingWithNumber(value)) {
        holder.detail = std::string(value);
        return holder;
    }
    const bool isOtherState
        = std::ranges::find(kOtherStateWords, toAsciiLower(value)) != kOtherStateWords.end();
    if (isStateWord(value) || isOtherState || !isName(value))
        return holder;
    if (isThreadName(value)) {
        holder.thread = std::string(value);
        return holder;
    }
    // Hosts have no underscore.
    const bool isHost = value.find('_') == std::string_view::npos && isTellingHost(value);
    if (wasToken && !isHost)
        return holder; // `lock_1795466886342_koz55n08wsl`
    (isHost ? holder.host : holder.detail) = std::string(value);
    return holder;
}

Format unknownFormat()
{
    return {.name = std::string(kUnknownFormat),
        .recognise = [](const KeyReading& reading, WallTime now) -> std::optional<DecodedLock> {
            const auto value = stringValue(reading);
            if (!value)
                return std::nullopt;
            // `lock:order:5` = `order:5` repeats the name.
            const Holder holder = isNamedAfterValue(reading) ? Holder() : holderIn(*value, now);
            DecodedLock lock{.scope = scopeOfValue(reading),
                .holder = holder,
                .expiresAt = expiryIn(*value, reading.ttl.has_value(), now)};
            separateExpiry(lock, reading, now);
            return lock;
        },
        .certainty = certainByNameOnly};
}

Format unknownHashFormat()
{
    return {.name = std::string(kUnknownFormat),
        .shape = {.type = ValueType::Hash},
        .recognise = tellHash,
        .certainty = certaintyOfCollection,
        .isReleasable = false};
}

Format unknownSortedSetFormat()
{
    const auto certainty = [](const KeyReading& reading, NameHint name) {
        return isOfManyLocks(reading.key) ? std::nullopt : certaintyOfCollection(reading, name);
    };
    return {.name = std::string(kUnknownFormat),
        .shape = {.type = ValueType::SortedSet},
        .recognise = tellSortedSet,
        .certainty = certainty,
        .isReleasable = false};
}

} // namespace lockkeeper::observe
