// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/release/execute.h"

#include "core/observe/reading/key_reader.h"
#include "core/redis/fan_out.h"
#include "core/release/links.h"
#include "core/release/missing_grant.h"
#include "core/text/display_safe.h"
#include "core/text/translate.h"

#include <absl/strings/substitute.h>
#include <algorithm>
#include <condition_variable>
#include <mutex>

namespace lockkeeper::release {
namespace {

std::vector<bool> areReplicas(Links& links)
{
    return links.loop.call([&links] {
        std::vector<bool> replicas;
        for (const redis::Transport* transport : links.masters->transports()) {
            const auto role = transport->status().role;
            replicas.push_back(role && *role != "master");
        }
        return replicas;
    });
}

Error replicaError(const MasterId& master)
{
    return {
        ErrorClass::ReadOnly, trNoop("is a replica: its answer proves nothing", "data"), master};
}

Result<void> checkPlan(const config::Deployment& deployment, const Plan& plan)
{
    if (auto allowed = checkWritable(deployment); !allowed)
        return allowed;
    if (plan.masters.empty() || plan.masters.size() != deployment.masters.size())
        return fail(ErrorClass::InvalidArgument, trNoop("the plan is not for all masters", "data"));
    for (std::size_t i = 0; i < plan.masters.size(); ++i) {
        const MasterId& master = plan.masters[i].id;
        if (master != deployment.masters[i].id)
            return fail(ErrorClass::InvalidArgument,
                trNoop("the plan names a master that the deployment does not have", "data"),
                master);
    }
    if (plan.isValueShared && plan.seenFor < kSightNeeded)
        return fail(ErrorClass::InvalidArgument,
            trNoop("it was seen for less than two seconds, and the next holder may store the same "
                   "value: look again",
                "data"));
    return {};
}

bool hasSeenToken(const Plan& plan, const MasterId& master)
{
    return std::any_of(plan.votes.begin(), plan.votes.end(), [&](const observe::Vote& vote) {
        return vote.master == master && vote.token == plan.token;
    });
}

bool storesHolder(const Plan& plan, const observe::KeyReading& reading)
{
    const observe::FormatPtr format = observe::builtinFormat(plan.format);
    const auto lock = format ? format->recognise(reading, systemClock().wallNow()) : std::nullopt;
    return lock && lock->holderWith(plan.token) != nullptr;
}

bool storesToken(const Plan& plan, const observe::KeyReading& reading)
{
    return reading.type == plan.type
        && (plan.isForHolder() ? storesHolder(plan, reading) : reading.fingerprint() == plan.token);
}

MasterOutcome outcomeOfEarlierAsk(const Plan& plan, const MasterId& master, const std::string& text)
{
    if (auto ask = lock::parseAsk(text, plan.token))
        return {.master = master, .result = MasterResult::AskedAlready, .ask = std::move(ask)};
    return {master, MasterResult::Refused,
        Error{ErrorClass::WrongType,
            absl::Substitute(trNoop("the key of the ask, $0, stores something else: look at it, "
                                    "and remove it",
                                 "data"),
                displaySafe(lock::askKeyOf(plan.resource).value(), 1024)),
            master}};
}

MasterOutcome outcomeOfAnswer(
    const Plan& plan, const PlannedMaster& planned, const Result<redis::Reply>& reply)
{
    const MasterId& master = planned.id;
    if (!reply) {
        const ErrorClass kind = reply.error().kind;
        if (!isDefinite(kind))
            return {master, MasterResult::Unknown, reply.error()};
        if (kind == ErrorClass::Unreachable || kind == ErrorClass::NotRedis)
            return {master, MasterResult::Unreachable, reply.error()};
        return {master, MasterResult::Refused, explainMissingGrant(reply.error(), plan, planned)};
    }
    const bool hasRefusal = reply->isArray() && reply->elements.size() == 3;
    const bool hasEarlier = reply->isArray() && reply->elements.size() == 2;
    const redis::Reply& answered = hasRefusal || hasEarlier ? reply->elements.front() : *reply;
    const auto is = [&](ScriptAnswer answer) {
        return answered.isInteger() && answered.integer == static_cast<std::int64_t>(answer);
    };
    if (is(ScriptAnswer::Asked))
        return {master, MasterResult::Asked};
    if (is(ScriptAnswer::AskedAlready) && hasEarlier)
        return outcomeOfEarlierAsk(plan, master, reply->elements[1].text);
    if (is(ScriptAnswer::Revoked))
        return {master, MasterResult::Revoked};
    if (is(ScriptAnswer::Released))
        return {master, MasterResult::Released};
    if (is(ScriptAnswer::ReleasedNotNotified) && hasRefusal)
        return {master, MasterResult::Released,
            notNotifiedError(reply->elements[1].text, reply->elements[2].text, plan, planned)};
    if (is(ScriptAnswer::Gone))
        return {master, MasterResult::AlreadyGone};
    if (is(ScriptAnswer::AnotherHolder))
        return {master, MasterResult::AnotherHolder};
    return {master, MasterResult::Unknown,
        Error{ErrorClass::NotRedis,
            trNoop("the script gave an answer that it does not have", "data"), master}};
}

using Readings = std::vector<Result<observe::KeyReading>>;

struct Present {
    Expiries expiries;
    Readings readings;
};

/// Expiries first: they show a change of hands before the readings, the script a later one.
Present readAgain(Links& links, const Plan& plan, const Clock& clock)
{
    const auto& masters = links.masters->transports();
    const std::string& key = plan.resource.value();
    const auto queueOf = [&plan](const observe::KeyReading&) {
        return plan.type == observe::ValueType::Queue && plan.wakeUp ? plan.wakeUp->queue
                                                                     : std::nullopt;
    };
    Present present;
    if (plan.isValueShared)
        present.expiries = links.loop.await<Expiries>(
            [&](auto done) { readExpiryOnAll(masters, key, links.timeout, std::move(done)); });
    present.readings = links.loop.await<Readings>([&](auto done) {
        observe::readKeyOnAll(masters, clock, key, links.timeout, std::move(done), queueOf);
    });
    return present;
}

bool hasAnotherExpiry(const Plan& plan, std::size_t master, const Present& present)
{
    const std::optional<Expiry>& seen = plan.masters[master].expiry;
    const auto& now = present.expiries.empty() ? std::nullopt : present.expiries[master];
    return seen && now && !isSameExpiry(*seen, *now);
}

// Unless NotSent, the reading alone decides it.
MasterOutcome outcomeOfReading(const Plan& plan, std::size_t i, const Present& present)
{
    const MasterId& master = plan.masters[i].id;
    const Result<observe::KeyReading>& reading = present.readings[i];
    if (!reading)
        return {master, MasterResult::NotSent, reading.error()};
    if (reading->type == observe::ValueType::None)
        return {master, MasterResult::AlreadyGone};
    // Others hold the lock.
    if (plan.isForHolder() && reading->type == plan.type && !storesToken(plan, *reading))
        return {master, MasterResult::AlreadyGone};
    if (!storesToken(plan, *reading) || isSetAnew(plan, master, reading->ttl, reading->readAt)
        || hasAnotherExpiry(plan, i, present))
        return {master, MasterResult::AnotherHolder};
    return {master, MasterResult::NotSent};
}

// A person may decide for longer than a TTL: uses present TTLs and expiries.
Plan asOf(Plan plan, const Present& present)
{
    for (std::size_t i = 0; i < plan.masters.size(); ++i) {
        const auto& reading = present.readings[i];
        if (outcomeOfReading(plan, i, present).result != MasterResult::NotSent || !reading)
            continue;
        if (!present.expiries.empty() && present.expiries[i])
            plan.masters[i].expiry = present.expiries[i];
        if (i >= plan.votes.size() || plan.votes[i].token != plan.token)
            continue;
        observe::Vote vote = plan.votes[i];
        vote.ttl = reading->ttl;
        vote.readAt = reading->readAt;
        plan.votes.set(i, vote);
    }
    return plan;
}

std::optional<Report> reportOfChange(Links& links, const Plan& plan, const Present& present)
{
    const auto replicas = areReplicas(links);
    Report report;
    for (std::size_t i = 0; i < plan.masters.size(); ++i) {
        const MasterId& master = plan.masters[i].id;
        if (replicas[i]) {
            report.outcomes.push_back({master, MasterResult::Refused, replicaError(master)});
            continue;
        }
        report.outcomes.push_back(outcomeOfReading(plan, i, present));
        if (report.outcomes.back().result == MasterResult::AnotherHolder)
            report.hasHolderChanged = report.hasHolderChanged || hasSeenToken(plan, master);
    }
    if (!report.hasHolderChanged)
        return std::nullopt;
    return report;
}

std::vector<MasterOutcome> sendOnce(
    Links& links, const Plan& plan, const std::vector<bool>& isWanted)
{
    const auto replicas = areReplicas(links);
    const auto answers = redis::awaitAll<redis::Reply>(links.loop, links.masters->transports(),
        [&](std::size_t i, redis::Transport& transport, auto handler) {
            if (isWanted[i] && !replicas[i])
                return transport.send(
                    releaseCommand(plan, plan.masters[i]), links.timeout, std::move(handler));
            const Error refused = replicaError(transport.master());
            links.loop.post([handler, refused] { handler(tl::make_unexpected(refused)); });
        });
    std::vector<MasterOutcome> outcomes;
    for (std::size_t i = 0; i < answers.size(); ++i)
        outcomes.push_back(outcomeOfAnswer(plan, plan.masters[i], answers[i]));
    return outcomes;
}

/// A server refuses the whole command if the keys for waking lie in another slot, or are forbidden.
bool mayBeForWaking(const MasterOutcome& outcome)
{
    return outcome.result == MasterResult::Refused && outcome.error
        && (outcome.error->kind == ErrorClass::NoPermission
            || outcome.error->text.find("CROSSSLOT") != std::string::npos);
}

std::vector<MasterOutcome> send(Links& links, const Plan& plan, const std::vector<bool>& isWanted)
{
    if (links.other)
        return {links.other->carryOut(plan)};
    auto outcomes = sendOnce(links, plan, isWanted);
    const bool isForWhole
        = plan.action == Action::Release && !plan.part && plan.type != observe::ValueType::Queue;
    std::vector<bool> isRefused;
    for (std::size_t i = 0; i < outcomes.size(); ++i)
        isRefused.push_back(isWanted[i] && mayBeForWaking(outcomes[i]));
    if (!plan.wakeUp || !isForWhole || std::ranges::find(isRefused, true) == isRefused.end())
        return outcomes;
    Plan alone = plan;
    alone.wakeUp.reset();
    auto again = sendOnce(links, alone, isRefused);
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
        if (!isRefused[i])
            continue;
        std::swap(outcomes[i], again[i]);
        if (outcomes[i].result == MasterResult::Released)
            outcomes[i].error = notNotifiedError(*again[i].error);
    }
    return outcomes;
}

Report sendAll(Links& links, const Plan& plan)
{
    Report report;
    report.outcomes = send(links, plan, std::vector<bool>(plan.masters.size(), true));
    const bool isAnyFreed = report.count(MasterResult::Released)
            + report.count(MasterResult::Revoked) + report.count(MasterResult::Asked)
        > 0;
    report.hasHolderChanged = !isAnyFreed && report.count(MasterResult::Unknown) == 0
        && std::ranges::any_of(report.outcomes, [&plan](const MasterOutcome& outcome) {
               return outcome.result == MasterResult::AnotherHolder
                   && hasSeenToken(plan, outcome.master);
           });
    return report;
}

bool isOpen(const MasterOutcome& outcome)
{
    return outcome.result == MasterResult::Unreachable || outcome.result == MasterResult::Unknown;
}

bool isWorthAnotherTry(const MasterOutcome& outcome)
{
    if (isOpen(outcome))
        return true;
    if (outcome.result != MasterResult::Refused || !outcome.error)
        return false;
    switch (outcome.error->kind) {
    case ErrorClass::ReadOnly:
    case ErrorClass::Loading:
    case ErrorClass::Busy:
    case ErrorClass::Misconfigured:
    case ErrorClass::OutOfMemory:
    case ErrorClass::TooManyClients:
    case ErrorClass::TooFewReplicas:
        return true;
    default:
        return false;
    }
}

class LoginSignal {
public:
    void raise()
    {
        const std::lock_guard lock(m_mutex);
        m_isRaised = true;
        m_changed.notify_all();
    }
    void wait(const std::stop_token& stop, std::chrono::milliseconds most)
    {
        std::unique_lock lock(m_mutex);
        m_changed.wait_for(lock, stop, most, [this] { return m_isRaised; });
        m_isRaised = false;
    }

private:
    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    bool m_isRaised = false;
};

/// A master where it was gone stores it now.
bool isTakenAgain(const Plan& plan, const Report& report, const Readings& readings)
{
    for (std::size_t i = 0; i < report.outcomes.size(); ++i) {
        const MasterResult result = report.outcomes[i].result;
        const bool wasGone = result == MasterResult::Released || result == MasterResult::Revoked
            || result == MasterResult::AlreadyGone;
        if (wasGone && readings[i] && storesToken(plan, *readings[i]))
            return true;
    }
    return false;
}

void settleByReading(
    Report& report, std::vector<bool>& isWanted, const Plan& plan, const Present& present)
{
    for (std::size_t i = 0; i < isWanted.size(); ++i) {
        const MasterOutcome outcome = outcomeOfReading(plan, i, present);
        if (!isWanted[i] || outcome.result == MasterResult::NotSent)
            continue;
        report.outcomes[i] = outcome;
        isWanted[i] = false;
    }
}

void settleByAnswer(
    Report& report, std::vector<bool>& isWanted, const std::vector<MasterOutcome>& outcomes)
{
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
        if (!isWanted[i])
            continue;
        report.outcomes[i] = outcomes[i];
        isWanted[i] = isWorthAnotherTry(outcomes[i]);
    }
}

