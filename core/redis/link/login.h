// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/link/connection.h"
#include "core/redis/url.h"

#include <vector>

namespace lockkeeper::redis {

[[nodiscard]] std::vector<Command> loginCommands(const Url& url, const std::string& clientName);

/// The server may repeat the password.
[[nodiscard]] std::string withoutPassword(std::string text, const Url& url);

enum class LoginFailure {
    Harmless, ///< continues without it
    Fatal, ///< the server refuses this client
};
/// With `mustBeMaster`, an unknown role is harmless only if asking for it is forbidden.
[[nodiscard]] LoginFailure classifyFailure(
    const Command& command, const Error& error, bool mustBeMaster);

void readRole(const Reply& reply, LinkStatus& status);

/// Why this reply to ROLE forbids a server to vote; nullopt: a master.
[[nodiscard]] std::optional<Error> voterRefusal(const Reply& role, const MasterId& master);

/// Before a login.
struct LastSeen {
    std::string runId{};
    std::optional<SteadyTime> at{};
};
/// Reads INFO server, received at `now`.
void readServerInfo(
    const Reply& reply, const LastSeen& lastSeen, SteadyTime now, LinkStatus& status);

/// One server's login: its commands, and the judgement of their replies and later ones. Sends
/// nothing.
class Login {
public:
    Login(const ConnectionOptions& options, MasterId master, Url url);
    Login(ConnectionOptions&& options, MasterId master, Url url) = delete;

    void setServer(Url url);
    [[nodiscard]] const std::vector<Command>& commands() const noexcept { return m_commands; }
    /// `lastReply`: of the connection before.
    void begin(std::optional<SteadyTime> lastReply) noexcept { m_lastSeen.at = lastReply; }
    [[nodiscard]] bool isLast(std::size_t command) const noexcept
    {
        return command + 1 == m_commands.size();
    }
    /// The reply to commands()[step]. Returns why to refuse the server, without the password.
    [[nodiscard]] std::optional<Error> refusal(
        std::size_t step, Result<Reply> reply, LinkStatus& status);
    [[nodiscard]] static Command historyCommand() { return {"INFO", "replication"}; }
    /// False without a history, or within 10 ms of the last.
    [[nodiscard]] bool isHistoryDue(SteadyTime now);
    /// Reads a later historyCommand(); sets forgotAt if the server was a replica meanwhile. False:
    /// no master.
    [[nodiscard]] bool isStillMaster(const Reply& history, SteadyTime now, LinkStatus& status);
    /// A later ROLE.
    [[nodiscard]] std::optional<Error> refusalOfRole(const Reply& role, LinkStatus& status);

private:
    [[nodiscard]] bool noteHistory(const Reply& reply);
    void noteServer(const Reply& reply, LinkStatus& status);

    const ConnectionOptions& m_options;
    const MasterId m_master;
    Url m_url;
    std::vector<Command> m_commands;
    LastSeen m_lastSeen;
    bool m_wasReplica = false; ///< since the latest login: data is lost
    std::string m_history;
    SteadyTime m_historyAskedAt = SteadyTime::min();
    bool m_hasNewHistory = false; ///< if it is the same server, it was a replica
};

} // namespace lockkeeper::redis
