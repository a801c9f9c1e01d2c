// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fake_redis.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace lockkeeper::tests {

using redis::Reply;

namespace {

const char* const kWrongType = "WRONGTYPE Operation against a key holding the wrong kind of value";
const char* const kNoInteger = "ERR value is not an integer or out of range";

/// A command's name or an option in upper case, cut to the longest that is known.
class UpperCase {
public:
    explicit UpperCase(std::string_view name)
        : m_size(std::min(name.size(), m_text.size()))
    {
        std::ranges::transform(name.substr(0, m_size), m_text.begin(),
            [](char c) { return 'a' <= c && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
    }
    [[nodiscard]] std::string_view text() const noexcept { return {m_text.data(), m_size}; }

private:
    std::array<char, 12> m_text{};
    std::size_t m_size;
};

std::optional<std::int64_t> integerIn(std::string_view text)
{
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size())
        return std::nullopt;
    return number;
}

std::string_view argument(FakeRedis::Arguments arguments, std::size_t index)
{
    return index < arguments.size() ? arguments[index] : std::string_view();
}

} // namespace

FakeRedis::FakeRedis(std::shared_ptr<LuaScripts> lua)
    : m_lua(std::move(lua))
    , m_call([this](Arguments call) { return executePlain(call); })
{ }

const FakeRedis::Stored* FakeRedis::stored(std::string_view key, Time now) const
{
    const auto found = m_keys.find(key);
    // A key still exists in the millisecond in which its TTL runs out.
    const bool isThere
        = found != m_keys.end() && (!found->second.expires || now <= *found->second.expires);
    return isThere ? &found->second : nullptr;
}

const std::string* FakeRedis::find(std::string_view key, Time now) const
{
    const Stored* const found = stored(key, now);
    return found == nullptr ? nullptr : &found->value;
}

std::optional<FakeRedis::Time> FakeRedis::ttlOf(std::string_view key, Time now) const
{
    const Stored* const found = stored(key, now);
    if (found == nullptr || !found->expires)
        return std::nullopt;
    return *found->expires - now;
}

std::vector<std::string> FakeRedis::keys(Time now) const
{
    std::vector<std::string> keys;
    for (const auto& [key, content] : m_keys) {
        if (stored(key, now) != nullptr)
            keys.push_back(key);
    }
    return keys;
}

void FakeRedis::restore(const Change& change)
{
    if (change.before)
        m_keys[change.key] = *change.before;
    else
        m_keys.erase(change.key);
}

void FakeRedis::clear()
{
    m_keys.clear();
    m_scripts.clear();
}

Reply FakeRedis::execute(const std::vector<std::string>& arguments, Time now)
{
    const std::vector<std::string_view> views(arguments.begin(), arguments.end());
    return execute(Arguments(views), now);
}

Reply FakeRedis::execute(Arguments arguments, Time now)
{
    m_now = now;
    m_changes.clear();
    const UpperCase name(argument(arguments, 0));
    if (name.text() == "EVAL" || name.text() == "EVALSHA")
        return runScript(arguments);
    return executePlain(arguments);
}

Reply FakeRedis::executePlain(Arguments arguments)
{
    const UpperCase upper(argument(arguments, 0));
    const std::string_view name = upper.text();
    const std::string_view key = argument(arguments, 1);
    if (name == "PING")
        return Reply::status("PONG");
    if (name == "EXISTS")
        return Reply::number(stored(key) == nullptr ? 0 : 1);
    if (name == "SET")
        return set(arguments);
    if (name == "SETNX")
        return setIfFree(key, argument(arguments, 2));
    if (name == "DEL")
        return del(key);
    if (name == "PTTL")
        return Reply::number(
            stored(key) == nullptr ? -2 : ttlOf(key, m_now).value_or(Time(-1)).count());
    if (name == "EXPIRE" || name == "PEXPIRE") {
        const auto ttl = integerIn(argument(arguments, 2));
        if (!ttl)
            return Reply::error(kNoInteger);
        return expire(key, name == "EXPIRE" ? std::chrono::seconds(*ttl) : Time(*ttl));
    }
    if (name == "PERSIST")
        return persist(key);
    if (name == "MGET")
        return getMany(arguments);
    if (name == "TYPE") {
        const Stored* const found = stored(key);
        return Reply::status(found == nullptr ? "none" : found->isList ? "list" : "string");
    }
    return executeOnString(name, arguments);
}

/// Commands that refuse a key of another type.
Reply FakeRedis::executeOnString(std::string_view name, Arguments arguments)
{
    const std::string_view key = argument(arguments, 1);
    const Stored* const found = stored(key);
    if (name == "RPUSH") {
        if (found != nullptr && !found->isList)
            return Reply::error(kWrongType);
        // Its elements don't matter, only their number.
        const std::size_t size = found == nullptr ? 1 : found->value.size() + 1;
        const auto expires = found == nullptr ? std::nullopt : found->expires;
        store(key, std::string(size, '*'), expires);
        m_keys.find(key)->second.isList = true;
        return Reply::number(static_cast<std::int64_t>(size));
    }
    const bool isKnown = name == "GET" || name == "GETRANGE" || name == "GETSET" || name == "INCR";
    if (!isKnown)
        return Reply::error("ERR unknown command '" + std::string(argument(arguments, 0)) + "'");
    if (found != nullptr && found->isList)
        return Reply::error(kWrongType);
    if (name == "GET")
        return found == nullptr ? Reply::nil() : Reply::string(found->value);
    if (name == "GETRANGE")
        return getRange(arguments);
    if (name == "GETSET")
        return getAndSet(arguments);
    return increment(key);
}

/// Notes a key that is about to be changed.
void FakeRedis::note(std::string_view key)
{
    const Stored* const found = stored(key);
    m_changes.push_back(
        {std::string(key), found == nullptr ? std::nullopt : std::optional(*found)});
}

void FakeRedis::store(std::string_view key, std::string_view value, std::optional<Time> expires)
{
    note(key);
    auto found = m_keys.lower_bound(key);
    if (found == m_keys.end() || found->first != key)
        found = m_keys.emplace_hint(found, key, Stored());
    found->second.value = value;
    found->second.expires = expires;
    found->second.isList = false;
}

Reply FakeRedis::set(Arguments arguments)
{
    const std::string_view key = argument(arguments, 1);
    std::optional<Time> expires;
    bool isOnlyIfFree = false;
    for (std::size_t i = 3; i < arguments.size(); ++i) {
        const UpperCase upper(arguments[i]);
        const std::string_view option = upper.text();
        if (option == "NX") {
            isOnlyIfFree = true;
        } else if (option == "PX" || option == "EX") {
            const auto ttl = integerIn(argument(arguments, ++i));
            if (!ttl)
                return Reply::error(kNoInteger);
            if (*ttl <= 0)
                return Reply::error("ERR invalid expire time in 'set' command");
            expires = m_now + (option == "PX" ? Time(*ttl) : std::chrono::seconds(*ttl));
        } else if (option == "KEEPTTL") {
            if (const auto left = ttlOf(key, m_now))
                expires = m_now + *left;
        } else {
            return Reply::error("ERR syntax error");
        }
    }
    if (isOnlyIfFree && stored(key) != nullptr)
        return Reply::nil();
    store(key, argument(arguments, 2), expires);
    return Reply::status("OK");
}

Reply FakeRedis::setIfFree(std::string_view key, std::string_view value)
{
    if (stored(key) != nullptr)
        return Reply::number(0);
    store(key, value, std::nullopt);
    return Reply::number(1);
}

/// Supports no negative offsets.
Reply FakeRedis::getRange(Arguments arguments) const
{
    const Stored* const found = stored(argument(arguments, 1));
    const auto start = integerIn(argument(arguments, 2));
    const auto end = integerIn(argument(arguments, 3));
    if (!start || !end)
        return Reply::error(kNoInteger);
    const auto first = static_cast<std::size_t>(*start);
    if (found == nullptr || first >= found->value.size() || *end < *start)
        return Reply::string({});
    return Reply::string(found->value.substr(first, static_cast<std::size_t>(*end - *start + 1)));
}

Reply FakeRedis::getMany(Arguments arguments) const
{
    std::vector<Reply> values;
    for (const std::string_view key : arguments.subspan(1)) {
        const Stored* const found = stored(key);
        const bool isString = found != nullptr && !found->isList;
        values.push_back(isString ? Reply::string(found->value) : Reply::nil());
    }
    return Reply::array(std::move(values));
}

Reply FakeRedis::getAndSet(Arguments arguments)
{
    const std::string_view key = argument(arguments, 1);
    const Stored* const found = stored(key);
    Reply old = found == nullptr ? Reply::nil() : Reply::string(found->value);
    store(key, argument(arguments, 2), std::nullopt);
    return old;
}

Reply FakeRedis::increment(std::string_view key)
{
    const Stored* const found = stored(key);
    const auto number = found == nullptr ? 0 : integerIn(found->value);
    if (!number)
        return Reply::error(kNoInteger);
    if (*number == std::numeric_limits<std::int64_t>::max())
        return Reply::error("ERR increment or decrement would overflow");
    store(key, std::to_string(*number + 1), found == nullptr ? std::nullopt : found->expires);
    return Reply::number(*number + 1);
}

Reply FakeRedis::expire(std::string_view key, Time ttl)
{
    if (stored(key) == nullptr)
        return Reply::number(0);
    if (ttl <= Time(0)) {
        (void)del(key);
        return Reply::number(1);
    }
    note(key);
    m_keys.find(key)->second.expires = m_now + ttl;
    return Reply::number(1);
}

Reply FakeRedis::persist(std::string_view key)
{
    const Stored* const found = stored(key);
    if (found == nullptr || !found->expires)
        return Reply::number(0);
    note(key);
    m_keys.find(key)->second.expires.reset();
    return Reply::number(1);
}

Reply FakeRedis::del(std::string_view key)
{
    if (stored(key) == nullptr)
        return Reply::number(0);
    note(key);
    m_keys.erase(m_keys.find(key));
    return Reply::number(1);
}

Reply FakeRedis::runScript(Arguments arguments)
{
    const std::string_view body = argument(arguments, 1);
    LuaScripts::Id script = LuaScripts::kNone;
    if (UpperCase(arguments[0]).text() == "EVALSHA") {
        const auto known = m_scripts.find(body);
        if (known == m_scripts.end())
            return Reply::error("NOSCRIPT No matching script. Please use EVAL.");
        script = known->second;
    } else {
        std::string error;
        script = m_lua->compile(body, error);
        if (script == LuaScripts::kNone)
            return Reply::error("ERR Error compiling script (new function): " + error);
        const auto known
            = std::ranges::find(m_scripts, script, &decltype(m_scripts)::value_type::second);
        if (known == m_scripts.end())
            m_scripts.emplace(m_lua->sha1Of(script), script);
    }
    const auto count = integerIn(argument(arguments, 2));
    if (!count || *count < 0 || static_cast<std::size_t>(*count) > arguments.size() - 3)
        return Reply::error("ERR Number of keys can't be greater than number of args");
    const auto keys = static_cast<std::size_t>(*count);
    return m_lua->run(script, arguments.subspan(3, keys), arguments.subspan(3 + keys), m_call);
}

} // namespace lockkeeper::tests
