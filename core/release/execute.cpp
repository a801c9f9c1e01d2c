// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/release/execute.h"

#include "core/lock/token.h"
#include "core/loop/event_loop.h"
#include "core/masters/masters.h"
#include "core/observe/reading/key_reader.h"
#include "core/redis/fan_out.h"

#include <algorithm>
#include <system_error>

namespace lockkeeper::release {
namespace {

// The masters of a release, and their loop.
struct Session {
    /// Throws std::system_error if the system has no thread to give.
    Session() = default;

    std::vector<bool> areReplicas()
    {
        return loop.call([this] {
            std::vector<bool> replicas;
            for (const redis::Transport* transport : masters->transports()) {
                const auto role = transport->status().role;
                replicas.push_back(role && *role != "master");
            }
            return replicas;
        });
    }

    EventLoop loop;
    std::optional<masters::Masters> masters{};
    std::chrono::milliseconds timeout{};
};

Error replicaError(const MasterId& master)
{
    return {ErrorClass::ReadOnly, "is a replica: its answer proves nothing", master};
}

Result<void> checkPlan(const config::Deployment& deployment, const Plan& plan)
{
    if (auto allowed = checkWritable(deployment); !allowed)
        return allowed;
    if (plan.commands.empty() || plan.commands.size() != deployment.masters.size())
        return fail(ErrorClass::InvalidArgument, "the plan is not for all masters");
    const redis::Command allowed = releaseCommand(plan);
    for (std::size_t i = 0; i < plan.commands.size(); ++i) {
        const PlannedCommand& command = plan.commands[i];
        if (command.master != deployment.masters[i].id)
            return fail(ErrorClass::InvalidArgument,
                "the plan names a master that the deployment does not have", command.master);
        if (command.command.arguments() != allowed.arguments())
            return fail(ErrorClass::InvalidArgument,
                "the plan's command is not the compare-and-delete of its token", command.master);
    }
    return {};
}

bool hasSeenToken(const Plan& plan, const MasterId& master)
{
    return std::any_of(plan.votes.begin(), plan.votes.end(), [&](const observe::Vote& vote) {
        return vote.master == master && vote.token == plan.token;
    });
}

// The outcome that follows from a reading alone, before anything is sent.
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
    if (is(ScriptAnswer::ReleasedNotNotified))
        return {master, MasterResult::Released,
            Error{ErrorClass::NoPermission,
                "deleted, but PUBLISH was refused: its waiters were not woken", master}};
    if (is(ScriptAnswer::HasQueue))
        return {master, MasterResult::Refused,
            Error{ErrorClass::Unsupported,
                "a fair lock with waiters, which can't be woken from outside: left alone", master}};
    if (is(ScriptAnswer::Gone))
        return {master, MasterResult::AlreadyGone};
    if (is(ScriptAnswer::AnotherHolder))
        return {master, MasterResult::AnotherHolder};
    return {master, MasterResult::Unknown,
        Error{ErrorClass::NotRedis, "the script gave an answer that it does not have", master}};
}

// Reads again just before the release; returns a finished report if the holder has changed.
std::optional<Report> lookAgain(Session& session, const Plan& plan, const Clock& clock)
{
    using Readings = std::vector<Result<observe::KeyReading>>;
    const auto readings = session.loop.await<Readings>([&](auto done) {
        observe::readKeyOnAll(session.masters->transports(), clock, plan.resource.value(),
            session.timeout, std::move(done));
    });
    const auto replicas = session.areReplicas();
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

Report sendAll(Session& session, const Plan& plan)
{
    using Answers = std::vector<Result<redis::Reply>>;
    const auto replicas = session.areReplicas();
    const auto answers = session.loop.await<Answers>([&](auto done) {
        redis::fanOut<redis::Reply>(
            session.masters->transports(),
            [&](std::size_t i, redis::Transport& transport, auto handler) {
                if (!replicas[i])
                    return transport.send(
                        plan.commands[i].command, session.timeout, std::move(handler));
                const Error refused = replicaError(transport.master());
                session.loop.post([handler, refused] { handler(tl::make_unexpected(refused)); });
            },
            std::move(done));
    });
    Report report;
    for (std::size_t i = 0; i < answers.size(); ++i)
        report.outcomes.push_back(outcomeOfAnswer(plan.commands[i].master, answers[i]));
    return report;
}

} // namespace

Result<Report> execute(const config::Deployment& deployment, const Plan& plan,
    const std::string& reason, Journal& journal, const Clock& clock)
{
    if (std::all_of(reason.begin(), reason.end(), [](unsigned char c) { return c <= ' '; }))
        return fail(ErrorClass::InvalidArgument, "a release needs a reason");
    if (auto checked = checkPlan(deployment, plan); !checked)
        return tl::make_unexpected(checked.error());
    std::optional<Session> session;
    try {
        session.emplace();
    } catch (const std::system_error& error) {
        return fail(
            ErrorClass::System, std::string("the system has no thread to give: ") + error.what());
    }
    const auto id = journal.writeIntent(plan, reason);
    if (!id)
        return tl::make_unexpected(id.error());

    session->timeout = deployment.timeout;
    session->masters.emplace(session->loop, deployment,
        lock::Owner::thisProcess("release").connectionName(), masters::MastersUse::Release);
    std::optional<Report> report = lookAgain(*session, plan, clock);
    if (!report)
        report = sendAll(*session, plan);
    report->isQuorumFreed = report->possiblyStillHeld() < plan.quorum;
    if (auto written = journal.writeResult(*id, *report); !written)
        report->journalError = written.error();
    return *report;
}

} // namespace lockkeeper::release
