// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/traffic/traffic_learner.h"

#include "core/text/number.h"

#include <absl/strings/ascii.h>
#include <algorithm>
#include <span>

namespace lockkeeper::observe {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::seconds;

/// Servers expire late, and the TTL precedes the command's arrival.
constexpr milliseconds kTolerance{50};
/// A TTL set so soon belongs to the taking.
constexpr seconds kTaking{1};
constexpr std::size_t kMostWatched = 100; ///< of one WATCH, or read by one script

/// Clients of a Unix socket share an address.
constexpr std::uint32_t kAnyOf = 0;

std::uint32_t clientOf(const std::string& address)
{
    if (address.starts_with("unix:"))
        return kAnyOf;
    return static_cast<std::uint32_t>(seededHash(address)) | 1U;
}

std::optional<microseconds> timeIn(std::string_view unit, std::string_view text, microseconds now)
{
    constexpr std::int64_t kMost = std::int64_t{1} << 43U; // milliseconds: 278 years
    const auto number = numberIn<std::int64_t>(text);
    if (!number || *number <= 0 || *number > kMost)
        return std::nullopt;
    const bool isMilliseconds = unit.starts_with('p');
    const microseconds time
        = isMilliseconds ? microseconds(milliseconds(*number)) : microseconds(seconds(*number));
    return unit.ends_with("at") ? time - now : time;
}

struct SetOptions {
    bool isIfAbsent = false;
    bool isIfThere = false; ///< or has a certain value
    bool keepsTtl = false;
    std::optional<microseconds> ttl;
};

SetOptions optionsOf(const MonitorLine& line)
{
    SetOptions options;
    for (std::size_t i = 3; i < line.arguments.size(); ++i) {
        const std::string option = absl::AsciiStrToLower(line.arguments[i]);
        options.isIfAbsent = options.isIfAbsent || option == "nx";
        options.isIfThere = options.isIfThere || isOneOf(option, {"xx", "ifeq", "ifdeq"});
        options.keepsTtl = options.keepsTtl || option == "keepttl";
        if (isOneOf(option, {"ex", "px", "exat", "pxat"}) && i + 1 < line.arguments.size())
            options.ttl = timeIn(option, line.arguments[++i], line.at);
    }
    return options;
}

} // namespace

HeardUse& HeardUse::operator+=(const HeardUse& other)
{
    taken += other.taken;
    tries += other.tries;
    released += other.released;
    byOwner += other.byOwner;
    compared += other.compared;
    takenAgain += other.takenAgain;
    renewed += other.renewed;
    overwritten += other.overwritten;
    reads += other.reads;
    return *this;
}

bool isUsedAsLock(const HeardUse& use)
{
    const std::size_t wanted = use.taken + use.tries;
    // Locks held all the time are only wanted and renewed.
    const bool isTaken = use.taken >= 2 || (wanted >= 1 && use.renewed >= 2);
    const bool isShared = use.tries + use.takenAgain + use.renewed > 0;
    const bool isOwn = isShared || (use.compared == use.released && use.byOwner == use.released);
    // Another connection of a pool may release it.
    const bool isByOwner = use.tries + use.renewed > 0 || 4 * use.byOwner >= use.released;
    const bool isGivenBack = 3 * use.released >= use.taken && isOwn && isByOwner;
    return isTaken && (isGivenBack || use.renewed > 0) && 10 * use.overwritten <= use.taken
        && 4 * use.reads <= 5 * wanted + 8;
}

bool TrafficLearner::Key::isOwnedBy(std::uint32_t client) const noexcept
{
    return owner == client && client != kAnyOf;
}

TrafficLearner::TrafficLearner(std::size_t masters, std::function<void(const KeyReading&)> onTaken)
    : m_masters(masters)
    , m_onTaken(std::move(onTaken))
    , m_scripts(masters)
{ }

void TrafficLearner::add(std::size_t master, int database, const MonitorLine& line)
{
    if (line.database != database)
        return;
    const std::string command = line.command();
    Script& script = m_scripts[master];
    const bool isInScript = line.address == "lua";
    if (!isInScript) {
        endScript(master);
        script = {.client = clientOf(line.address), .read = {}, .changed = {}};
    }
    if (isScriptCall(command))
        return;
    onCommand({master, line, isInScript ? &script : nullptr, script.client}, command);
}