/// Returns the masters that are given up. Stops if the lock is taken again with the same value.
std::vector<bool> sendUntilAnswered(Links& links, const Plan& plan, const Clock& clock,
    const FinishLimits& limits, LoginSignal& login, Report& report)
{
    // A master may answer again without login.
    constexpr std::chrono::milliseconds kPause{500};
    const SteadyTime end = clock.now() + limits.time;
    std::vector<bool> isWanted;
    for (const MasterOutcome& outcome : report.outcomes)
        isWanted.push_back(isOpen(outcome));
    while (true) {
        const auto present
            = plan.isValueShared ? std::optional(readAgain(links, plan, clock)) : std::nullopt;
        if (present && isTakenAgain(plan, report, present->readings)) {
            for (std::size_t i = 0; i < isWanted.size(); ++i) {
                if (isWanted[i])
                    report.outcomes[i] = {plan.masters[i].id, MasterResult::NotSent};
            }
            return std::vector<bool>(isWanted.size(), false);
        }
        if (present)
            settleByReading(report, isWanted, plan, *present);
        settleByAnswer(
            report, isWanted, send(links, present ? asOf(plan, *present) : plan, isWanted));
        const bool isDone = std::ranges::find(isWanted, true) == isWanted.end();
        if (isDone || limits.stop.stop_requested() || clock.now() >= end)
            return isWanted;
        login.wait(limits.stop, kPause);
    }
}

