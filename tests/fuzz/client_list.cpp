// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/whois/whois.h"
#include "tests/fuzz/input.h"
#include "tests/fuzz/target.h"

#include <algorithm>

// A reply to CLIENT LIST. What is told of a client stands in its own line, and says the same when
// it is written as a server would.
namespace lockkeeper::fuzz {
namespace {

using observe::ClientInfo;
using observe::parseClientList;

constexpr std::size_t kLongestField = 1024;
constexpr std::chrono::hours kMostAge{24 * 366 * 100};

std::string written(const ClientInfo& client)
{
    std::string line;
    const auto add = [&](const char* name, const std::string& value) {
        line.append(line.empty() ? "" : " ").append(name).append("=").append(value);
    };
    add("id", client.id);
    add("addr", client.address);
    add("name", client.name);
    add("age", std::to_string(client.age.count()));
    add("idle", std::to_string(client.idle.count()));
    add("cmd", client.lastCommand.empty() ? "NULL" : client.lastCommand);
    add("user", client.user);
    add("lib-name", client.library);
    add("lib-ver", client.libraryVersion);
    return line + "\n";
}

void checkClient(const ClientInfo& client, std::string_view line)
{
    check(!client.id.empty() && !client.address.empty(), "a client has an id and an address");
    for (const std::string* text : {&client.id, &client.address, &client.name, &client.library,
             &client.libraryVersion, &client.user, &client.lastCommand}) {
        check(text->size() <= kLongestField, "a field is short");
        check(line.find(*text) != std::string_view::npos, "a field stands in its client's line");
        checkDisplayable(*text);
    }
    for (const std::chrono::seconds time : {client.age, client.idle})
        check(time.count() >= 0 && time <= kMostAge, "a time is one that people can wait for");
    const auto again = parseClientList(written(client));
    check(again.size() == 1 && again.front() == client, "what is written as a line says the same");
}

void run(std::string_view input)
{
    const std::vector<ClientInfo> all = parseClientList(input);
    std::vector<ClientInfo> byLine;
    for (std::string_view rest = input; !rest.empty();) {
        const std::string_view line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(rest.size(), line.size() + 1));
        const auto clients = parseClientList(line);
        check(clients.size() <= 1, "a line tells of one client");
        for (const ClientInfo& client : clients) {
            checkClient(client, line);
            byLine.push_back(client);
        }
    }
    // No input here is long enough for the limit.
    check(all == byLine, "no line changes what another one says");
}

const Target kTarget("client_list", run);

} // namespace
} // namespace lockkeeper::fuzz
