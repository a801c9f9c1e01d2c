// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/reply.h"

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

struct lua_State;

namespace lockkeeper::tests {

/// Runs Lua scripts like redis-server does: with Lua 5.1 and the same type conversions. Compiles
/// each source once. Not thread-safe.
class LuaScripts {
public:
    /// Executes a command that the script calls; an Error reply is raised by redis.call() and
    /// returned by redis.pcall().
    using Call = std::function<redis::Reply(const std::vector<std::string>&)>;

    LuaScripts();
    ~LuaScripts();
    LuaScripts(const LuaScripts&) = delete;
    LuaScripts& operator=(const LuaScripts&) = delete;

    /// Runs a script and returns its result. An Error reply means that the script does not compile
    /// or raised an error.
    [[nodiscard]] redis::Reply run(const std::string& source, const std::vector<std::string>& keys,
        const std::vector<std::string>& arguments, const Call& call);

private:
    [[nodiscard]] bool pushCompiled(const std::string& source);
    void setGlobal(const char* name, const std::vector<std::string>& values);

    lua_State* m_lua;
    std::map<std::string, int> m_compiled; ///< Lua registry references by source
};

} // namespace lockkeeper::tests
