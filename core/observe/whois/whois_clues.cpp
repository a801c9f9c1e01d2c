// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/whois/whois_clues.h"

#include "core/lock/token.h"
#include "core/text/ascii.h"
#include "core/text/split.h"

#include <algorithm>

namespace lockkeeper::observe {

namespace {

constexpr std::size_t kMaxSenders = 1000;
constexpr std::size_t kMaxSent = 64; ///< per client

/// The latest: a waiting client sends one token after the other.
void remember(std::vector<Fingerprint>& sent, const Fingerprint& value)
{
    if (std::ranges::find(sent, value) != sent.end())
        return;
    if (sent.size() == kMaxSent)
        sent.erase(sent.begin());
    sent.push_back(value);
}

/// It probably had the lock.
bool isRemoval(const std::string& command)
{
    return command == "del" || command == "unlink" || command == "getdel";
}

} // namespace

void MonitorTap::add(const MonitorLine& line)
{
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
    m_scriptSent.clear();
    if (use == KeyUse::Reads)
        return;
    // A script may only compare: its values count once it has written.
    auto& sent = use == KeyUse::Scripted ? m_scriptSent : client.sent;
    for (const std::size_t value : line.valuesBeside(m_key))
        remember(sent, Fingerprint::ofString(line.arguments[value]));
}

/// A script that takes a lock tests it first, or uses NX. One that removes or renews it runs for
/// the holder.
void MonitorTap::onScriptLine(const MonitorLine& line)
{
    if (m_script == nullptr)
        return;
    const KeyUse use = line.useOf(m_key);
    const std::string command = line.command();
    const bool isEnd = use != KeyUse::None && isRemoval(command);
    if (use == KeyUse::Writes || use == KeyUse::Tries || isEnd) {
        for (const Fingerprint& value : std::exchange(m_scriptSent, {}))
            remember(m_script->sent, value);
    }
    if (use == KeyUse::Writes || isEnd) {
        m_script->tries = 0;
    } else if (use == KeyUse::Tries || (use == KeyUse::Reads && command == "exists")) {
        m_script->tries += m_hasScriptTried ? 0 : 1;
        m_hasScriptTried = true;
    }
}

namespace {

using namespace std::chrono_literals;
using std::chrono::milliseconds;

constexpr std::size_t kShortestSecret = 8;
constexpr std::size_t kLongSecret = 16;
constexpr std::size_t kShortestDetail = 16;
/// CLIENT LIST has whole seconds, and clocks differ.
constexpr auto kIdleTolerance = 2s;
/// Any busy client matches a lock just taken.
constexpr auto kShortestIdle = 5s;

bool holdsNumber(std::string_view text, const std::string& number)
{
    for (std::size_t at = text.find(number); at != std::string_view::npos;
         at = text.find(number, at + 1)) {
        const std::size_t end = at + number.size();
        if ((at == 0 || !isAsciiDigit(text[at - 1]))
            && (end == text.size() || !isAsciiDigit(text[end])))
            return true;
    }
    return false;
}

/// The most distinctive: "client 076f21a5-...".
std::string_view longestWord(std::string_view text)
{
    std::string_view longest;
    while (!text.empty()) {
        const std::string_view word = takeUntil(text, " ");
        longest = word.size() > longest.size() ? word : longest;
    }
    return longest;
}

bool namesHolder(const std::string& name, const Holder& holder)
{
    if (name.empty())
        return false;
    if (holder.host && !holder.host->empty() && holder.pid
        && name.find(*holder.host) != std::string::npos
        && holdsNumber(name, std::to_string(*holder.pid)))
        return true;
    const std::string_view detail = holder.detail ? longestWord(*holder.detail) : "";
    return detail.size() >= kShortestDetail && name.find(detail) != std::string::npos;
}

/// MONITOR writes Unix sockets differently.
std::string monitorAddress(const std::string& address)
{
    static constexpr std::string_view kPort = ":0";
    if (!address.starts_with('/') || !address.ends_with(kPort))
        return address;
    return "unix:" + address.substr(0, address.size() - kPort.size());
}

/// No common word ("exclusive") or number (a time).
bool isSecret(std::string_view text)
{
    const bool hasDigit = std::ranges::any_of(text, isAsciiDigit);
    const bool hasOther = !std::ranges::all_of(text, isAsciiDigit);
    return hasOther && (text.size() >= kLongSecret || (text.size() >= kShortestSecret && hasDigit));
}

bool mayTakeLocks(const std::string& command)
{
    static constexpr std::string_view kCommands[]{"set", "setnx", "msetnx", "eval", "evalsha",
        "fcall", "exec", "hset", "hsetnx", "hincrby", "zadd", "sadd", "incr", "expire", "pexpire"};
    return std::ranges::find(kCommands, command) != std::end(kCommands);
}

void consider(WhoisClient& client, Clue clue, const std::optional<Fingerprint>& token)
{
    if (clue >= client.clue)
        return;
    client.clue = clue;
    client.token = token;
}

bool isIdleSinceTaken(const ClientInfo& client, const OwnerMarks& mark)
{
    return mark.heldFor && *mark.heldFor >= kShortestIdle
        && client.idle >= *mark.heldFor - kIdleTolerance
        && client.idle <= *mark.heldFor + kIdleTolerance;
}

/// Connected when the lock was taken, and active since.
bool mayPredateWatch(const ClientInfo& client, const OwnerMarks& mark)
{
    return !mark.heldFor
        || (client.age >= *mark.heldFor - kIdleTolerance
            && client.idle <= *mark.heldFor + kIdleTolerance);
}

/// Our library names its connections.
bool namesAnother(const std::string& name, const OwnerMarks& mark)
{
    return mark.connectionName && name != *mark.connectionName && name.starts_with("lk:");
}

bool judgeByInfo(WhoisClient& candidate, const std::vector<OwnerMarks>& marks)
{
    bool isFound = false;
    const auto found = [&](Clue clue, const OwnerMarks& mark) {
        consider(candidate, clue, mark.token);
        isFound = true;
    };
    const ClientInfo& client = candidate.client;
    for (const OwnerMarks& mark : marks) {
        if (mark.connectionName && client.name == *mark.connectionName)
            found(Clue::TokenNamesConnection, mark);
        else if (namesHolder(client.name, mark.holder))
            found(Clue::NameTellsHolder, mark);
        else if (namesAnother(client.name, mark) || !mayTakeLocks(client.lastCommand)
            || !mayPredateWatch(client, mark))
            continue;
        else
            found(isIdleSinceTaken(client, mark) ? Clue::IdleSinceTaken : Clue::MayHaveTaken, mark);
    }
    if (candidate.clue == Clue::MayHaveTaken)
        candidate.token.reset();
    return isFound;
}

void judgeByTraffic(
    WhoisClient& client, const ClientTraffic& traffic, const std::vector<OwnerMarks>& marks)
{
    client.commands = traffic.commands;
    client.tries = traffic.tries;
    client.lastCommand = traffic.lastCommand;
    for (const OwnerMarks& mark : marks) {
        const bool hasSent = std::ranges::any_of(
            traffic.sent, [&](const Fingerprint& value) { return mark.secrets.contains(value); });
        if (hasSent)
            consider(client, Clue::SentToken, mark.token);
    }
    if (traffic.use == KeyUse::Writes)
        consider(client, Clue::WroteKey, std::nullopt);
    else if (traffic.use == KeyUse::Tries || traffic.use == KeyUse::Scripted)
        consider(client, Clue::UsedKey, std::nullopt);
}

bool isWatcher(const ClientInfo& client)
{
    return client.name.starts_with("lk:lockkeeper:");
}

void setCertainties(std::vector<WhoisClient>& clients, bool isFree)
{
    const auto idle = std::ranges::count(clients, Clue::IdleSinceTaken, &WhoisClient::clue);
    for (WhoisClient& client : clients) {
        if (isFree || client.clue >= Clue::UsedKey
            || (client.clue == Clue::IdleSinceTaken && idle > 1))
            client.certainty = Certainty::Possible;
        else
            client.certainty
                = client.clue == Clue::SentToken ? Certainty::Certain : Certainty::Likely;
    }
}

} // namespace

OwnerMarks marksOf(const KeyReading& reading, const std::optional<DecodedLock>& lock, WallTime now)
{
    OwnerMarks marks{.token = reading.fingerprint()};
    if (lock)
        marks.holder = lock->holder;
    if (marks.holder.since && *marks.holder.since <= now)
        marks.heldFor = std::chrono::duration_cast<milliseconds>(now - *marks.holder.since);
    const auto add = [&marks](const std::string& secret) {
        if (isSecret(secret))
            marks.secrets.insert(Fingerprint::ofString(secret));
    };
    add(reading.value);
    for (const auto& [field, value] : reading.fields)
        add(field);
    if (const auto token = lock::parseToken(reading.value))
        marks.connectionName = token->owner.connectionName();
    return marks;
}

std::vector<WhoisClient> cluesFor(const std::vector<OwnerMarks>& marks, const MasterId& master,
    const std::vector<ClientInfo>& clients, const TapResult& tap, const std::string& ownName)
{
    std::map<std::string, std::size_t> alike;
    for (const ClientInfo& client : clients)
        alike[monitorAddress(client.address)] += client.name == ownName ? 0 : 1;

    std::vector<WhoisClient> found;
    std::set<std::string> joined;
    for (const ClientInfo& client : clients) {
        if (client.name == ownName)
            continue;
        WhoisClient candidate{.master = master, .client = client};
        bool isFound = judgeByInfo(candidate, marks);
        const auto traffic = tap.clients.find(monitorAddress(client.address));
        if (traffic != tap.clients.end() && alike[traffic->first] == 1) {
            judgeByTraffic(candidate, traffic->second, marks);
            joined.insert(traffic->first);
            // Watchers read all keys: only their writes count.
            isFound = candidate.clue != Clue::ReadKey || !isWatcher(client);
        }
        if (isFound)
            found.push_back(std::move(candidate));
    }
    for (const auto& [address, traffic] : tap.clients) {
        if (joined.contains(address))
            continue;
        WhoisClient candidate{.master = master};
        candidate.client.address = address;
        candidate.alike = std::max<std::size_t>(alike[address], 1);
        judgeByTraffic(candidate, traffic, marks);
        found.push_back(std::move(candidate));
    }
    setCertainties(found, marks.empty());
    return found;
}

} // namespace lockkeeper::observe
