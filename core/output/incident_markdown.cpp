// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/output/incident.h"
#include "core/output/incident_words.h"
#include "core/output/markdown.h"
#include "core/words/lock_words.h"
#include "core/words/master_words.h"
#include "core/words/outcome_words.h"
#include "core/words/safety_words.h"
#include "core/words/time_words.h"

#include <algorithm>

namespace lockkeeper::output {
namespace {

using std::chrono::duration_cast;
using std::chrono::milliseconds;
using Rows = std::vector<std::vector<std::string>>;

std::string cell(std::string_view bytes)
{
    return codeSpan(bytes, true, 1024);
}

std::string timeText(const std::optional<WallTime>& time)
{
    return time ? words::utcText(*time) : "at an unknown time";
}

std::string bullet(const char* name, const std::string& markdown)
{
    return std::string("- **").append(name).append(":** ").append(markdown).append("\n");
}

std::string headText(const Incident& incident)
{
    std::string text = "# Incident report";
    if (incident.resource)
        text += ": " + codeSpan(incident.resource->value());
    text += "\n\n"
        + bullet("Made", words::utcText(incident.madeAt) + " by " + codeSpan(incident.madeBy))
        + bullet("Deployment",
            codeSpan(incident.deployment) + ", " + words::countText(incident.masters, "master")
                + ", quorum " + std::to_string(incident.quorum));
    if (!incident.resource || incident.span.from != WallTime()
        || incident.span.to != WallTime::max())
        text += bullet("Covers", spanText(incident));
    if (incident.journalError)
        text += bullet("Journal", "can't be read: " + codeSpan(incident.journalError->text));
    if (incident.unreadableLines > 0)
        text += bullet(
            "Journal", words::countText(incident.unreadableLines, "line") + " can't be read");
    if (!incident.journalBreak.empty())
        text += bullet("Journal", "its chain is broken: " + codeSpan(incident.journalBreak));
    if (incident.historyError)
        text += bullet("History", "can't be read: " + codeSpan(incident.historyError->text));
    if (incident.isHistoryMissing)
        text += bullet("History", "nothing was recorded");
    return text
        + "\nTimes are UTC. Tokens are shown by the first digits of their SHA-1, which commands "
          "have whole.\n\n";
}

std::string ttlText(const observe::Vote& vote, SteadyTime now)
{
    return vote.ttl ? words::durationText(observe::ttlAt(*vote.ttl, vote.readAt, now))
                    : "never ends";
}

std::string votesText(const Sight& sight, const Incident& incident)
{
    Rows rows{{"Master", "Vote", "Token", "TTL", "Read", "Error"}};
    const auto leading = leadingToken(sight.entry->votes);
    for (const observe::Vote& vote : sight.entry->votes) {
        const bool isHeld = vote.state == observe::VoteState::Held;
        rows.push_back({cell(vote.master.value()), words::voteText(*sight.entry, vote, leading),
            vote.token ? vote.token->shortHex() : "",
            isHeld ? ttlText(vote, incident.madeAtSteady) : "",
            vote.readAt == SteadyTime()
                ? "not yet"
                : words::agoText(duration_cast<milliseconds>(incident.madeAtSteady - vote.readAt)),
            vote.error ? cell(vote.error->text) : ""});
    }
    return markdownTable(rows);
}

std::string presentText(const IncidentLock& lock, const Incident& incident)
{
    std::string text = "### Seen when this report was made\n\n";
    if (!lock.present)
        return text + "The masters were not asked.\n\n";
    const Sight& sight = *lock.present;
    for (const Error& failure : sight.failures)
        text += bullet("Not asked", codeSpanOfSafe(words::errorText(failure)));
    if (!sight.entry)
        return text
            + (sight.isOtherKey              ? "A key, but no lock as far as known.\n\n"
                    : sight.failures.empty() ? "Free: no master stores it.\n\n"
                    : sight.failures.size() == incident.masters
                    ? "\nNo master answered.\n\n"
                    : "\nNo master that answered stores it.\n\n");
    const observe::LockEntry& entry = *sight.entry;
    const observe::DecodedLock decoded = entry.unpackLock();
    const observe::Judgement judgement = entry.countVotes();
    text += bullet("Verdict", markdownText(words::verdictText(entry, judgement)));
    if (sight.safety)
        text += bullet(
            "Safety", markdownText(words::safetySentence(*sight.safety, words::Seen::Watched)));
    text += bullet("Holder", codeSpanOfSafe(words::holderText(decoded)))
        + bullet("Library", codeSpanOfSafe(words::libraryText(decoded)))
        + bullet("Remaining", words::remainingText(entry, judgement, incident.madeAtSteady));
    if (const auto since = entry.packedLock.since())
        text += bullet("Held for", words::heldSinceText(*since, incident.madeAt));
    for (const observe::Evidence& evidence : entry.stale)
        text += bullet(
            "Evidence", markdownText(words::evidenceText(evidence, incident.madeAtSteady)));
    return text + "\n" + votesText(sight, incident);
}

std::string pastText(const IncidentLock& lock)
{
    if (!lock.past)
        return {};
    const history::Timeline& past = *lock.past;
    std::string text = "### Seen before\n\n";
    if (past.intervals.empty() && past.verdicts.empty() && past.waits.empty())
        return text + "Nothing is recorded of it.\n\n";
    Rows rows{{"First seen", "Held for", "End", "Token", "Renewals", "Library", "Holder"}};
    for (const history::Interval& interval : past.intervals)
        rows.push_back({words::utcText(interval.firstSeen), heldText(interval), endText(interval),
            interval.token.shortHex(), std::to_string(interval.renewals), cell(interval.format),
            codeSpanOfSafe(holderText(interval.holder), true)});
    text += markdownTable(rows);
    if (!past.verdicts.empty()) {
        Rows changes{{"Time", "Verdict"}};
        for (const history::VerdictChange& change : past.verdicts)
            changes.push_back({words::utcText(change.at), changeText(change)});
        text += markdownTable(changes);
    }
    if (!past.waits.empty()) {
        Rows waits{{"Waited since", "Waited for", "End", "Who"}};
        for (const history::WaitRecord& wait : past.waits)
            waits.push_back({words::utcText(wait.from), waitedText(wait), endText(wait),
                codeSpanOfSafe(holderText(wait.waiter), true)});
        text += markdownTable(waits);
    }
    if (lock.usual)
        text += usualText(*lock.usual) + ".\n\n";
    if (lock.handOvers)
        text += handOversText(*lock.handOvers) + ".\n\n";
    return text + (past.isCut ? "Older entries were left out.\n\n" : "");
}

std::string sentText(const release::JournalIntent& intent)
{
    std::string text;
    for (const release::JournalMaster& master : intent.masters) {
        text.append(text.empty() ? "to " : ", ").append(codeSpan(master.id)).append(" (");
        text.append(codeSpan(master.url));
        if (master.user)
            text.append(", user ").append(codeSpan(*master.user));
        text += ")";
    }
    text = bullet("Sent", text.empty() ? "not told" : text);
    if (!intent.command.empty())
        text += codeBlockInList(intent.command);
    return text;
}

std::string decidedText(const release::JournalIntent& intent)
{
    std::string text;
    if (!intent.tokenSha1.empty())
        text += bullet("Token",
            codeSpan(intent.tokenSha1.substr(0, Fingerprint::kShortLength)) + ", written by "
                + codeSpan(intent.format));
    if (!intent.holder.empty())
        text += bullet("Holder", codeSpan(intent.holder));
    if (!intent.votes.empty()) {
        std::string votes;
        for (const release::JournalVote& vote : intent.votes)
            votes.append(votes.empty() ? "" : ", ").append(codeSpan(voteText(vote)));
        text += bullet("Votes then", votes);
    }
    if (intent.safety)
        text += bullet("Safety as shown", codeSpan(intent.safety->text));
    for (const std::string& name : intent.evidence)
        text += bullet("Evidence then", codeSpan(evidenceText(name)));
    if (intent.action != "acquire")
        text += bullet("Reason", codeSpan(intent.reason));
    return text;
}

std::string resultsText(const release::JournalResult& result)
{
    if (result.outcomes.empty())
        return {};
    Rows rows{{"Master", "Result", "Error"}};
    for (const release::JournalOutcome& outcome : result.outcomes)
        rows.push_back({cell(outcome.master), cell(resultText(outcome.result)),
            outcome.error ? cell(*outcome.error) : ""});
    return "\n" + markdownTable(rows);
}

std::string deedText(const IncidentLock& lock, const release::Deed& deed, const Incident& incident)
{
    const release::JournalIntent& intent = deed.intent;
    std::string text = "### Done " + timeText(intent.time) + ": " + codeSpan(intent.action) + "\n\n"
        + bullet("By",
            codeSpan(intent.osUser + "@" + intent.host) + ", process " + std::to_string(intent.pid))
        + decidedText(intent) + sentText(intent)
        + bullet("Result",
            deed.result ? timeText(deed.result->time) + ", " + markdownText(summaryOf(*deed.result))
                        : "not known: the journal does not tell");
    if (intent.action != "acquire")
        text += bullet("Next", nextText(lock, deed, incident, [](const std::string& holder) {
            return codeSpanOfSafe(holder);
        }));
    return text + (deed.result ? resultsText(*deed.result) : "") + "\n";
}

std::string mastersText(const Incident& incident)
{
    const auto lock = std::ranges::find_if(incident.locks,
        [](const IncidentLock& one) { return one.past && !one.past->masters.empty(); });
    if (lock == incident.locks.end())
        return {};
    Rows rows{{"Time", "Master", "State", "Error"}};
    for (const history::MasterChange& change : lock->past->masters)
        rows.push_back({words::utcText(change.at), cell(change.master.value()), cell(change.state),
            change.error.empty() ? "" : cell(change.error)});
    return "## Masters\n\n" + markdownTable(rows);
}

/// What the journal tells of other masters.
std::string elsewhereText(const Incident& incident)
{
    const std::size_t count = incident.deedsElsewhere;
    if (count == 0)
        return {};
    const std::string what = incident.resource ? " on a lock of this name" : "";
    return " It tells of " + std::to_string(count) + (count == 1 ? " action" : " actions") + what
        + " on other masters.";
}

} // namespace

std::string asMarkdown(const Incident& incident)
{
    std::string text = headText(incident);
    if (incident.locks.empty())
        text += "Nothing was done, and nothing is recorded." + elsewhereText(incident) + "\n\n";
    for (const IncidentLock& lock : incident.locks) {
        text += "## Lock " + codeSpan(lock.resource.value()) + "\n\n";
        text += presentText(lock, incident) + pastText(lock);
        for (const release::Deed& deed : lock.deeds)
            text += deedText(lock, deed, incident);
        if (lock.deeds.empty())
            text += "### Done\n\nNothing: the journal tells of no action on it here."
                + elsewhereText(incident) + "\n\n";
    }
    return text + mastersText(incident);
}

} // namespace lockkeeper::output
