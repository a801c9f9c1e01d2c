// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/output/board_json.h"
#include "core/output/history_json.h"
#include "core/output/incident.h"
#include "core/output/incident_words.h"
#include "core/words/safety_words.h"

#include <algorithm>

namespace lockkeeper::output {
namespace {

constexpr std::size_t kErrorLimit = 4096;

void writeSafety(JsonWriter& out, const std::optional<release::SafetyVerdict>& safety)
{
    if (!safety)
        return out.value(nullptr);
    out.object(
        "verdict", safety->safety, "text", words::safetyReason(*safety, words::Seen::Watched));
}

void writePresent(JsonWriter& out, const IncidentLock& lock, const OutputTime& present)
{
    if (!lock.present)
        return out.value(nullptr);
    const Sight& sight = *lock.present;
    out.openObject();
    out.key("lock");
    sight.entry ? writeLock(out, *sight.entry, present) : out.value(nullptr);
    writeSafety(out.key("safety"), sight.safety);
    out.field("other_key", sight.isOtherKey);
    out.list("failures", sight.failures, [&](const Error& failure) {
        out.object("master", failure.master, "error", errorText(failure, kErrorLimit));
    });
    out.closeObject();
}

void writeDecision(JsonWriter& out, const release::JournalIntent& intent)
{
    out.field("id", intent.id, "time_unix_ms", intent.time, "action", intent.action);
    out.field("os_user", intent.osUser, "host", intent.host, "pid", intent.pid);
    out.field("reason", intent.reason, "token_sha1", intent.tokenSha1, "format", intent.format);
    out.field("certainty", intent.certainty, "holder", unlessEmpty(intent.holder));
    out.key("safety");
    if (const auto& safety = intent.safety)
        out.object("verdict", safety->verdict, "text", safety->text);
    else
        out.value(nullptr);
    out.field("evidence", intent.evidence);
    out.list("votes", intent.votes, [&](const release::JournalVote& vote) {
        out.object("master", vote.master, "state", vote.state, "token_sha1", vote.token, "ttl_ms",
            vote.ttl);
    });
}

void writeSent(JsonWriter& out, const release::JournalIntent& intent)
{
    out.key("sent").openObject();
    out.field("command", unlessEmpty(intent.command), "wake_up", intent.wakeUp);
    out.list("masters", intent.masters, [&](const release::JournalMaster& master) {
        out.object("master", master.id, "url", master.url, "user", master.user);
    });
    out.closeObject();
}

void writeResult(JsonWriter& out, const std::optional<release::JournalResult>& result)
{
    if (!result)
        return out.value(nullptr);
    out.openObject();
    out.field("time_unix_ms", result->time, "text", summaryOf(*result));
    out.field("holder_changed", result->hasHolderChanged, "quorum_freed", result->isQuorumFreed);
    out.field("acquired", unlessEmpty(result->acquired));
    out.list("outcomes", result->outcomes, [&](const release::JournalOutcome& outcome) {
        out.object("master", outcome.master, "result", outcome.result, "error", outcome.error);
    });
    out.closeObject();
}

void writeNext(JsonWriter& out, const std::optional<NextHolder>& next)
{
    if (!next)
        return out.value(nullptr);
    out.object("token", next->token, "holder", next->holder, "after_ms", next->after);
}

void writeSummary(JsonWriter& out, const Summary& summary)
{
    out.object("what", unlessEmpty(summary.what), "held", unlessEmpty(summary.held), "waited",
        unlessEmpty(summary.waited), "done", unlessEmpty(summary.done), "outcome",
        unlessEmpty(summary.outcome));
}

void writePlanned(JsonWriter& out, const release::Deed& deed)
{
    out.openObject();
    writeResource(out, Resource(deed.intent.resource));
    out.field("plan", deed.intent.plan);
    writeDecision(out, deed.intent);
    writeResult(out.key("result"), deed.result);
    out.closeObject();
}

void writeDeed(JsonWriter& out, const IncidentLock& lock, const release::Deed& deed)
{
    out.openObject();
    writeDecision(out, deed.intent);
    writeSent(out, deed.intent);
    writeResult(out.key("result"), deed.result);
    writeNext(out.key("next"), nextHolder(lock, deed));
    out.closeObject();
}

std::vector<release::JournalPlan> runsOf(const Incident& incident)
{
    std::vector<release::JournalPlan> runs;
    for (const release::Deed& deed : incident.planned) {
        if (deed.run
            && std::ranges::find(runs, deed.run->plan, &release::JournalPlan::plan) == runs.end())
            runs.push_back(*deed.run);
    }
    return runs;
}

void writeRun(JsonWriter& out, const release::JournalPlan& run)
{
    out.openObject();
    out.field("plan", run.plan, "locks", run.locks, "end", unlessEmpty(run.end));
    out.list("fates", run.fates,
        [&](const auto& fate) { out.object("fate", fate.first, "locks", fate.second); });
    out.closeObject();
}

} // namespace

std::string asJson(const Incident& incident)
{
    const OutputTime present{incident.madeAtSteady, incident.madeAt};
    return objectLine([&](JsonWriter& out) {
        out.field("made_unix_ms", incident.madeAt, "made_by", incident.madeBy);
        out.field("deployment", incident.deployment, "quorum", incident.quorum);
        out.field("masters", incident.masters);
        const auto& [from, to] = incident.span;
        out.field("from_unix_ms", from == WallTime() ? std::nullopt : std::optional(from));
        out.field("to_unix_ms", to == WallTime::max() ? std::nullopt : std::optional(to));
        out.field("journal_error", errorText(incident.journalError, kErrorLimit));
        out.field("actions_on_other_masters", incident.deedsElsewhere);
        out.field("unreadable_lines", incident.unreadableLines);
        out.field("journal_break", unlessEmpty(incident.journalBreak));
        out.field("history_recorded", !incident.isHistoryMissing);
        out.field("history_error", errorText(incident.historyError, kErrorLimit));
        out.list("plans", runsOf(incident), [&](const auto& run) { writeRun(out, run); });
        out.list("planned", incident.planned, [&](const auto& deed) { writePlanned(out, deed); });
        out.field("locks_left_out", incident.locksLeftOut);
        out.list("locks", incident.locks, [&](const IncidentLock& lock) {
            out.openObject();
            writeResource(out, lock.resource);
            writeSummary(out.key("summary"), summaryOf(lock, incident));
            writePresent(out.key("present"), lock, present);
            out.key("history");
            lock.past ? writeTimeline(out, lock.resource, *lock.past, lock.usual, lock.handOvers)
                      : out.value(nullptr);
            out.list("actions", lock.deeds, [&](const auto& deed) { writeDeed(out, lock, deed); });
            out.closeObject();
        });
    });
}

} // namespace lockkeeper::output
