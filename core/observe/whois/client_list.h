// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

namespace lockkeeper::observe {

/// One connection of a client, as reported by CLIENT LIST. Text is as the client and the server
/// sent it: pass it through displaySafe() before showing it. Unknown fields are empty.
struct ClientInfo {
    std::string id;
    std::string address; ///< "10.0.0.7:51234"; all clients of one Unix socket have the same
    std::string name; ///< by CLIENT SETNAME
    std::string library; ///< lib-name, from Redis 7.2 on
    std::string libraryVersion;
    std::string user;
    std::string lastCommand; ///< "client|list"
    std::chrono::seconds age{0}; ///< since the connection was made
    std::chrono::seconds idle{0}; ///< since its last command

    friend bool operator==(const ClientInfo&, const ClientInfo&) = default;
};

/// Parses a reply to CLIENT LIST. Skips lines without an id or address, and fields that are
/// unknown, malformed or longer than 1 KiB. Stops after 65536 clients. Pure. Source: redis.io,
/// "CLIENT LIST".
[[nodiscard]] std::vector<ClientInfo> parseClientList(std::string_view text);

} // namespace lockkeeper::observe
