// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/output/incident.h"
#include "core/output/incident_words.h"
#include "core/output/markdown.h"
#include "core/text/list_text.h"
#include "core/text/translate.h"
#include "core/words/evidence_words.h"
#include "core/words/lock_words.h"
#include "core/words/master_words.h"
#include "core/words/outcome_words.h"
#include "core/words/safety_words.h"
#include "core/words/time_words.h"

#include <absl/strings/substitute.h>
#include <algorithm>

namespace lockkeeper::output {
namespace {

using absl::Substitute;

using std::chrono::duration_cast;
using std::chrono::milliseconds;
using Rows = std::vector<std::vector<std::string>>;

std::string cell(std::string_view bytes)
{
    return codeSpan(bytes, true, 1024);
}

std::string timeText(const std::optional<WallTime>& time)
{
    return time ? words::utcText(*time) : tr("at an unknown time");
}

std::string bullet(const char* name, const std::string& markdown)
{
    return Substitute(tr("- **$0:** $1"), name, markdown) + "\n";
}

std::string paragraph(const std::string& markdown)
{
    return markdown + "\n\n";
}

std::string errorSpan(const Error& error)
{
    return codeSpan(trData(error.text));
}

/// What the report could not use, and why.
std::string gapsText(const Incident& incident)
{
    const char* const journal = tr("Journal");
    const char* const history = tr("History");
    std::string text;
    if (incident.journalError)
        text += bullet(
            journal, Substitute(tr("can't be read: $0"), errorSpan(*incident.journalError)));
    if (incident.unreadableLines > 0)
        text += bullet(journal,
            Substitute(tr("$0 can't be read"), words::countText(incident.unreadableLines, "line")));
    if (!incident.journalBreak.empty())
        text += bullet(journal,
            Substitute(tr("its chain is broken: $0"), codeSpan(trData(incident.journalBreak))));
    if (incident.historyError)
        text += bullet(
            history, Substitute(tr("can't be read: $0"), errorSpan(*incident.historyError)));
    if (incident.isHistoryMissing)
        text += bullet(history, tr("nothing was recorded"));
    return text;
}

std::string headText(const Incident& incident)
{
    std::string text = "# ";
    text += incident.resource
        ? Substitute(tr("Incident report: $0"), codeSpan(incident.resource->value()))
        : tr("Incident report");
    text += "\n\n"
        + bullet(tr("Made", "incident report"),
            Substitute(tr("$0 by $1"), words::utcText(incident.madeAt), codeSpan(incident.madeBy)))
        + bullet(tr("Deployment"),
            Substitute(tr("$0, $1, quorum $2"), codeSpan(incident.deployment),
                words::countText(incident.masters, "master"), incident.quorum));
    if (!incident.resource || incident.span.from != WallTime()
        || incident.span.to != WallTime::max())
        text += bullet(tr("Covers", "incident report"), spanText(incident));
    return text + gapsText(incident) + "\n"
        + tr("Times are UTC. Tokens are shown by the first digits of their SHA-1, which commands "
             "have whole.")
        + "\n\n";
}

std::string ttlText(const observe::Vote& vote, SteadyTime now)
{
    return vote.ttl ? words::durationText(observe::ttlAt(*vote.ttl, vote.readAt, now))
                    : tr("never ends");
}

std::string votesText(const Sight& sight, const Incident& incident)
{
    Rows rows{{tr("Master"), tr("Vote"), tr("Token"), "TTL", tr("Read", "of a vote"), tr("Error")}};
    const auto leading = leadingToken(sight.entry->votes);
    for (const observe::Vote& vote : sight.entry->votes) {
        const bool isHeld = vote.state == observe::VoteState::Held;
        rows.push_back({cell(vote.master.value()), words::voteText(*sight.entry, vote, leading),
            vote.token ? vote.token->shortHex() : "",
            isHeld ? ttlText(vote, incident.madeAtSteady) : "",
            vote.readAt == SteadyTime()
                ? tr("not yet", "read")
                : words::agoText(duration_cast<milliseconds>(incident.madeAtSteady - vote.readAt)),
            vote.error ? cell(trData(vote.error->text)) : ""});
    }
    return markdownTable(rows);
}

std::string noLockText(const Sight& sight, const Incident& incident)
{
    if (sight.isOtherKey)
        return paragraph(tr("A key, but no lock as far as known."));
    if (sight.failures.empty())
        return paragraph(tr("Free: no master stores it."));
    return "\n"
        + paragraph(sight.failures.size() == incident.masters
                ? tr("No master answered.")
                : tr("No master that answered stores it."));
}

std::string presentText(const IncidentLock& lock, const Incident& incident)
{
    std::string text = "### " + paragraph(tr("Seen when this report was made"));
    if (!lock.present)
        return text + paragraph(tr("The masters were not asked."));
    const Sight& sight = *lock.present;
    for (const Error& failure : sight.failures)
        text += bullet(tr("Not asked"), codeSpanOfSafe(words::errorText(failure)));
    if (!sight.entry)
        return text + noLockText(sight, incident);
    const observe::LockEntry& entry = *sight.entry;
    const observe::DecodedLock decoded = entry.unpackLock();
    const observe::Judgement judgement = entry.countVotes();
    text += bullet(tr("Verdict"), markdownText(words::verdictText(entry, judgement)));
    if (sight.safety)
        text += bullet(
            tr("Safety"), markdownText(words::safetySentence(*sight.safety, words::Seen::Watched)));
    text += bullet(tr("Holder"), codeSpanOfSafe(words::holderText(decoded)))
        + bullet(tr("Library"), codeSpanOfSafe(words::libraryText(decoded)))
        + bullet(tr("Remaining"), words::remainingText(entry, judgement, incident.madeAtSteady));
    if (const auto since = entry.packedLock.since())
        text += bullet(tr("Held for"), words::heldSinceText(*since, incident.madeAt));
    for (const observe::Evidence& evidence : entry.stale)
        text += bullet(
            tr("Evidence"), markdownText(words::evidenceText(evidence, incident.madeAtSteady)));
    return text + "\n" + votesText(sight, incident);
}

std::string pastText(const IncidentLock& lock)
{
    if (!lock.past)
        return {};
    const history::Timeline& past = *lock.past;
    std::string text = "### " + paragraph(tr("Seen before"));
    if (past.intervals.empty() && past.verdicts.empty() && past.waits.empty())
        return text + paragraph(tr("Nothing is recorded of it."));
    Rows rows{{tr("First seen"), tr("Held for"), tr("End", "of a lock"), tr("Token"),
        tr("Renewals"), tr("Library"), tr("Holder")}};
    for (const history::Interval& interval : past.intervals)
        rows.push_back({words::utcText(interval.firstSeen), heldText(interval), endText(interval),
            interval.token.shortHex(), std::to_string(interval.renewals),
            cell(words::formatText(interval.format)),
            codeSpanOfSafe(holderText(interval.holder), true)});
    text += markdownTable(rows);
    if (!past.verdicts.empty()) {
        Rows changes{{tr("Time"), tr("Verdict")}};
        for (const history::VerdictChange& change : past.verdicts)
            changes.push_back({words::utcText(change.at), changeText(change)});
        text += markdownTable(changes);
    }
    if (!past.waits.empty()) {
        Rows waits{
            {tr("Waited since"), tr("Waited for"), tr("End", "of a wait"), tr("Who", "waiter")}};
        for (const history::WaitRecord& wait : past.waits)
            waits.push_back({words::utcText(wait.from), waitedText(wait), endText(wait),
                codeSpanOfSafe(holderText(wait.waiter), true)});
        text += markdownTable(waits);
    }
    if (lock.usual)
        text += paragraph(Substitute(tr("$0."), usualText(*lock.usual)));
    if (lock.handOvers)
        text += paragraph(Substitute(tr("$0."), handOversText(*lock.handOvers)));
    return past.isCut ? text + paragraph(tr("Older entries were left out.")) : text;
}

std::string sentText(const release::JournalIntent& intent)
{
    std::string masters;
    for (const release::JournalMaster& master : intent.masters)
        addToList(masters,
            master.user ? Substitute(tr("$0 ($1, user $2)"), codeSpan(master.id),
                codeSpan(master.url), codeSpan(*master.user))
                        : Substitute(tr("$0 ($1)"), codeSpan(master.id), codeSpan(master.url)));
    std::string text = bullet(tr("Planned", "incident report"),
        masters.empty() ? tr("not told") : Substitute(tr("to $0"), masters));
    if (!intent.command.empty())
        text += codeBlockInList(intent.command);
    return text;
}

std::string decidedText(const release::JournalIntent& intent)
{
    std::string text;
    if (!intent.tokenSha1.empty())
        text += bullet(tr("Token"),
            Substitute(tr("$0, written by $1"),
                codeSpan(intent.tokenSha1.substr(0, Fingerprint::kShortLength)),
                codeSpan(words::formatText(intent.format))));
    if (!intent.holder.empty())
        text += bullet(tr("Holder"), codeSpan(intent.holder));
    if (!intent.votes.empty()) {
        std::string votes;
        for (const release::JournalVote& vote : intent.votes)
            addToList(votes, codeSpan(voteText(vote)));
        text += bullet(tr("Votes then"), votes);
    }
    if (intent.safety)
        text += bullet(
            tr("Safety as shown"), codeSpan(words::storedSafetyText(intent.safety->text)));
    for (const std::string& name : intent.evidence)
        text += bullet(tr("Evidence then"), codeSpan(evidenceText(name)));
    if (intent.action != "acquire")
        text += bullet(tr("Reason"), codeSpan(intent.reason));
    return text;
}

std::string resultsText(const release::JournalResult& result)
{
    if (result.outcomes.empty())
        return {};
    Rows rows{{tr("Master"), tr("Result"), tr("Error")}};
    for (const release::JournalOutcome& outcome : result.outcomes)
        rows.push_back({cell(outcome.master), cell(resultText(outcome.result)),
            outcome.error ? cell(trData(*outcome.error)) : ""});
    return "\n" + markdownTable(rows);
}

std::string actionText(const std::string& action)
{
    for (const char* const known :
        {trNoop("acquire", "action"), trNoop("release", "action"), trNoop("revoke", "action"),
            trNoop("finish-release", "action"), trNoop("finish-revoke", "action")}) {
        if (action == known)
            return tr(known, "action");
    }
    return action;
}

std::string deedText(const IncidentLock& lock, const release::Deed& deed)
{
    const release::JournalIntent& intent = deed.intent;
    std::string text = "### "
        + paragraph(Substitute(
            tr("Done $0: $1"), timeText(intent.time), codeSpan(actionText(intent.action))))
        + bullet(tr("By", "incident report"),
            Substitute(
                tr("$0, process $1"), codeSpan(intent.osUser + "@" + intent.host), intent.pid))
        + decidedText(intent) + sentText(intent)
        + bullet(tr("Result"),
            deed.result ? Substitute(tr("$0, $1", "time, result"), timeText(deed.result->time),
                markdownText(summaryOf(*deed.result)))
                        : tr("not known: the journal does not tell"));
    if (intent.action != "acquire")
        text += bullet(tr("Next", "holder"),
            nextText(lock, deed, [](const std::string& holder) { return codeSpanOfSafe(holder); }));
    return text + (deed.result ? resultsText(*deed.result) : "") + "\n";
}

std::string mastersText(const Incident& incident)
{
    const auto lock = std::ranges::find_if(incident.locks,
        [](const IncidentLock& one) { return one.past && !one.past->masters.empty(); });
    if (lock == incident.locks.end())
        return {};
    Rows rows{{tr("Time"), tr("Master"), tr("State"), tr("Error")}};
    for (const history::MasterChange& change : lock->past->masters)
        rows.push_back({words::utcText(change.at), cell(change.master.value()),
            cell(masterStateText(change.state)),
            change.error.empty() ? "" : cell(trData(change.error))});
    return "## " + paragraph(tr("Masters")) + markdownTable(rows);
}

/// What the journal tells of other masters.
std::string elsewhereText(const Incident& incident)
{
    const std::size_t count = incident.deedsElsewhere;
    if (count == 0)
        return {};
    if (count == 1)
        return incident.resource
            ? tr(" It tells of 1 action on a lock of this name on other masters.")
            : tr(" It tells of 1 action on other masters.");
    return Substitute(incident.resource
            ? tr(" It tells of $0 actions on a lock of this name on other masters.")
            : tr(" It tells of $0 actions on other masters."),
        count);
}

} // namespace

std::string asMarkdown(const Incident& incident)
{
    std::string text = headText(incident);
    if (incident.locks.empty())
        text += paragraph(
            tr("Nothing was done, and nothing is recorded.") + elsewhereText(incident));
    for (const IncidentLock& lock : incident.locks) {
        text += "## "
            + paragraph(
                Substitute(tr("Lock $0", "incident report"), codeSpan(lock.resource.value())));
        text += presentText(lock, incident) + pastText(lock);
        for (const release::Deed& deed : lock.deeds)
            text += deedText(lock, deed);
        if (lock.deeds.empty())
            text += "### " + paragraph(tr("Done"))
                + paragraph(tr("Nothing: the journal tells of no action on it here.")
                    + elsewhereText(incident));
    }
    return text + mastersText(incident);
}

} // namespace lockkeeper::output
