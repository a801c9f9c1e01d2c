// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/lua_scripts.h"

#include <chrono>
#include <map>
#include <optional>
#include <set>

namespace lockkeeper::tests {

/// An imitation of redis-server for the commands that locks send: strings with TTLs, and Lua
/// scripts, which are really run. The caller passes the present time with each command. Not
/// thread-safe.
class FakeRedis {
public:
    using Time = std::chrono::milliseconds; ///< since any fixed moment

    /// Executes a command. An unknown command gets an `ERR` reply.
    [[nodiscard]] redis::Reply execute(const std::vector<std::string>& arguments, Time now);

    void put(const std::string& key, const std::string& value) { m_keys[key] = {value, {}}; }
    void remove(const std::string& key) { m_keys.erase(key); }
    /// The value of a key; null if it does not exist.
    [[nodiscard]] const std::string* find(const std::string& key, Time now) const;
    /// The remaining TTL; nullopt if the key has none or does not exist.
    [[nodiscard]] std::optional<Time> ttlOf(const std::string& key, Time now) const;
    /// Has the effect of SCRIPT FLUSH: EVALSHA gets NOSCRIPT until the script has been sent in
    /// full.
    void forgetScripts() { m_scripts.clear(); }
    /// The keys that the last command stored, deleted, or changed the TTL of.
    [[nodiscard]] const std::vector<std::string>& changed() const noexcept { return m_changed; }

private:
    struct Stored {
        std::string value;
        std::optional<Time> expires;
    };
    using Arguments = std::vector<std::string>;
    [[nodiscard]] redis::Reply executePlain(const Arguments& arguments);
    [[nodiscard]] redis::Reply set(const Arguments& arguments);
    [[nodiscard]] redis::Reply setIfFree(const std::string& key, const std::string& value);
    [[nodiscard]] redis::Reply getRange(const Arguments& arguments) const;
    [[nodiscard]] redis::Reply getMany(const Arguments& arguments) const;
    [[nodiscard]] redis::Reply increment(const std::string& key);
    [[nodiscard]] redis::Reply expire(const std::string& key, Time ttl);
    [[nodiscard]] redis::Reply persist(const std::string& key);
    [[nodiscard]] redis::Reply del(const std::string& key);
    [[nodiscard]] redis::Reply runScript(const Arguments& arguments);
    [[nodiscard]] const Stored* stored(const std::string& key, Time now) const;
    void store(const std::string& key, std::string value, std::optional<Time> expires);

    std::map<std::string, Stored> m_keys;
    std::map<std::string, std::string> m_scripts; ///< by SHA-1
    LuaScripts m_lua;
    Time m_now{}; ///< time of the running command
    std::vector<std::string> m_changed;
};

} // namespace lockkeeper::tests
