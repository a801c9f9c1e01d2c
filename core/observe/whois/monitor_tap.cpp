// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/whois/monitor_tap.h"

#include <algorithm>

namespace lockkeeper::observe {
namespace {

constexpr std::size_t kMaxSenders = 1000;
constexpr std::size_t kMaxSent = 64; ///< per client

/// Keeps the latest: a waiting client sends one token after the other.
void remember(std::vector<Fingerprint>& sent, const Fingerprint& value)
{
    if (std::ranges::find(sent, value) != sent.end())
        return;
    if (sent.size() == kMaxSent)
        sent.erase(sent.begin());
    sent.push_back(value);
}

/// Who removes the lock probably had it.
bool isRemoval(const std::string& command)
{
    return command == "del" || command == "unlink" || command == "getdel";
}

} // namespace

void MonitorTap::add(const MonitorLine& line)
{
    // A script's commands directly follow its call.
    if (line.address == "lua")
        return onScriptLine(line);
    m_script = nullptr;
    if (line.database == m_database)
        onClientLine(line);
}

void MonitorTap::onClientLine(const MonitorLine& line)
{
    const KeyUse use = line.useOf(m_key);
    if (use == KeyUse::None
        || (m_clients.size() >= kMaxSenders && !m_clients.contains(line.address)))
        return;
    ClientTraffic& client = m_clients[line.address];
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
    for (const std::size_t value : line.valuesBeside(m_key))
        remember(client.sent, Fingerprint::ofString(line.arguments[value]));
}

/// A script that takes a lock first tests it or uses NX. One that removes or renews it runs for the
/// holder.
void MonitorTap::onScriptLine(const MonitorLine& line)
{
    if (m_script == nullptr)
        return;
    const KeyUse use = line.useOf(m_key);
    const std::string command = line.command();
    if (use == KeyUse::Writes || (use != KeyUse::None && isRemoval(command))) {
        m_script->tries = 0;
    } else if (use == KeyUse::Tries || (use == KeyUse::Reads && command == "exists")) {
        m_script->tries += m_hasScriptTried ? 0 : 1;
        m_hasScriptTried = true;
    }
}

} // namespace lockkeeper::observe
