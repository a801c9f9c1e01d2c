// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/lua_scripts.h"

#include "core/text/fingerprint.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <lua.hpp>
#include <new>

namespace lockkeeper::tests {
namespace {

using redis::Reply;

void push(lua_State* lua, std::string_view text)
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

/// Valid as long as the value is on the stack.
std::string_view textAt(lua_State* lua, int index)
{
    std::size_t size = 0;
    const char* const text = lua_tolstring(lua, index, &size);
    return text == nullptr ? std::string_view() : std::string_view(text, size);
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
        reply = Reply::string(std::string(textAt(lua, -1)));
        break;
    case LUA_TBOOLEAN:
        if (lua_toboolean(lua, -1) != 0)
            reply = Reply::number(1);
        break;
    case LUA_TTABLE:
        lua_getfield(lua, -1, "err");
        lua_getfield(lua, -2, "ok");
        if (lua_isstring(lua, -2) != 0)
            reply = Reply::error(std::string(textAt(lua, -2)));
        else
            reply = Reply::status(std::string(textAt(lua, -1)));
        lua_pop(lua, 2);
        break;
    default:
        break;
    }
    lua_pop(lua, 1);
    return reply;
}

/// The argument at `index` of a called command. Numbers are formatted as redis-server does.
std::string_view argumentAt(lua_State* lua, int index)
{
    if (lua_type(lua, index) == LUA_TNUMBER) {
        std::array<char, 32> text{};
        const int size = std::snprintf(text.data(), text.size(), "%.17g", lua_tonumber(lua, index));
        lua_pushlstring(lua, text.data(), static_cast<std::size_t>(size));
        lua_replace(lua, index);
    }
    return textAt(lua, index);
}

int statusReply(lua_State* lua)
{
    lua_newtable(lua);
    lua_pushvalue(lua, 1);
    lua_setfield(lua, -2, "ok");
    return 1;
}

int sha1Hex(lua_State* lua)
{
    push(lua, Fingerprint::ofString(std::string(textAt(lua, 1))).hex());
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
    addFunction("call", redisCall);
    addFunction("pcall", redisPcall);
    addFunction("status_reply", statusReply);
    addFunction("sha1hex", sha1Hex);
    lua_setglobal(m_lua, "redis");
}

LuaScripts::~LuaScripts()
{
    lua_close(m_lua);
}

/// Adds a function to the table on top of the stack.
void LuaScripts::addFunction(const char* name, int (*function)(lua_State*))
{
    lua_pushlightuserdata(m_lua, this);
    lua_pushcclosure(m_lua, function, 1);
    lua_setfield(m_lua, -2, name);
}

/// Executes the called command and pushes its reply. True if it is an error. A function of its own,
/// so that its C++ objects are destroyed before lua_error() jumps.
bool LuaScripts::callAndPush(lua_State* lua)
{
    constexpr int kMost = 16;
    const auto& scripts = *static_cast<const LuaScripts*>(lua_touserdata(lua, lua_upvalueindex(1)));
    std::array<std::string_view, kMost> command;
    const int count = std::min(lua_gettop(lua), kMost);
    for (int i = 0; i < count; ++i)
        command[static_cast<std::size_t>(i)] = argumentAt(lua, i + 1);
    const Reply reply
        = (*scripts.m_call)(Arguments(command).first(static_cast<std::size_t>(count)));
    push(lua, reply);
    return reply.type == Reply::Type::Error;
}

int LuaScripts::redisCall(lua_State* lua)
{
    if (!callAndPush(lua))
        return 1;
    lua_getfield(lua, -1, "err");
    return lua_error(lua);
}

int LuaScripts::redisPcall(lua_State* lua)
{
    (void)callAndPush(lua);
    return 1;
}

LuaScripts::Id LuaScripts::compile(std::string_view source, std::string& error)
{
    if (const auto found = m_compiled.find(source); found != m_compiled.end())
        return found->second;
    if (luaL_loadbuffer(m_lua, source.data(), source.size(), "@user_script") != 0) {
        error = textAt(m_lua, -1);
        lua_pop(m_lua, 1);
        return kNone;
    }
    const Id script = luaL_ref(m_lua, LUA_REGISTRYINDEX);
    m_compiled.emplace(source, script);
    m_sha1.emplace(script, Fingerprint::ofString(source).hex());
    return script;
}

void LuaScripts::setGlobal(const char* name, Arguments values)
{
    lua_createtable(m_lua, static_cast<int>(values.size()), 0);
    for (std::size_t i = 0; i < values.size(); ++i) {
        push(m_lua, values[i]);
        lua_rawseti(m_lua, -2, static_cast<int>(i) + 1);
    }
    lua_setglobal(m_lua, name);
}

Reply LuaScripts::run(Id script, Arguments keys, Arguments arguments, const Call& call)
{
    m_call = &call;
    setGlobal("KEYS", keys);
    setGlobal("ARGV", arguments);
    lua_rawgeti(m_lua, LUA_REGISTRYINDEX, script);
    if (lua_pcall(m_lua, 0, 1, 0) == 0)
        return popReply(m_lua);
    Reply error = Reply::error(std::string(textAt(m_lua, -1)));
    lua_pop(m_lua, 1);
    return error;
}

} // namespace lockkeeper::tests
