// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/whois/client_list.h"

#include <algorithm>
#include <charconv>

namespace lockkeeper::observe {
namespace {

constexpr std::size_t kMaxField = 1024;
constexpr std::size_t kMaxListed = 65'536;

/// Removes the text up to the first `mark`, and the mark, from `text`; returns that text.
std::string_view takeUntil(std::string_view& text, char mark)
{
    const std::string_view part = text.substr(0, text.find(mark));
    text.remove_prefix(std::min(text.size(), part.size() + 1));
    return part;
}

std::chrono::seconds secondsIn(std::string_view text)
{
    constexpr std::int64_t kMost = 100LL * 366 * 86'400;
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool isNumber = error == std::errc() && end == text.data() + text.size();
    return std::chrono::seconds(isNumber && number > 0 ? std::min(number, kMost) : 0);
}

// Only the address (the path of a Unix socket) may contain blanks, and could thus imitate the
// fields that follow it. So the last occurrence of each of these fields counts: nothing can be
// forged behind it.
void setField(ClientInfo& client, std::string_view name, std::string_view value)
{
    if (name == "id" && client.id.empty())
        client.id = value;
    else if (name == "addr" && client.address.empty())
        client.address = value;
    else if (name == "name")
        client.name = value;
    else if (name == "age")
        client.age = secondsIn(value);
    else if (name == "idle")
        client.idle = secondsIn(value);
    else if (name == "cmd")
        client.lastCommand = value == "NULL" ? std::string_view() : value;
    else if (name == "user")
        client.user = value;
    else if (name == "lib-name")
        client.library = value;
    else if (name == "lib-ver")
        client.libraryVersion = value;
}

} // namespace

std::vector<ClientInfo> parseClientList(std::string_view text)
{
    std::vector<ClientInfo> clients;
    while (!text.empty() && clients.size() < kMaxListed) {
        std::string_view line = takeUntil(text, '\n');
        ClientInfo client;
        while (!line.empty()) {
            std::string_view field = takeUntil(line, ' ');
            const std::string_view name = takeUntil(field, '=');
            if (field.size() <= kMaxField)
                setField(client, name, field);
        }
        if (!client.id.empty() && !client.address.empty())
            clients.push_back(std::move(client));
    }
    return clients;
}

} // namespace lockkeeper::observe
