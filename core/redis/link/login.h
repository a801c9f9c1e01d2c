// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/transport.h"
#include "core/redis/url.h"

#include <vector>

namespace lockkeeper::redis {

/// The commands that begin each connection, sent in one pipeline: AUTH, SELECT and CLIENT SETNAME
/// if needed, then ROLE and INFO server.
[[nodiscard]] std::vector<Command> loginCommands(const Url& url, const std::string& clientName);

/// Replaces the URL's password in `text` by asterisks: a server's answer may repeat it.
[[nodiscard]] std::string withoutPassword(std::string text, const Url& url);

/// Consequence of a failed login command.
enum class LoginFailure {
    Harmless, ///< the login continues without the information
    Fatal, ///< the server refuses this client
};
/// With `mustBeMaster`, an unknown role is harmless only if this user may not ask for it.
[[nodiscard]] LoginFailure classifyFailure(
    const Command& command, const Error& error, bool mustBeMaster);

/// Sets `status.role` from a reply to ROLE; resets it if the reply is unexpected.
void readRole(const Reply& reply, LinkStatus& status);

/// Why a server with this reply to ROLE must not vote; nullopt if it is a master.
[[nodiscard]] std::optional<Error> voterRefusal(const Reply& role, const MasterId& master);

/// Sets run_id and uptime in `status` from a reply to INFO server.
void readServerInfo(const Reply& reply, LinkStatus& status);

} // namespace lockkeeper::redis
