// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/whois/monitor_tap.h"

#include "core/text/display_safe.h"
#include "core/text/translate.h"

#include <absl/strings/substitute.h>
#include <algorithm>

namespace lockkeeper::observe {
namespace {

constexpr std::size_t kMaxSenders = 1000;
constexpr std::size_t kMaxSent = 64; ///< of each client
/// A line has all that its command sends, four characters for a byte at worst.
constexpr std::size_t kLongestLine = std::size_t{4} << 20;

/// Keeps the latest fingerprints: a waiting client sends one token after the other.
void remember(std::vector<Fingerprint>& sent, const Fingerprint& value)
{
    if (std::ranges::find(sent, value) != sent.end())
        return;
    if (sent.size() == kMaxSent)
        sent.erase(sent.begin());
    sent.push_back(value);
}

/// A client that removes the lock had it, as far as can be heard.
bool isRemoval(const std::string& command)
{
    return command == "del" || command == "unlink" || command == "getdel";
}

} // namespace

MonitorTap::MonitorTap(const Connect& connect, Options options)
    : m_options(std::move(options))
{
    redis::ConnectionOptions connection;
    connection.connectTimeout = m_options.timeout;
    connection.replyLimits.bytes = kLongestLine;
    // A line that exceeds the limits of a reply ends the connection; listen again soon.
    connection.maxBackoff = connection.refusedBackoff = connection.minBackoff;
    connection.onLogin = [this] { listen(); };
    connection.isPushMessage = [this](const redis::Reply& reply) {
        return m_isListening && reply.type == redis::Reply::Type::Status
            && looksLikeMonitorLine(reply.text);
    };
    connection.onPush = [this](const redis::Reply& reply) { onLine(reply.text); };
    m_connection = connect(std::move(connection));
}

MonitorTap::~MonitorTap() = default;

void MonitorTap::close()
{
    if (!m_connection)
        return;
    if (!m_isListening && !m_result.error)
        m_result.error = m_connection->status().error.value_or(Error{
            ErrorClass::Timeout, trNoop("no answer to MONITOR", "data"), m_connection->master()});
    m_connection.reset();
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
    if (error.kind != ErrorClass::NoPermission)
        return;
    const std::string user = m_options.user.empty() ? "default" : displaySafe(m_options.user);
    m_result.error->text
        = absl::Substitute(trNoop("what its clients send is not told, as the user lacks +monitor; "
                                  "to grant it: ACL SETUSER $0 +monitor",
                               "data"),
            user);
}

void MonitorTap::onLine(const std::string& text)
{
    if (m_result.isFull)
        return;
    m_result.isFull = ++m_result.lines >= m_options.lines;
    const auto line = parseMonitorLine(text);
    if (!line)
        return;
    // The commands of a script follow it, without others in between.
    if (line->address == "lua")
        return onScriptLine(*line);
    m_script = nullptr;
    if (line->database == m_options.database)
        onClientLine(*line);
}

void MonitorTap::onClientLine(const MonitorLine& line)
{
    const KeyUse use = line.useOf(m_options.key);
    if (use == KeyUse::None
        || (m_result.clients.size() >= kMaxSenders && !m_result.clients.contains(line.address)))
        return;
    ClientTraffic& client = m_result.clients[line.address];
    ++client.commands;
    client.lastCommand = line.command();
    client.use = std::max(client.use, use);
    if (use == KeyUse::Tries)
        ++client.tries;
    else if (isRemoval(client.lastCommand) || use == KeyUse::Writes)
        client.tries = 0;
    m_script = use == KeyUse::Scripted ? &client : nullptr;
    m_hasScriptTried = false;
    if (use == KeyUse::Reads)
        return;
    for (const std::size_t value : line.valuesBeside(m_options.key))
        remember(client.sent, Fingerprint::ofString(line.arguments[value]));
}

/// A script that takes a lock asks first whether it exists, or sets it if it does not. One that
/// removes or renews it runs for its holder.
void MonitorTap::onScriptLine(const MonitorLine& line)
{
    if (m_script == nullptr)
        return;
    const KeyUse use = line.useOf(m_options.key);
    const std::string command = line.command();
    if (use == KeyUse::Writes || (use != KeyUse::None && isRemoval(command))) {
        m_script->tries = 0;
    } else if (use == KeyUse::Tries || (use == KeyUse::Reads && command == "exists")) {
        m_script->tries += m_hasScriptTried ? 0 : 1;
        m_hasScriptTried = true;
    }
}

} // namespace lockkeeper::observe