void noteGivingUp(Report& report, const std::vector<bool>& areGivenUp, const FinishLimits& limits)
{
    for (std::size_t i = 0; i < report.outcomes.size(); ++i) {
        if (!areGivenUp[i])
            continue;
        MasterOutcome& outcome = report.outcomes[i];
        const std::string why = limits.stop.stop_requested()
            ? trNoop("given up: the program ended before it answered", "data")
            : trNoop("given up: it did not answer in time", "data");
        outcome.error = outcome.error
            ? Error{outcome.error->kind,
                absl::Substitute(trNoop("$0; last: $1", "data"), why, outcome.error->text),
                outcome.master}
            : Error{ErrorClass::Timeout, why, outcome.master};
    }
}

template <class T> std::vector<T> whereOpen(const std::vector<T>& all, const Report& report)
{
    std::vector<T> open;
    for (std::size_t i = 0; i < report.outcomes.size(); ++i) {
        if (isOpen(report.outcomes[i]))
            open.push_back(all[i]);
    }
    return open;
}

Result<void> checkReason(const Plan& plan, const std::string& reason)
{
    if (plan.action != Action::Ask
        && std::all_of(reason.begin(), reason.end(), [](unsigned char c) { return c <= ' '; }))
        return fail(ErrorClass::InvalidArgument, trNoop("a release needs a reason", "data"));
    if (isReasonTooLong(reason))
        return fail(ErrorClass::InvalidArgument,
            absl::Substitute(trNoop("a reason has at most $0 characters", "data"), kMostOfReason));
    return {};
}

