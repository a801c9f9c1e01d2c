// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fake_redis.h"

#include "core/text/fingerprint.h"

#include <algorithm>

namespace lockkeeper::tests {

using redis::Reply;

namespace {

std::string inUpperCase(std::string name)
{
    std::ranges::transform(name, name.begin(),
        [](char c) { return 'a' <= c && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
    return name;
}

} // namespace

const FakeRedis::Stored* FakeRedis::stored(const std::string& key, Time now) const
{
    const auto found = m_keys.find(key);
    // A key still exists in the millisecond in which its TTL runs out.
    const bool isThere
        = found != m_keys.end() && (!found->second.expires || now <= *found->second.expires);
    return isThere ? &found->second : nullptr;
}

const std::string* FakeRedis::find(const std::string& key, Time now) const
{
    const Stored* const found = stored(key, now);
    return found == nullptr ? nullptr : &found->value;
}

std::optional<FakeRedis::Time> FakeRedis::ttlOf(const std::string& key, Time now) const
{
    const Stored* const found = stored(key, now);
    if (found == nullptr || !found->expires)
        return std::nullopt;
    return *found->expires - now;
}

Reply FakeRedis::execute(const std::vector<std::string>& arguments, Time now)
{
    m_now = now;
    m_changed.clear();
    const std::string& name = arguments.at(0);
    if (name == "EVAL" || name == "EVALSHA")
        return runScript(arguments);
    return executePlain(arguments);
}

Reply FakeRedis::executePlain(const Arguments& arguments)
{
    const std::string name = inUpperCase(arguments.at(0));
    if (name == "PING")
        return Reply::status("PONG");
    const std::string& key = arguments.at(1);
    const Stored* const found = stored(key, m_now);
    if (name == "SET")
        return set(arguments);
    if (name == "SETNX")
        return setIfFree(key, arguments.at(2));
    if (name == "GET")
        return found == nullptr ? Reply::nil() : Reply::string(found->value);
    if (name == "GETRANGE")
        return getRange(arguments);
    if (name == "MGET")
        return getMany(arguments);
    if (name == "EXISTS")
        return Reply::number(found == nullptr ? 0 : 1);
    if (name == "GETSET") {
        Reply old = found == nullptr ? Reply::nil() : Reply::string(found->value);
        store(key, arguments.at(2), std::nullopt);
        return old;
    }
    if (name == "INCR")
        return increment(key);
    if (name == "EXPIRE")
        return expire(key, std::chrono::seconds(std::stoll(arguments.at(2))));
    if (name == "PEXPIRE")
        return expire(key, Time(std::stoll(arguments.at(2))));
    if (name == "PERSIST")
        return persist(key);
    if (name == "PTTL")
        return Reply::number(found == nullptr ? -2 : ttlOf(key, m_now).value_or(Time(-1)).count());
    if (name == "DEL")
        return del(key);
    return Reply::error("ERR unknown command '" + name + "'");
}

void FakeRedis::store(const std::string& key, std::string value, std::optional<Time> expires)
{
    m_changed.push_back(key);
    m_keys[key] = {std::move(value), expires};
}

Reply FakeRedis::set(const Arguments& arguments)
{
    const std::string& key = arguments.at(1);
    std::optional<Time> expires;
    for (std::size_t i = 3; i < arguments.size(); ++i) {
        const std::string option = inUpperCase(arguments[i]);
        if (option == "NX") {
            if (stored(key, m_now) != nullptr)
                return Reply::nil();
        } else if (option == "PX") {
            expires = m_now + Time(std::stoll(arguments.at(++i)));
        } else if (option == "EX") {
            expires = m_now + std::chrono::seconds(std::stoll(arguments.at(++i)));
        } else if (option == "KEEPTTL") {
            if (const auto left = ttlOf(key, m_now))
                expires = m_now + *left;
        } else {
            return Reply::error("ERR syntax error");
        }
    }
    store(key, arguments.at(2), expires);
    return Reply::status("OK");
}

Reply FakeRedis::setIfFree(const std::string& key, const std::string& value)
{
    if (stored(key, m_now) != nullptr)
        return Reply::number(0);
    store(key, value, std::nullopt);
    return Reply::number(1);
}

/// Supports no negative offsets.
Reply FakeRedis::getRange(const Arguments& arguments) const
{
    const Stored* const found = stored(arguments.at(1), m_now);
    const std::size_t start = std::stoull(arguments.at(2));
    const std::size_t end = std::stoull(arguments.at(3));
    if (found == nullptr || start >= found->value.size() || end < start)
        return Reply::string({});
    return Reply::string(found->value.substr(start, end - start + 1));
}

Reply FakeRedis::getMany(const Arguments& arguments) const
{
    std::vector<Reply> values;
    for (std::size_t i = 1; i < arguments.size(); ++i) {
        const Stored* const found = stored(arguments[i], m_now);
        values.push_back(found == nullptr ? Reply::nil() : Reply::string(found->value));
    }
    return Reply::array(std::move(values));
}

Reply FakeRedis::increment(const std::string& key)
{
    const Stored* const found = stored(key, m_now);
    const std::int64_t next = (found == nullptr ? 0 : std::stoll(found->value)) + 1;
    store(key, std::to_string(next), found == nullptr ? std::nullopt : found->expires);
    return Reply::number(next);
}

Reply FakeRedis::expire(const std::string& key, Time ttl)
{
    if (stored(key, m_now) == nullptr)
        return Reply::number(0);
    m_changed.push_back(key);
    m_keys[key].expires = m_now + ttl;
    return Reply::number(1);
}

Reply FakeRedis::persist(const std::string& key)
{
    const Stored* const found = stored(key, m_now);
    if (found == nullptr || !found->expires)
        return Reply::number(0);
    m_changed.push_back(key);
    m_keys[key].expires.reset();
    return Reply::number(1);
}

Reply FakeRedis::del(const std::string& key)
{
    const bool isThere = stored(key, m_now) != nullptr;
    if (isThere)
        m_changed.push_back(key);
    m_keys.erase(key);
    return Reply::number(isThere ? 1 : 0);
}

Reply FakeRedis::runScript(const Arguments& arguments)
{
    std::string source = arguments.at(1);
    if (arguments[0] == "EVALSHA") {
        const auto known = m_scripts.find(source);
        if (known == m_scripts.end())
            return Reply::error("NOSCRIPT No matching script. Please use EVAL.");
        source = known->second;
    } else if (std::ranges::find(m_scripts, source, &decltype(m_scripts)::value_type::second)
        == m_scripts.end()) {
        m_scripts.emplace(Fingerprint::ofString(source).hex(), source);
    }
    const auto keysEnd = arguments.begin() + 3 + std::stol(arguments.at(2));
    return m_lua.run(source, {arguments.begin() + 3, keysEnd}, {keysEnd, arguments.end()},
        [this](const Arguments& call) { return executePlain(call); });
}

} // namespace lockkeeper::tests
