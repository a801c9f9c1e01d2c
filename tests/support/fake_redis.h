// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/lua_scripts.h"

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace lockkeeper::tests {

/// An imitation of redis-server for the commands that locks send: strings with TTLs, lists as keys
/// of another type, and Lua scripts, which are really run. The caller passes the present time with
/// each command. Not thread-safe.
///
/// `model_test` compares it with a real server.
class FakeRedis {
public:
    using Time = std::chrono::milliseconds; ///< since any fixed moment
    using Arguments = std::span<const std::string_view>;

    /// A key's content.
    struct Stored {
        std::string value;
        std::optional<Time> expires{};
        bool isList = false;
    };
    /// What the last command did to a key.
    struct Change {
        std::string key;
        std::optional<Stored> before; ///< nullopt: there was none, or its TTL was over
    };

    FakeRedis()
        : FakeRedis(std::make_shared<LuaScripts>())
    { }
    /// Several servers may share the compiled scripts.
    explicit FakeRedis(std::shared_ptr<LuaScripts> lua);
    FakeRedis(const FakeRedis&) = delete;
    FakeRedis& operator=(const FakeRedis&) = delete;

    /// Executes a command. An unknown command gets an `ERR` reply.
    [[nodiscard]] redis::Reply execute(Arguments arguments, Time now);
    [[nodiscard]] redis::Reply execute(const std::vector<std::string>& arguments, Time now);

    void put(const std::string& key, const std::string& value) { m_keys[key] = {value}; }
    void remove(const std::string& key) { m_keys.erase(key); }
    /// Takes a change back.
    void restore(const Change& change);
    /// Has the effect of a restart without data.
    void clear();
    /// The content of a key; null if it does not exist.
    [[nodiscard]] const Stored* stored(std::string_view key, Time now) const;
    /// The value of a key; null if it does not exist.
    [[nodiscard]] const std::string* find(std::string_view key, Time now) const;
    /// The remaining TTL; nullopt if the key has none or does not exist.
    [[nodiscard]] std::optional<Time> ttlOf(std::string_view key, Time now) const;
    /// The keys that exist.
    [[nodiscard]] std::vector<std::string> keys(Time now) const;
    /// Has the effect of SCRIPT FLUSH: EVALSHA gets NOSCRIPT until the script has been sent in
    /// full.
    void forgetScripts() { m_scripts.clear(); }
    /// The keys that the last command stored, deleted, or changed the TTL of.
    [[nodiscard]] const std::vector<Change>& changes() const noexcept { return m_changes; }

private:
    [[nodiscard]] redis::Reply executePlain(Arguments arguments);
    [[nodiscard]] redis::Reply executeOnString(std::string_view name, Arguments arguments);
    [[nodiscard]] redis::Reply set(Arguments arguments);
    [[nodiscard]] redis::Reply setIfFree(std::string_view key, std::string_view value);
    [[nodiscard]] redis::Reply getRange(Arguments arguments) const;
    [[nodiscard]] redis::Reply getMany(Arguments arguments) const;
    [[nodiscard]] redis::Reply getAndSet(Arguments arguments);
    [[nodiscard]] redis::Reply increment(std::string_view key);
    [[nodiscard]] redis::Reply expire(std::string_view key, Time ttl);
    [[nodiscard]] redis::Reply persist(std::string_view key);
    [[nodiscard]] redis::Reply del(std::string_view key);
    [[nodiscard]] redis::Reply runScript(Arguments arguments);
    [[nodiscard]] const Stored* stored(std::string_view key) const { return stored(key, m_now); }
    void note(std::string_view key);
    void store(std::string_view key, std::string_view value, std::optional<Time> expires);

    std::map<std::string, Stored, std::less<>> m_keys;
    std::map<std::string, LuaScripts::Id, std::less<>> m_scripts; ///< by SHA-1
    std::shared_ptr<LuaScripts> m_lua;
    LuaScripts::Call m_call;
    Time m_now{}; ///< time of the running command
    std::vector<Change> m_changes;
};

} // namespace lockkeeper::tests