bool isTakable(const Plan& plan, const Report& report)
{
    return !report.hasHolderChanged
        && report.count(MasterResult::Revoked) + report.count(MasterResult::AlreadyGone)
        >= plan.quorum;
}

/// With too few masters a steal only weakens the holder.
Result<void> checkReached(const Plan& plan, const Present& present)
{
    const auto reached = static_cast<std::size_t>(std::ranges::count_if(
        present.readings, [](const auto& reading) { return reading.has_value(); }));
    if (!plan.isSteal || reached >= plan.quorum)
        return {};
    return fail(ErrorClass::NoQuorum,
        absl::Substitute(trNoop("$0 of $1 masters answer, which is too few to take the lock: "
                                "nothing was sent",
                             "data"),
            reached, present.readings.size()));
}

Report concluded(Report report, const Plan& plan, const std::string& id, Journal& journal)
{
    report.isForCount = plan.isForCount();
    if (auto written = journal.writeResult(id, report); !written)
        report.journalError = written.error();
    return report;
}

Result<Report> carryOutElsewhere(
    StoreDeeds& store, const Plan& plan, const std::string& reason, Journal& journal)
{
    MasterOutcome outcome = store.lookAgain(plan);
    const auto id = journal.writeIntent(plan, reason);
    if (!id)
        return tl::make_unexpected(id.error());
    if (outcome.result == MasterResult::NotSent)
        outcome = store.carryOut(plan);
    Report report{.isToldAtOnce = true};
    report.hasHolderChanged = outcome.result == MasterResult::AnotherHolder;
    report.outcomes.push_back(std::move(outcome));
    report.isQuorumFreed = !report.hasHolderChanged && report.possiblyStillHeld() == 0;
    return concluded(std::move(report), plan, *id, journal);
}

