// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/link/connection.h"
#include "core/redis/url.h"

#include <vector>

namespace lockkeeper::redis {

[[nodiscard]] std::vector<Command> loginCommands(const Url& url, const std::string& clientName);

/// A server's answer may repeat the password.
[[nodiscard]] std::string withoutPassword(std::string text, const Url& url);

enum class LoginFailure {
    Harmless, ///< continues without it
    Fatal, ///< the server refuses this client
};
/// With `mustBeMaster`, an unknown role is harmless only if this user may not ask for it.
[[nodiscard]] LoginFailure classifyFailure(
    const Command& command, const Error& error, bool mustBeMaster);

/// Resets `status.role` if the reply is unexpected.
void readRole(const Reply& reply, LinkStatus& status);

/// Why a server with this reply to ROLE must not vote; nullopt: it is a master.
[[nodiscard]] std::optional<Error> voterRefusal(const Reply& role, const MasterId& master);

/// What was known before a login.
struct LastSeen {
    std::string runId{};
    std::optional<SteadyTime> at{};
};
/// Sets run_id, uptime, restartedAt and forgotAt by a reply to INFO server that came at `now`.
void readServerInfo(
    const Reply& reply, const LastSeen& lastSeen, SteadyTime now, LinkStatus& status);

/// One server's login: its commands, and how their replies, and later ones, are judged. Sends
/// nothing. Not thread-safe. `options` must outlive it.
class Login {
public:
    Login(const ConnectionOptions& options, MasterId master, Url url);
    Login(ConnectionOptions&& options, MasterId master, Url url) = delete;

    void setServer(Url url);
    [[nodiscard]] const std::vector<Command>& commands() const noexcept { return m_commands; }
    /// Before sending. `lastReply`: of the connection before.
    void begin(std::optional<SteadyTime> lastReply) noexcept { m_lastSeen.at = lastReply; }
    [[nodiscard]] bool isLast(std::size_t command) const noexcept
    {
        return command + 1 == m_commands.size();
    }
    /// Reads the reply to commands()[step]. Returns why to refuse the server, without the password.
    [[nodiscard]] std::optional<Error> refusal(
        std::size_t step, Result<Reply> reply, LinkStatus& status);
    [[nodiscard]] static Command historyCommand() { return {"INFO", "replication"}; }
    /// The server tells its history, and was not asked within 10 ms.
    [[nodiscard]] bool isHistoryDue(SteadyTime now);
    /// Reads a later historyCommand(). Sets forgotAt if the server was a replica meanwhile. False
    /// if it is no master.
    [[nodiscard]] bool isStillMaster(const Reply& history, SteadyTime now, LinkStatus& status);
    /// Reads a later ROLE.
    [[nodiscard]] std::optional<Error> refusalOfRole(const Reply& role, LinkStatus& status);

private:
    [[nodiscard]] bool noteHistory(const Reply& reply);
    void noteServer(const Reply& reply, LinkStatus& status);

    const ConnectionOptions& m_options;
    const MasterId m_master;
    Url m_url;
    std::vector<Command> m_commands;
    LastSeen m_lastSeen;
    bool m_wasReplica = false; ///< since the latest login: it lost its data
    std::string m_history; ///< latest replication id
    SteadyTime m_historyAskedAt = SteadyTime::min();
    bool m_hasNewHistory = false; ///< at this login: it was a replica, if it is the same server
};

} // namespace lockkeeper::redis
