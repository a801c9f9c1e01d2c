// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/release/execute.h"

#include "core/event_loop.h"
#include "core/lock/token.h"
#include "core/observe/read_key.h"
#include "core/redis/connection.h"
#include "core/redis/fan_out.h"

#include <algorithm>
#include <system_error>

namespace lockkeeper::release {
namespace {

template <class T> using Answers = std::vector<Result<T>>;

// A connection to each master of a plan, in the plan's order, and the loop that they live on.
class Masters {
public:
    /// Throws std::system_error if the system has no thread to give.
    explicit Masters(std::chrono::milliseconds timeout)
        : m_timeout(timeout)
    { }

    void connect(const std::vector<config::MasterConfig>& masters)
    {
        redis::ConnectionOptions options;
        options.clientName = lock::Owner::thisProcess("release").connectionName();
        options.connectTimeout = m_timeout;
        for (const config::MasterConfig& master : masters)
            m_connections.push_back(
                std::make_unique<redis::Connection>(m_loop, master.id, master.url, options));
    }

    /// Starts a step on all masters at once and waits until the last has ended.
    template <class T>
    Answers<T> ask(
        std::function<void(std::size_t, redis::Transport&, std::function<void(Result<T>)>)> start)
    {
        auto promise = std::make_shared<std::promise<Answers<T>>>();
        auto answers = promise->get_future();
        m_loop.post([this, promise, start = std::move(start)] {
            std::vector<redis::Transport*> transports;
            for (const auto& connection : m_connections)
                transports.push_back(connection.get());
            redis::fanOut<T>(transports, start,
                [promise](Answers<T> results) { promise->set_value(std::move(results)); });
        });
        return answers.get();
    }

    std::vector<bool> areReplicas()
    {
        return m_loop.call([this] {
            std::vector<bool> replicas;
            for (const auto& connection : m_connections) {
                const auto role = connection->status().role;
                replicas.push_back(role && *role != "master");
            }
            return replicas;
        });
    }

