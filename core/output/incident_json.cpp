// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/output/board_json.h"
#include "core/output/history_json.h"
#include "core/output/incident.h"
#include "core/output/incident_words.h"
#include "core/text/display_safe.h"
#include "core/words/safety_words.h"

namespace lockkeeper::output {
namespace {

using Text = std::optional<std::string>;

Text textOf(const std::optional<Error>& error)
{
    return error ? Text(displaySafe(error->text, 4096)) : std::nullopt;
}

void writeSafety(JsonWriter& out, const std::optional<release::SafetyVerdict>& safety)
{
    if (!safety)
        return out.value(nullptr);
    out.openObject();
    out.field("verdict", nameOf(safety->safety));
    out.field("text", words::safetyReason(*safety, words::Seen::Watched));
    out.closeObject();
}

void writePresent(JsonWriter& out, const IncidentLock& lock, const OutputTime& present)
{
    if (!lock.present)
        return out.value(nullptr);
    const Sight& sight = *lock.present;
    out.openObject();
    out.key("lock");
    sight.entry ? writeLock(out, *sight.entry, present) : out.value(nullptr);
    out.key("safety");
    writeSafety(out, sight.safety);
    out.field("other_key", sight.isOtherKey);
    out.key("failures").openArray();
    for (const Error& failure : sight.failures) {
        out.openObject();
        out.field("master", failure.master.value());
        out.field("error", textOf(failure));
        out.closeObject();
    }
    out.closeArray();
    out.closeObject();
}

/// As it was shown to whoever decided; null: it is not known.
void writeSafety(JsonWriter& out, const std::optional<release::JournalSafety>& safety)
{
    if (!safety)
        return out.field("safety", Text());
    out.key("safety").openObject();
    out.field("verdict", safety->verdict);
    out.field("text", safety->text);
    out.closeObject();
}

void writeDecision(JsonWriter& out, const release::JournalIntent& intent)
{
    out.field("id", intent.id);
    out.field("time_unix_ms", unixMillisecondsOf(intent.time));
    out.field("action", intent.action);
    out.field("os_user", intent.osUser);
    out.field("host", intent.host);
    out.field("pid", intent.pid);
    out.field("reason", intent.reason);
    out.field("token_sha1", intent.tokenSha1);
    out.field("format", intent.format);
    out.field("certainty", intent.certainty);
    out.field("holder", intent.holder.empty() ? Text() : Text(intent.holder));
    writeSafety(out, intent.safety);
    out.key("evidence").openArray();
    for (const std::string& name : intent.evidence)
        out.value(name);
    out.closeArray();
    out.key("votes").openArray();
    for (const release::JournalVote& vote : intent.votes) {
        out.openObject();
        out.field("master", vote.master);
        out.field("state", vote.state);
        out.field("token_sha1", vote.token);
        out.field("ttl_ms", millisecondsOf(vote.ttl));
        out.closeObject();
    }
    out.closeArray();
}

void writeSent(JsonWriter& out, const release::JournalIntent& intent)
{
    out.key("sent").openObject();
    out.field("command", intent.command.empty() ? Text() : Text(intent.command));
    out.field("wake_up", intent.wakeUp);
    out.key("masters").openArray();
    for (const release::JournalMaster& master : intent.masters) {
        out.openObject();
        out.field("master", master.id);
        out.field("url", master.url);
        out.field("user", master.user);
        out.closeObject();
    }
    out.closeArray();
    out.closeObject();
}

void writeResult(JsonWriter& out, const std::optional<release::JournalResult>& result)
{
    if (!result)
        return out.value(nullptr);
    out.openObject();
    out.field("time_unix_ms", unixMillisecondsOf(result->time));
    out.field("text", summaryOf(*result));
    out.field("holder_changed", result->hasHolderChanged);
    out.field("quorum_freed", result->isQuorumFreed);
    out.field("acquired", result->acquired.empty() ? Text() : Text(result->acquired));
    out.key("outcomes").openArray();
    for (const release::JournalOutcome& outcome : result->outcomes) {
        out.openObject();
        out.field("master", outcome.master);
        out.field("result", outcome.result);
        out.field("error", outcome.error);
        out.closeObject();
    }
    out.closeArray();
    out.closeObject();
}

void writeNext(JsonWriter& out, const std::optional<NextHolder>& next)
{
    if (!next)
        return out.value(nullptr);
    out.openObject();
    out.field("token", next->token);
    out.field("holder", next->holder);
    out.field("after_ms", millisecondsOf(next->after));
    out.closeObject();
}

void writeSummary(JsonWriter& out, const Summary& summary)
{
    const auto textOrNull = [](const std::string& text) { return text.empty() ? Text() : text; };
    out.openObject();
    out.field("what", textOrNull(summary.what));
    out.field("held", textOrNull(summary.held));
    out.field("waited", textOrNull(summary.waited));
    out.field("done", textOrNull(summary.done));
    out.field("outcome", textOrNull(summary.outcome));
    out.closeObject();
}

void writeDeeds(JsonWriter& out, const IncidentLock& lock)
{
    out.openArray();
    for (const release::Deed& deed : lock.deeds) {
        out.openObject();
        writeDecision(out, deed.intent);
        writeSent(out, deed.intent);
        out.key("result");
        writeResult(out, deed.result);
        out.key("next");
        writeNext(out, nextHolder(lock, deed));
        out.closeObject();
    }
    out.closeArray();
}

} // namespace

std::string asJson(const Incident& incident)
{
    const OutputTime present{incident.madeAtSteady, incident.madeAt};
    JsonWriter out;
    out.openObject();
    out.field("made_unix_ms", sinceEpoch(incident.madeAt).count());
    out.field("made_by", incident.madeBy);
    out.field("deployment", incident.deployment);
    out.field("quorum", incident.quorum);
    out.field("masters", incident.masters);
    const auto& [from, to] = incident.span;
    out.field("from_unix_ms", from == WallTime() ? std::nullopt : unixMillisecondsOf(from));
    out.field("to_unix_ms", to == WallTime::max() ? std::nullopt : unixMillisecondsOf(to));
    out.field("journal_error", textOf(incident.journalError));
    out.field("actions_on_other_masters", incident.deedsElsewhere);
    out.field("unreadable_lines", incident.unreadableLines);
    out.field("journal_break",
        incident.journalBreak.empty() ? std::nullopt : std::optional(incident.journalBreak));
    out.field("history_recorded", !incident.isHistoryMissing);
    out.field("history_error", textOf(incident.historyError));
    out.key("locks").openArray();
    for (const IncidentLock& lock : incident.locks) {
        out.openObject();
        writeResource(out, lock.resource);
        out.key("summary");
        writeSummary(out, summaryOf(lock, incident));
        out.key("present");
        writePresent(out, lock, present);
        out.key("history");
        lock.past ? writeTimeline(out, lock.resource, *lock.past, lock.usual, lock.handOvers)
                  : out.value(nullptr);
        out.key("actions");
        writeDeeds(out, lock);
        out.closeObject();
    }
    out.closeArray();
    out.closeObject();
    return out.text() + "\n";
}

} // namespace lockkeeper::output
