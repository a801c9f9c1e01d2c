// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/link/login.h"

#include "core/redis/info.h"
#include "core/redis/reply_parser.h"
#include "core/text/number.h"
#include "core/text/translate.h"

#include <absl/strings/substitute.h>
#include <algorithm>
#include <utility>

namespace lockkeeper::redis {
namespace {

bool isClusterNode(const Reply& info)
{
    return info.isString() && infoField(info.text, "redis_mode") == "cluster";
}

std::optional<std::chrono::seconds> uptimeFrom(std::string_view info)
{
    const auto text = infoField(info, "uptime_in_seconds");
    constexpr std::chrono::seconds::rep kCentury = 100LL * 366 * 24 * 3600;
    const auto seconds = leadingNumber<std::chrono::seconds::rep>(text.value_or(""));
    if (!seconds || *seconds < 0 || *seconds > kCentury)
        return std::nullopt;
    return std::chrono::seconds(*seconds);
}

} // namespace

std::vector<Command> loginCommands(const Url& url, const std::string& clientName)
{
    std::vector<Command> commands;
    if (!url.user.empty())
        commands.push_back(Command{"AUTH", url.user, url.password.reveal()});
    else if (!url.password.isEmpty())
        commands.push_back(Command{"AUTH", url.password.reveal()});
    if (url.database != 0)
        commands.push_back(Command{"SELECT", std::to_string(url.database)});
    if (!clientName.empty())
        commands.push_back(Command{"CLIENT", "SETNAME", clientName});
    commands.push_back(Command{"ROLE"});
    commands.push_back(Command{"INFO", "server"});
    return commands;
}

std::string withoutPassword(std::string text, const Url& url)
{
    constexpr std::string_view kHidden = "***";
    const std::string& password = url.password.reveal();
    if (password.empty())
        return text;
    for (std::size_t at = 0; (at = text.find(password, at)) != std::string::npos;
         at += kHidden.size())
        text.replace(at, password.size(), kHidden);
    return text;
}

LoginFailure classifyFailure(const Command& command, const Error& error, bool mustBeMaster)
{
    const bool isNotAllowed = isForbidden(error.kind);
    if (command.name() == "INFO")
        return error.kind == ErrorClass::AuthRequired ? LoginFailure::Fatal
                                                      : LoginFailure::Harmless;
    if (command.name() == "ROLE" && mustBeMaster)
        return isNotAllowed ? LoginFailure::Harmless : LoginFailure::Fatal;
    const bool isRefusal = error.kind == ErrorClass::AuthRequired
        || error.kind == ErrorClass::ServerError || error.kind == ErrorClass::TooManyClients;
    if ((command.name() == "ROLE" || command.name() == "CLIENT") && !isRefusal)
        return LoginFailure::Harmless;
    return LoginFailure::Fatal;
}

void readRole(const Reply& reply, LinkStatus& status)
{
    status.role.reset();
    if (reply.isArray() && !reply.elements.empty())
        status.role = reply.elements.front().text;
}

std::optional<Error> voterRefusal(const Reply& role, const MasterId& master)
{
    const auto error = [&](std::string text) {
        return Error{ErrorClass::ReadOnly, std::move(text), master};
    };
    const std::string name
        = role.isArray() && !role.elements.empty() ? role.elements.front().text : std::string();
    if (name == "master")
        return std::nullopt;
    if (name == "sentinel")
        return error(trNoop("this server is a Sentinel, which stores no locks", "data"));
    if (name != "slave" || role.elements.size() < 3)
        return error(trNoop("this server does not say that it is a master", "data"));
    return error(absl::Substitute(trNoop("this server is a replica of $0:$1", "data"),
        role.elements[1].text, role.elements[2].integer));
}

void readServerInfo(
    const Reply& reply, const LastSeen& lastSeen, SteadyTime now, LinkStatus& status)
{
    status.runId.reset();
    status.uptime.reset();
    if (!reply.isString())
        return;
    if (const auto runId = infoField(reply.text, "run_id"); runId && !runId->empty())
        status.runId = std::string(*runId);
    status.uptime = uptimeFrom(reply.text);
    std::optional<SteadyTime> start;
    // Whole seconds: off by one at most.
    if (status.uptime)
        start = now - std::max(*status.uptime - std::chrono::seconds(1), std::chrono::seconds(0));
    const bool isOther = status.runId && !lastSeen.runId.empty() && lastSeen.runId != *status.runId;
    // Another address is another server: a failover.
    if (isOther && !status.address)
        status.restartedAt = now;
    // It ran while the former server still answered: it took over later, perhaps now.
    const bool isReplaced
        = isOther && (status.address || !start || *start <= lastSeen.at.value_or(now));
    if (const auto forgotAt = isReplaced ? std::optional(now) : start)
        status.forgotAt = std::max(status.forgotAt.value_or(*forgotAt), *forgotAt);
}

Login::Login(const ConnectionOptions& options, MasterId master, Url url)
    : m_options(options)
    , m_master(std::move(master))
{
    setServer(std::move(url));
}

void Login::setServer(Url url)
{
    m_url = std::move(url);
    m_commands = loginCommands(m_url, m_options.clientName);
    if (m_options.mustBeMaster)
        m_commands.insert(m_commands.end() - 1, historyCommand());
}

std::optional<Error> Login::refusal(std::size_t step, Result<Reply> reply, LinkStatus& status)
{
    const Command& command = m_commands[step];
    if (!reply)
        reply.error().text = withoutPassword(std::move(reply.error().text), m_url);
    if (!reply
        && classifyFailure(command, reply.error(), m_options.mustBeMaster) == LoginFailure::Fatal) {
        // No Redis says so much then.
        if (isTooLarge(reply.error()))
            reply.error().kind = ErrorClass::NotRedis;
        return std::move(reply.error());
    }
    const Reply nothing;
    if (command.name() == "ROLE") {
        if (reply)
            return refusalOfRole(*reply, status);
        readRole(nothing, status);
    } else if (!isLast(step)) {
        m_hasNewHistory = command.name() == "INFO" && reply && noteHistory(*reply);
    } else {
        noteServer(reply ? *reply : nothing, status);
        if (m_options.mustBeMaster && reply && isClusterNode(*reply))
            return Error{ErrorClass::Unsupported,
                trNoop("this server is a node of a Cluster, with a part of the keys; name the "
                       "Cluster in the deployments file: [[deployment.cluster]] with its seeds",
                    "data"),
                m_master};
    }
    if (!isLast(step) || !m_options.admission)
        return std::nullopt;
    auto refusal = m_options.admission(status);
    if (refusal)
        refusal->master = m_master;
    return refusal;
}

void Login::noteServer(const Reply& reply, LinkStatus& status)
{
    const SteadyTime now = BootClock::now();
    readServerInfo(reply, m_lastSeen, now, status);
    const bool isSame = status.runId == m_lastSeen.runId;
    m_lastSeen.runId = status.runId.value_or(m_lastSeen.runId);
    if (std::exchange(m_wasReplica, false) || (isSame && m_hasNewHistory))
        status.forgotAt = now;
}

/// Was the same server a replica? It takes a new replication id when it becomes a master.
bool Login::noteHistory(const Reply& reply)
{
    const auto id = infoField(reply.text, "master_replid");
    if (!id)
        return false;
    const bool isNew = !m_history.empty() && *id != m_history;
    m_history = *id;
    // Without replicas for repl-backlog-ttl a master takes a new id too, but forgets the old one.
    const auto former = infoField(reply.text, "master_replid2");
    return isNew && former && former->find_first_not_of('0') != std::string_view::npos;
}

bool Login::isHistoryDue(SteadyTime now)
{
    // Becoming a replica, copying a snapshot and becoming a master takes longer.
    constexpr std::chrono::milliseconds kLasts{10};
    if (m_history.empty() || now < m_historyAskedAt + kLasts)
        return false;
    m_historyAskedAt = now;
    return true;
}

bool Login::isStillMaster(const Reply& history, SteadyTime now, LinkStatus& status)
{
    if (noteHistory(history))
        status.forgotAt = now;
    return infoField(history.text, "role") == "master";
}

std::optional<Error> Login::refusalOfRole(const Reply& role, LinkStatus& status)
{
    readRole(role, status);
    if (!m_options.mustBeMaster)
        return std::nullopt;
    auto refusal = voterRefusal(role, m_master);
    m_wasReplica = m_wasReplica || refusal;
    return refusal;
}

} // namespace lockkeeper::redis