    [[nodiscard]] std::chrono::milliseconds timeout() const noexcept { return m_timeout; }

private:
    EventLoop m_loop;
    std::chrono::milliseconds m_timeout;
    std::vector<std::unique_ptr<redis::Connection>> m_connections;
};

Error replicaError(const MasterId& master)
{
    return {ErrorClass::ReadOnly, "is a replica: its answer proves nothing", master};
}

Result<std::vector<config::MasterConfig>> mastersOf(
    const config::Deployment& deployment, const Plan& plan)
{
    const redis::Command allowed = releaseCommand(plan);
    std::vector<config::MasterConfig> masters;
    for (const PlannedCommand& command : plan.commands) {
        const auto master = std::find_if(deployment.masters.begin(), deployment.masters.end(),
            [&](const config::MasterConfig& candidate) { return candidate.id == command.master; });
        if (master == deployment.masters.end())
            return fail(ErrorClass::InvalidArgument,
                "the plan names a master that the deployment does not have", command.master);
        if (command.command.arguments() != allowed.arguments())
            return fail(ErrorClass::InvalidArgument,
                "the plan's command is not the compare-and-delete of its token", command.master);
        masters.push_back(*master);
    }
    if (masters.empty() || masters.size() != deployment.masters.size())
        return fail(ErrorClass::InvalidArgument, "the plan is not for all masters");
    return masters;
}

bool hasSeenToken(const Plan& plan, const MasterId& master)
{
    return std::any_of(plan.votes.begin(), plan.votes.end(), [&](const observe::Vote& vote) {
        return vote.master == master && vote.token == plan.token;
    });
}

// What a reading says by itself, before anything is sent.
MasterOutcome outcomeOfReading(
    const Plan& plan, const MasterId& master, const Result<observe::KeyReading>& reading)
{
    if (!reading)
        return {master, MasterResult::NotSent, reading.error()};
    if (reading->type == observe::ValueType::None)
        return {master, MasterResult::AlreadyGone};
    if (reading->type != plan.type || reading->fingerprint() != plan.token)
        return {master, MasterResult::AnotherHolder};
    return {master, MasterResult::NotSent};
}

MasterOutcome outcomeOfAnswer(const MasterId& master, const Result<redis::Reply>& reply)
{
    if (!reply) {
        const ErrorClass kind = reply.error().kind;
        if (!isDefinite(kind))
            return {master, MasterResult::Unknown, reply.error()};
        if (kind == ErrorClass::Unreachable || kind == ErrorClass::NotRedis)
            return {master, MasterResult::Unreachable, reply.error()};
        return {master, MasterResult::Refused, reply.error()};
    }
    const auto is = [&](ScriptAnswer answer) {
        return reply->isInteger() && reply->integer == static_cast<std::int64_t>(answer);
    };
    if (is(ScriptAnswer::Released))
        return {master, MasterResult::Released};
    if (is(ScriptAnswer::ReleasedUnheard))
        return {master, MasterResult::Released,
            Error{ErrorClass::NoPermission,
                "deleted, but PUBLISH was refused: its waiters were not woken", master}};
    if (is(ScriptAnswer::Gone))
        return {master, MasterResult::AlreadyGone};
    if (is(ScriptAnswer::AnotherHolder))
        return {master, MasterResult::AnotherHolder};
    return {master, MasterResult::Unknown,
        Error{ErrorClass::NotRedis, "the script gave an answer that it does not have", master}};
}

// The reading just before the act; a report that is ready if the holder has changed.
std::optional<Report> lookAgain(Masters& masters, const Plan& plan)
{
    const auto readings = masters.ask<observe::KeyReading>(
        [&](std::size_t, redis::Transport& transport, auto handler) {
            observe::readKey(
                transport, plan.resource.value(), masters.timeout(), std::move(handler));
        });
    const auto replicas = masters.areReplicas();
    Report report;
    for (std::size_t i = 0; i < plan.commands.size(); ++i) {
        const MasterId& master = plan.commands[i].master;
        if (replicas[i]) {
            report.outcomes.push_back({master, MasterResult::Refused, replicaError(master)});
            continue;
        }
        report.outcomes.push_back(outcomeOfReading(plan, master, readings[i]));
        if (report.outcomes.back().result == MasterResult::AnotherHolder)
            report.hasHolderChanged = report.hasHolderChanged || hasSeenToken(plan, master);
    }
    if (!report.hasHolderChanged)
        return std::nullopt;
    return report;
}

Report sendAll(Masters& masters, const Plan& plan)
{
    const auto replicas = masters.areReplicas();
    const auto answers
        = masters.ask<redis::Reply>([&](std::size_t i, redis::Transport& transport, auto handler) {
              if (replicas[i])
                  handler(tl::make_unexpected(replicaError(transport.master())));
              else
                  transport.send(plan.commands[i].command, masters.timeout(), std::move(handler));
          });
    Report report;
    for (std::size_t i = 0; i < answers.size(); ++i)
        report.outcomes.push_back(outcomeOfAnswer(plan.commands[i].master, answers[i]));
    return report;
}

} // namespace

Result<Report> execute(const config::Deployment& deployment, const Plan& plan,
    const std::string& reason, Journal& journal, const Clock&)
{
    if (std::all_of(reason.begin(), reason.end(), [](unsigned char c) { return c <= ' '; }))
        return fail(ErrorClass::InvalidArgument, "a release needs a reason");
    const auto configs = mastersOf(deployment, plan);
    if (!configs)
        return tl::make_unexpected(configs.error());
    std::optional<Masters> masters;
    try {
        masters.emplace(deployment.timeout);
    } catch (const std::system_error& error) {
        return fail(
            ErrorClass::System, std::string("the system has no thread to give: ") + error.what());
    }

    const auto id = journal.writeIntent(plan, reason);
    if (!id)
        return tl::make_unexpected(id.error());
    masters->connect(*configs);
    std::optional<Report> report = lookAgain(*masters, plan);
    if (!report)
        report = sendAll(*masters, plan);
    report->isQuorumFreed = report->possiblyStillHeld() < plan.quorum;
    if (auto written = journal.writeResult(*id, *report); !written)
        report->journalError = written.error();
    return *report;
}

} // namespace lockkeeper::release
