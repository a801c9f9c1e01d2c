// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/lua_scripts.h"

#include <lua.hpp>
#include <new>

namespace lockkeeper::tests {
namespace {

using redis::Reply;

/// Its address is the registry key of the running script's Call.
constexpr char kCall = 0;

void push(lua_State* lua, const std::string& text)
{
    lua_pushlstring(lua, text.data(), text.size());
}

void pushTable(lua_State* lua, const char* field, const std::string& text)
{
    lua_newtable(lua);
    push(lua, text);
    lua_setfield(lua, -2, field);
}

/// Pushes a reply converted to Lua. Source: redis.io, "Lua API reference", data type conversion.
void push(lua_State* lua, const Reply& reply)
{
    switch (reply.type) {
    case Reply::Type::Nil:
        return lua_pushboolean(lua, 0);
    case Reply::Type::Status:
        return pushTable(lua, "ok", reply.text);
    case Reply::Type::Error:
        return pushTable(lua, "err", reply.text);
    case Reply::Type::Integer:
        return lua_pushnumber(lua, static_cast<lua_Number>(reply.integer));
    case Reply::Type::String:
        return push(lua, reply.text);
    case Reply::Type::Array:
        lua_newtable(lua);
        for (std::size_t i = 0; i < reply.elements.size(); ++i) {
            push(lua, reply.elements[i]);
            lua_rawseti(lua, -2, static_cast<int>(i) + 1);
        }
    }
}

std::string textAt(lua_State* lua, int index)
{
    std::size_t size = 0;
    const char* const text = lua_tolstring(lua, index, &size);
    return text == nullptr ? std::string() : std::string(text, size);
}

/// Pops the return value of a script and converts it to a reply.
Reply popReply(lua_State* lua)
{
    Reply reply;
    switch (lua_type(lua, -1)) {
    case LUA_TNUMBER:
        reply = Reply::number(static_cast<std::int64_t>(lua_tonumber(lua, -1)));
        break;
    case LUA_TSTRING:
        reply = Reply::string(textAt(lua, -1));
        break;
    case LUA_TBOOLEAN:
        if (lua_toboolean(lua, -1) != 0)
            reply = Reply::number(1);
        break;
    case LUA_TTABLE:
        lua_getfield(lua, -1, "err");
        lua_getfield(lua, -2, "ok");
        if (lua_isstring(lua, -2) != 0)
            reply = Reply::error(textAt(lua, -2));
        else
            reply = Reply::status(textAt(lua, -1));
        lua_pop(lua, 2);
        break;
    default:
        break;
    }
    lua_pop(lua, 1);
    return reply;
}

/// Executes the called command and pushes its reply. True if it is an error. A function of its own,
/// so that its C++ objects are destroyed before lua_error() jumps.
bool callAndPush(lua_State* lua)
{
    lua_pushlightuserdata(lua, const_cast<char*>(&kCall));
    lua_gettable(lua, LUA_REGISTRYINDEX);
    const auto& call = *static_cast<const LuaScripts::Call*>(lua_touserdata(lua, -1));
    lua_pop(lua, 1);
    std::vector<std::string> command;
    for (int i = 1; i <= lua_gettop(lua); ++i)
        command.push_back(textAt(lua, i));
    const Reply reply = call(command);
    push(lua, reply);
    return reply.type == Reply::Type::Error;
}

int redisCall(lua_State* lua)
{
    if (!callAndPush(lua))
        return 1;
    lua_getfield(lua, -1, "err");
    return lua_error(lua);
}

int redisPcall(lua_State* lua)
{
    (void)callAndPush(lua);
    return 1;
}

int statusReply(lua_State* lua)
{
    lua_newtable(lua);
    lua_pushvalue(lua, 1);
    lua_setfield(lua, -2, "ok");
    return 1;
}

} // namespace

LuaScripts::LuaScripts()
    : m_lua(luaL_newstate())
{
    if (m_lua == nullptr)
        throw std::bad_alloc();
    luaL_openlibs(m_lua);
    lua_newtable(m_lua);
    lua_pushcfunction(m_lua, redisCall);
    lua_setfield(m_lua, -2, "call");
    lua_pushcfunction(m_lua, redisPcall);
    lua_setfield(m_lua, -2, "pcall");
    lua_pushcfunction(m_lua, statusReply);
    lua_setfield(m_lua, -2, "status_reply");
    lua_setglobal(m_lua, "redis");
}

LuaScripts::~LuaScripts()
{
    lua_close(m_lua);
}

bool LuaScripts::pushCompiled(const std::string& source)
{
    const auto found = m_compiled.find(source);
    if (found == m_compiled.end()) {
        if (luaL_loadbuffer(m_lua, source.data(), source.size(), "@user_script") != 0)
            return false;
        m_compiled.emplace(source, luaL_ref(m_lua, LUA_REGISTRYINDEX));
    }
    lua_rawgeti(m_lua, LUA_REGISTRYINDEX, m_compiled.at(source));
    return true;
}

void LuaScripts::setGlobal(const char* name, const std::vector<std::string>& values)
{
    lua_createtable(m_lua, static_cast<int>(values.size()), 0);
    for (std::size_t i = 0; i < values.size(); ++i) {
        push(m_lua, values[i]);
        lua_rawseti(m_lua, -2, static_cast<int>(i) + 1);
    }
    lua_setglobal(m_lua, name);
}

Reply LuaScripts::run(const std::string& source, const std::vector<std::string>& keys,
    const std::vector<std::string>& arguments, const Call& call)
{
    lua_pushlightuserdata(m_lua, const_cast<char*>(&kCall));
    lua_pushlightuserdata(m_lua, const_cast<Call*>(&call));
    lua_settable(m_lua, LUA_REGISTRYINDEX);
    setGlobal("KEYS", keys);
    setGlobal("ARGV", arguments);
    if (pushCompiled(source) && lua_pcall(m_lua, 0, 1, 0) == 0)
        return popReply(m_lua);
    Reply error = Reply::error(textAt(m_lua, -1));
    lua_pop(m_lua, 1);
    return error;
}

} // namespace lockkeeper::tests
