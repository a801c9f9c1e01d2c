// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/whois_clues.h"

#include "core/lock/token.h"

#include <algorithm>

namespace lockkeeper::observe {
namespace {

/// Shorter ones are words and numbers.
constexpr std::size_t kShortestSecret = 8;
constexpr std::size_t kShortestDetail = 16;

bool isDigit(char c) noexcept
{
    return c >= '0' && c <= '9';
}

/// True if `text` holds `number`, and no digits beside it.
bool holdsNumber(std::string_view text, const std::string& number)
{
    for (std::size_t at = text.find(number); at != std::string_view::npos;
         at = text.find(number, at + 1)) {
        const std::size_t end = at + number.size();
        if ((at == 0 || !isDigit(text[at - 1])) && (end == text.size() || !isDigit(text[end])))
            return true;
    }
    return false;
}

/// The word that tells most in "client 076f21a5-...".
std::string_view longestWord(std::string_view text)
{
    std::string_view longest;
    while (!text.empty()) {
        const std::string_view word = text.substr(0, text.find(' '));
        text.remove_prefix(std::min(text.size(), word.size() + 1));
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

/// MONITOR and CLIENT LIST write the address of a Unix socket differently.
std::string monitorAddress(const std::string& address)
{
    static constexpr std::string_view kPort = ":0";
    if (!address.starts_with('/') || !address.ends_with(kPort))
        return address;
    return "unix:" + address.substr(0, address.size() - kPort.size());
}

bool hasSent(const ClientTraffic& traffic, const std::set<Fingerprint>& secrets)
{
    return std::ranges::any_of(
        secrets, [&](const Fingerprint& secret) { return traffic.sent.contains(secret); });
}

void judgeByTraffic(
    WhoisClient& client, const ClientTraffic& traffic, const std::set<Fingerprint>& secrets)
{
    client.commands = traffic.commands;
    client.lastCommand = traffic.lastCommand;
    if (hasSent(traffic, secrets)) {
        client.certainty = Certainty::Certain;
        client.clue = Clue::SentToken;
    } else if (client.certainty == Certainty::Unknown && traffic.hasWritten) {
        client.certainty = Certainty::Likely;
        client.clue = Clue::WroteKey;
    }
}

} // namespace

OwnerMarks marksOf(const KeyReading& reading, const std::optional<Recognised>& lock)
{
    OwnerMarks marks;
    if (lock)
        marks.holder = lock->holder;
    const auto add = [&marks](const std::string& secret) {
        if (secret.size() >= kShortestSecret)
            marks.secrets.insert(Fingerprint::ofString(secret));
    };
    add(reading.value);
    for (const auto& [field, value] : reading.fields)
        add(field);
    if (const auto token = lock::parseToken(reading.value))
        marks.connectionName = token->owner.connectionName();
    return marks;
}

std::vector<WhoisClient> cluesFor(const OwnerMarks& marks, const MasterId& master,
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
        bool isFound = true;
        if (marks.connectionName && client.name == *marks.connectionName) {
            candidate.certainty = Certainty::Certain;
            candidate.clue = Clue::TokenNamesConnection;
        } else if (namesHolder(client.name, marks.holder)) {
            candidate.certainty = Certainty::Likely;
            candidate.clue = Clue::NameTellsHolder;
        } else {
            isFound = false;
        }
        const auto traffic = tap.clients.find(monitorAddress(client.address));
        if (traffic != tap.clients.end() && alike[traffic->first] == 1) {
            judgeByTraffic(candidate, traffic->second, marks.secrets);
            joined.insert(traffic->first);
            isFound = true;
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
        judgeByTraffic(candidate, traffic, marks.secrets);
        found.push_back(std::move(candidate));
    }
    return found;
}

} // namespace lockkeeper::observe