void TrafficLearner::onCommand(const Event& event, const std::string& command)
{
    const std::vector<std::string>& arguments = event.line.arguments;
    if (isOneOf(command, {"flushall", "flushdb"}))
        return forgetAll(event.master);
    if (isOneOf(command, {"exec", "discard", "unwatch"})) {
        m_watched.erase(watcherOf(event));
        return;
    }
    if (arguments.size() < 2)
        return;
    const std::span keys = std::span(arguments).subspan(1);
    if (command == "mget") {
        for (const std::string& key : keys)
            read(event, key);
    } else if (isOneOf(command, {"del", "unlink"})) {
        for (const std::string& key : keys)
            remove(event, key);
    } else if (isOneOf(command, {"mset", "msetnx"})) {
        for (std::size_t i = 0; i + 1 < keys.size(); i += 2)
            command == "msetnx" ? take(event, keys[i], keys[i + 1], {})
                                : write(event, keys[i], keys[i + 1], {});
    } else if (command == "watch" && m_watched.size() < kMostNames) {
        for (const std::string& key : keys.first(std::min(keys.size(), kMostWatched)))
            m_watched[watcherOf(event)].insert(seededHash(key));
    } else {
        onOneKey(event, command);
    }
}

void TrafficLearner::onOneKey(const Event& event, const std::string& command)
{
    const auto at = [&](std::size_t index) -> const std::string& {
        static const std::string kNone;
        return index < event.line.arguments.size() ? event.line.arguments[index] : kNone;
    };
    const auto time = [&](std::string_view unit, std::size_t index) {
        return timeIn(unit, at(index), event.line.at);
    };
    const std::string& key = at(1);
    if (command == "set")
        onSet(event);
    else if (isOneOf(command, {"setnx", "hsetnx"}))
        take(event, key, at(2), {});
    else if (isOneOf(command, {"setex", "psetex"}))
        write(event, key, at(3), time(command == "psetex" ? "px" : "ex", 2));
    else if (isOneOf(command,
                 {"getset", "append", "setrange", "incr", "incrby", "incrbyfloat", "decr", "decrby",
                     "hincrby"}))
        write(event, key, at(2), {});
    else if (isOneOf(command, {"hset", "hmset"}))
        write(event, key, at(2) + '=' + at(3), {});
    else if (isOneOf(command, {"getdel", "delex", "hdel"}))
        remove(event, key);
    else if (isOneOf(command, {"expire", "pexpire"}))
        prolong(event, key, time(command.front() == 'p' ? "px" : "ex", 2));
    else if (isOneOf(command, {"expireat", "pexpireat"}))
        prolong(event, key, time(command.front() == 'p' ? "pxat" : "exat", 2));
    else if (isOneOf(command, {"get", "getex", "hget", "hmget", "hgetall", "exists", "hexists"}))
        read(event, key);
}

void TrafficLearner::onSet(const Event& event)
{
    const std::vector<std::string>& arguments = event.line.arguments;
    if (arguments.size() < 3)
        return;
    const SetOptions options = optionsOf(event.line);
    if (options.isIfAbsent)
        return take(event, arguments[1], arguments[2], options.ttl);
    Key* const key = find(event, arguments[1]);
    if (key != nullptr && key->isHeld && options.isIfThere) {
        key->value = seededHash(arguments[2]);
        return prolong(event, arguments[1], options.keepsTtl ? std::nullopt : options.ttl);
    }
    write(event, arguments[1], arguments[2], options.ttl);
}

TrafficLearner::Known* TrafficLearner::known(const std::string& name)
{
    const auto found = m_names.find(name);
    if (found != m_names.end())
        return &found->second;
    if (m_names.size() >= kMostNames || name.size() > kLongestName) {
        m_isCut = true;
        return nullptr;
    }
    ++m_news;
    Known& added = m_names[name];
    added.keys.resize(m_masters);
    return &added;
}

TrafficLearner::Key* TrafficLearner::find(const Event& event, const std::string& name)
{
    const auto found = m_names.find(name);
    return found == m_names.end() ? nullptr : &found->second.keys[event.master];
}

std::uint64_t TrafficLearner::watcherOf(const Event& event) noexcept
{
    return std::uint64_t{event.client} << 8U | (event.master & 0xFFU);
}

bool TrafficLearner::isConditional(const Event& event, const std::string& name) const
{
    if (event.script != nullptr)
        return event.script->read.contains(name);
    const auto found = m_watched.find(watcherOf(event));
    return found != m_watched.end() && found->second.contains(seededHash(name));
}

void TrafficLearner::noteChanged(const Event& event, const std::string& name)
{
    if (event.script != nullptr && event.script->read.contains(name))
        event.script->changed.insert(name);
}

void TrafficLearner::count(std::size_t& uses)
{
    constexpr std::size_t kEnough = 3; // more of one key teach nothing
    m_news += uses++ < kEnough ? 1 : 0;
}

void TrafficLearner::note(Known& known, std::uint32_t client)
{
    if (known.clients.size() < Name::kMostClients
        && std::ranges::find(known.clients, client) == known.clients.end())
        known.clients.push_back(client);
}

