// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/monitor_tap.h"

#include "core/display_safe.h"
#include "core/observe/monitor_line.h"

#include <algorithm>

namespace lockkeeper::observe {
namespace {

constexpr std::size_t kMaxClients = 1000;
constexpr std::size_t kMaxSent = 64; ///< of each client

bool isOneOf(std::string_view name, std::initializer_list<std::string_view> names)
{
    return std::ranges::find(names, name) != names.end();
}

/// True for a command that changes its key whatever it holds. Scripts compare first, for all that
/// is known of them.
bool isWrite(const MonitorLine& line, const std::string& command)
{
    if (command != "set")
        return isOneOf(command,
            {"getset", "getdel", "getex", "setex", "psetex", "del", "unlink", "expire", "pexpire",
                "expireat", "pexpireat", "persist", "hset", "hmset", "hincrby", "hdel", "sadd",
                "srem", "zadd", "zrem", "lpush", "rpush", "incr", "incrby", "decr", "append",
                "rename", "restore", "copy"});
    return std::none_of(line.arguments.begin() + 1, line.arguments.end(),
        [](const std::string& argument) { return argument == "NX" || argument == "nx"; });
}

} // namespace

MonitorTap::MonitorTap(EventLoop& loop, const config::MasterConfig& master, Options options)
    : m_master(master.id)
    , m_user(master.url.user.empty() ? "default" : master.url.user)
    , m_database(master.url.database)
    , m_options(std::move(options))
{
    redis::ConnectionOptions connection;
    connection.clientName = m_options.clientName;
    connection.connectTimeout = m_options.timeout;
    // A line that is larger than a reply may be ends the connection; listen again soon.
    connection.maxBackoff = connection.refusedBackoff = connection.minBackoff;
    connection.onLogin = [this] { listen(); };
    connection.isUnasked = [this](const redis::Reply& reply) {
        return m_isListening && reply.type == redis::Reply::Type::Status
            && looksLikeMonitorLine(reply.text);
    };
    connection.onPush = [this](const redis::Reply& reply) { onLine(reply.text); };
    m_connection
        = std::make_unique<redis::Connection>(loop, master.id, master.url, std::move(connection));
}

MonitorTap::~MonitorTap() = default;

void MonitorTap::close()
{
    if (!m_connection)
        return;
    if (!m_isListening && !m_result.error)
        m_result.error = m_connection->status().error.value_or(
            Error{ErrorClass::Timeout, "no answer to MONITOR", m_master});
    m_connection.reset();
}

TapResult MonitorTap::result() const
{
    return m_result;
}

void MonitorTap::listen()
{
    m_result.interruptions = m_logins++;
    m_connection->send({"MONITOR"}, m_options.timeout, [this](const Result<redis::Reply>& reply) {
        if (reply)
            m_isListening = true;
        else if (m_logins == 1)
            refuse(reply.error());
    });
}

void MonitorTap::refuse(const Error& error)
{
    m_isRefused = true;
    m_result.error = error;
    if (error.kind == ErrorClass::NoPermission)
        m_result.error->text
            = "what its clients do is not told, as the user lacks +monitor; to grant it: ACL "
              "SETUSER "
            + displaySafe(m_user) + " +monitor";
}

void MonitorTap::onLine(const std::string& text)
{
    if (m_result.isFull)
        return;
    m_result.isFull = ++m_result.lines >= m_options.lines;
    const auto line = parseMonitorLine(text);
    if (!line || line->database != m_database)
        return;
    const MonitorLine::Roles roles = line->rolesFor(m_options.key);
    const bool isKept
        = m_result.clients.contains(line->address) || m_result.clients.size() < kMaxClients;
    // What a script does was told with the script.
    if (roles.keys.empty() || line->address == "lua" || !isKept)
        return;
    ClientTraffic& client = m_result.clients[line->address];
    ++client.commands;
    client.lastCommand = line->command();
    client.hasWritten = client.hasWritten || isWrite(*line, client.lastCommand);
    for (const std::size_t other : roles.others) {
        if (client.sent.size() < kMaxSent)
            client.sent.insert(Fingerprint::ofString(line->arguments[other]));
    }
}

} // namespace lockkeeper::observe
