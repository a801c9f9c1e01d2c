// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/link/connection.h"
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

/// What was known of the server before a login.
struct LastSeen {
    std::string runId{}; ///< of the last login that told it; empty: none
    std::optional<SteadyTime> at{}; ///< the last reply
};
/// Sets run_id, uptime, restartedAt and forgotAt in `status` from a reply to INFO server. `now`:
/// when the reply came.
void readServerInfo(
    const Reply& reply, const LastSeen& lastSeen, SteadyTime now, LinkStatus& status);

/// The login to one server: its commands, and the decision on their replies and on later ones.
/// Sends nothing itself, so the order of events is that of its owner. Not thread-safe. `options`
/// must outlive it.
class Login {
public:
    Login(const ConnectionOptions& options, MasterId master, Url url);
    Login(ConnectionOptions&& options, MasterId master, Url url) = delete;

    /// Prepares the login to another server.
    void setServer(Url url);
    /// To be sent in one pipeline.
    [[nodiscard]] const std::vector<Command>& commands() const noexcept { return m_commands; }
    /// To be called before they are sent. `lastReply`: of the connection before.
    void begin(std::optional<SteadyTime> lastReply) noexcept { m_lastSeen.at = lastReply; }
    /// True if the login is complete after the reply to this command.
    [[nodiscard]] bool isLast(std::size_t command) const noexcept
    {
        return command + 1 == m_commands.size();
    }
    /// Reads the reply to commands()[step] into `status`. Returns why the server must be
    /// refused, without the password; nullopt if the login goes on.
    [[nodiscard]] std::optional<Error> refusal(
        std::size_t step, Result<Reply> reply, LinkStatus& status);
    /// Asks a server for its replication history.
    [[nodiscard]] static Command historyCommand() { return {"INFO", "replication"}; }
    /// True if a connected server is to be asked now: it tells its history, and did not within the
    /// last 10 ms.
    [[nodiscard]] bool isHistoryDue(SteadyTime now);
    /// Reads a reply to a later historyCommand(): sets forgotAt to `now` if the server was a
    /// replica since the last one. Returns false if it is no master any more.
    [[nodiscard]] bool isStillMaster(const Reply& history, SteadyTime now, LinkStatus& status);
    /// Reads a reply to a later ROLE into `status`. Returns why the server must be refused from now
    /// on; nullopt if it may stay.
    [[nodiscard]] std::optional<Error> refusalOfRole(const Reply& role, LinkStatus& status);

private:
    [[nodiscard]] bool noteHistory(const Reply& reply);
    void noteServer(const Reply& reply, LinkStatus& status);

    const ConnectionOptions& m_options;
    const MasterId m_master;
    Url m_url;
    std::vector<Command> m_commands;
    LastSeen m_lastSeen;
    bool m_wasReplica = false; ///< since the latest login: it has dropped its data
    std::string m_history; ///< the latest replication id; empty: none was told
    SteadyTime m_historyAskedAt = SteadyTime::min();
    bool m_hasNewHistory = false; ///< by this login: it was a replica, if it is the same server
};

} // namespace lockkeeper::redis