void TrafficLearner::take(
    const Event& event, const std::string& name, const std::string& value, std::optional<Time> ttl)
{
    noteChanged(event, name);
    Known* const known = this->known(name);
    if (known == nullptr)
        return;
    Key& key = known->keys[event.master];
    note(*known, event.client);
    const Time now = event.line.at;
    if (key.isThere(now)) {
        ++key.use.tries;
        return;
    }
    count(key.use.taken);
    key.use.takenAgain += key.wasReleased ? 1 : 0;
    key.isHeld = true;
    key.value = seededHash(value);
    key.owner = event.client;
    key.takenAt = now;
    key.expireAfter(ttl, now);
    if (m_onTaken) {
        m_onTaken({.key = name,
            .type = ValueType::String,
            .value = value,
            .ttl
            = ttl ? std::optional(std::chrono::duration_cast<milliseconds>(*ttl)) : std::nullopt});
    }
}

/// Written unconditionally, unless a script has read it.
void TrafficLearner::write(
    const Event& event, const std::string& name, const std::string& value, std::optional<Time> ttl)
{
    noteChanged(event, name);
    Known* const known = this->known(name);
    if (known == nullptr)
        return;
    Key& key = known->keys[event.master];
    const bool isThere = key.isThere(event.line.at);
    const bool isSame = isThere && key.value == seededHash(value);
    if (isSame && (ttl || event.line.command() != "set"))
        return ttl ? prolong(event, name, ttl) : void();
    const bool hasLooked = isConditional(event, name);
    // Seen as gone, perhaps a moment early.
    const bool isEnding = key.until && event.line.at + kTolerance >= *key.until;
    if (hasLooked && (!isThere || isEnding)) {
        key.isHeld = false;
        return take(event, name, value, ttl);
    }
    // Writes of one script belong together.
    if (hasLooked && key.owner == event.client && event.line.at - key.takenAt < kTolerance)
        return;
    ++key.use.overwritten;
    key.isHeld = false;
}

void TrafficLearner::remove(const Event& event, const std::string& name)
{
    noteChanged(event, name);
    Key* const key = find(event, name);
    if (key == nullptr || !key->isHeld)
        return;
    key->isHeld = false;
    if (key->until && event.line.at + kTolerance >= *key->until)
        return;
    count(key->use.released);
    key->wasReleased = true;
    const bool isCompared = isConditional(event, name) || event.line.command() == "delex";
    key->use.compared += isCompared ? 1 : 0;
    key->use.byOwner += isCompared || key->isOwnedBy(event.client) ? 1 : 0;
}

void TrafficLearner::prolong(const Event& event, const std::string& name, std::optional<Time> ttl)
{
    noteChanged(event, name);
    Known* const known = this->known(name);
    if (known == nullptr)
        return;
    Key& key = known->keys[event.master];
    const Time now = event.line.at;
    const bool isCompared = isConditional(event, name);
    if (key.isHeld && !key.until && now - key.takenAt < kTaking) {
        key.expireAfter(ttl, now);
        return;
    }
    if (ttl && *ttl <= kTolerance)
        return remove(event, name);
    // The comparison shows that it was taken before.
    if (!key.isHeld && !isCompared)
        return;
    if (isCompared || key.isOwnedBy(event.client)) {
        count(key.use.renewed);
        note(*known, event.client);
    }
    key.isHeld = true;
    key.expireAfter(ttl, now);
}

void TrafficLearner::read(const Event& event, const std::string& name)
{
    if (event.script != nullptr) {
        if (event.script->read.size() < kMostWatched)
            event.script->read.insert(name);
        return;
    }
    if (Key* const key = find(event, name); key != nullptr && event.line.command() != "exists")
        ++key->use.reads;
}

void TrafficLearner::endScript(std::size_t master)
{
    const Script& script = m_scripts[master];
    for (const std::string& name : script.read) {
        const auto found = m_names.find(name);
        if (found == m_names.end() || script.changed.contains(name))
            continue;
        Key& key = found->second.keys[master];
        if (!key.isHeld || key.isOwnedBy(script.client))
            continue;
        ++key.use.tries;
        note(found->second, script.client);
    }
}

void TrafficLearner::forgetAll(std::size_t master)
{
    for (auto& [name, known] : m_names)
        known.keys[master].isHeld = false;
}

std::vector<TrafficLearner::Name> TrafficLearner::names() const
{
    std::vector<Name> names;
    for (const auto& [name, known] : m_names) {
        const auto most = std::ranges::max_element(known.keys, {}, [](const Key& key) {
            return key.use.taken + key.use.tries + key.use.renewed + key.use.overwritten;
        });
        const HeardUse& use = most->use;
        if (use.taken + use.tries + use.renewed + use.overwritten > 0)
            names.push_back({name, use, known.clients});
    }
    return names;
}

} // namespace lockkeeper::observe
