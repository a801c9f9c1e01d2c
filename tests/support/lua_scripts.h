// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/reply.h"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

struct lua_State;

namespace lockkeeper::tests {

/// Runs Lua scripts like redis-server does: with Lua 5.1 and the same type conversions. Compiles
/// each source once. Not thread-safe.
class LuaScripts {
public:
    using Id = int; ///< of a compiled script
    using Arguments = std::span<const std::string_view>;
    /// Executes a command that the script calls; an Error reply is raised by redis.call() and
    /// returned by redis.pcall(). The arguments are valid during the call only.
    using Call = std::function<redis::Reply(Arguments)>;

    LuaScripts();
    ~LuaScripts();
    LuaScripts(const LuaScripts&) = delete;
    LuaScripts& operator=(const LuaScripts&) = delete;

    static constexpr Id kNone = 0;

    /// Compiles a source, or finds it among those compiled before. If it does not compile, returns
    /// kNone and the reason in `error`.
    [[nodiscard]] Id compile(std::string_view source, std::string& error);
    /// The SHA-1 of a compiled source.
    [[nodiscard]] const std::string& sha1Of(Id script) const { return m_sha1.at(script); }

    /// Runs a script and returns its result. An Error reply means that it raised an error.
    [[nodiscard]] redis::Reply run(
        Id script, Arguments keys, Arguments arguments, const Call& call);

private:
    struct Hash {
        using is_transparent = void; // NOLINT(readability-identifier-naming)
        std::size_t operator()(std::string_view text) const noexcept
        {
            return std::hash<std::string_view>()(text);
        }
    };
    static int redisCall(lua_State* lua);
    static int redisPcall(lua_State* lua);
    static bool callAndPush(lua_State* lua);
    void addFunction(const char* name, int (*function)(lua_State*));
    void setGlobal(const char* name, Arguments values);

    lua_State* m_lua;
    const Call* m_call = nullptr; ///< of the running script
    /// Lua registry references by source.
    std::unordered_map<std::string, Id, Hash, std::equal_to<>> m_compiled;
    std::unordered_map<Id, std::string> m_sha1;
};

} // namespace lockkeeper::tests