Result<Report> carryOut(Links& links, const config::Deployment& deployment, const Plan& plan,
    const std::string& reason, Journal& journal, const Clock& clock, const TakeOver& take)
{
    if (auto given = checkReason(plan, reason); !given)
        return tl::make_unexpected(given.error());
    if (auto checked = checkPlan(deployment, plan); !checked)
        return tl::make_unexpected(checked.error());
    if (!links.masters && !links.other)
        connect(links, deployment, masters::MastersUse::Release);
    if (links.other)
        return carryOutElsewhere(*links.other, plan, reason, journal);
    const Present present = readAgain(links, plan, clock);
    if (auto reached = checkReached(plan, present); !reached)
        return tl::make_unexpected(reached.error());
    const Plan decided = asOf(plan, present);
    const auto id = journal.writeIntent(decided, reason);
    if (!id)
        return tl::make_unexpected(id.error());

    std::optional<Report> report = reportOfChange(links, plan, present);
    if (!report)
        report = sendAll(links, decided);
    report->isQuorumFreed = !report->hasHolderChanged && report->possiblyStillHeld() < plan.quorum;
    if (take && isTakable(plan, *report))
        report->taken = take(*report);
    return concluded(std::move(*report), plan, *id, journal);
}

} // namespace

Result<Report> execute(const config::Deployment& deployment, const Plan& plan,
    const std::string& reason, Journal& journal, const Clock& clock)
{
    std::optional<Links> links;
    if (auto started = start(links); !started)
        return tl::make_unexpected(started.error());
    return execute(*links, deployment, plan, reason, journal, clock);
}

Result<Report> execute(Links& links, const config::Deployment& deployment, const Plan& plan,
    const std::string& reason, Journal& journal, const Clock& clock)
{
    return carryOut(links, deployment, plan, reason, journal, clock, {});
}

Result<Report> executeSteal(const config::Deployment& deployment, const Plan& plan,
    const std::string& reason, Journal& journal, const Clock& clock, const TakeOver& take)
{
    if (!plan.isSteal)
        return fail(ErrorClass::InvalidArgument, trNoop("the plan is not for a steal", "data"));
    std::optional<Links> links;
    if (auto started = start(links); !started)
        return tl::make_unexpected(started.error());
    return carryOut(*links, deployment, plan, reason, journal, clock, take);
}

std::vector<MasterId> unansweredMasters(const Report& report)
{
    std::vector<MasterId> masters;
    for (const MasterOutcome& outcome : report.outcomes) {
        if (isOpen(outcome))
            masters.push_back(outcome.master);
    }
    return masters;
}

Result<Report> finish(const config::Deployment& deployment, const Plan& plan, const Report& report,
    const std::string& reason, Journal& journal, const Clock& clock, const FinishLimits& limits)
{
    if (auto given = checkReason(plan, reason); !given)
        return tl::make_unexpected(given.error());
    if (auto checked = checkPlan(deployment, plan); !checked)
        return tl::make_unexpected(checked.error());
    if (report.outcomes.size() != plan.masters.size())
        return fail(
            ErrorClass::InvalidArgument, trNoop("the report is not one of this plan", "data"));
    LoginSignal login; // before the links, which raise it
    std::optional<Links> links;
    if (auto started = start(links); !started)
        return tl::make_unexpected(started.error());
    Plan rest = plan;
    rest.masters = whereOpen(plan.masters, report);
    const auto id = journal.writeIntent(rest, reason, Journal::Stage::Finish);
    if (!id)
        return tl::make_unexpected(id.error());
    connect(*links, deployment, masters::MastersUse::Release, [&login] { login.raise(); });
    Report finished = report;
    finished.journalError.reset();
    const auto areGivenUp = sendUntilAnswered(*links, plan, clock, limits, login, finished);
    noteGivingUp(finished, areGivenUp, limits);
    finished.isQuorumFreed = finished.possiblyStillHeld() < plan.quorum;
    Report added = finished;
    added.outcomes = whereOpen(finished.outcomes, report);
    if (auto written = journal.writeResult(*id, added); !written)
        finished.journalError = written.error();
    return finished;
}

} // namespace lockkeeper::release
