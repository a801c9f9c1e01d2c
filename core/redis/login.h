// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/transport.h"
#include "core/redis/url.h"

#include <vector>

namespace lockkeeper::redis {

/// The commands that begin each connection, to be sent in one pipeline: AUTH, SELECT and CLIENT
/// SETNAME as far as they are needed, ROLE, INFO server.
[[nodiscard]] std::vector<Command> loginCommands(const Url& url, const std::string& clientName);

/// `text` with asterisks where the URL's password is: what a server answers may repeat it.
[[nodiscard]] std::string withoutPassword(std::string text, const Url& url);

/// What the failure of a login command means.
enum class LoginFailure {
    Harmless, ///< goes on without what the command would have told
    Fatal, ///< the server refuses this client
};
/// `mustBeMaster`: not to know the role is harmless only if this user may not ask for it.
[[nodiscard]] LoginFailure judge(const Command& command, const Error& error, bool mustBeMaster);

/// Takes the role from a reply to ROLE into `status`; an unexpected reply leaves it unknown.
void readRole(const Reply& reply, LinkStatus& status);

/// Why a server that answered ROLE so is not to vote: nothing if it is a master.
[[nodiscard]] std::optional<Error> whyNoVoter(const Reply& role, const MasterId& master);

/// Takes run_id and uptime from a reply to INFO server into `status`.
void readServerInfo(const Reply& reply, LinkStatus& status);

} // namespace lockkeeper::redis
