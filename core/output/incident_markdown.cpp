// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/history/timeline_spans.h"
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

#include <absl/strings/ascii.h>
#include <absl/strings/substitute.h>
#include <algorithm>
#include <map>
#include <tuple>

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

std::string bullet(const char* name, const std::string& markdown)
{
    return Substitute(tr("- **$0:** $1"), name, markdown) + "\n";
}

std::string paragraph(const std::string& markdown)
{
    return markdown + "\n\n";
}

std::string sentence(std::string text)
{
    text.front() = absl::ascii_toupper(static_cast<unsigned char>(text.front()));
    return Substitute(tr("$0."), text);
}

std::string errorSpan(const Error& error)
{
    return codeSpan(trData(error.text));
}

std::string gapsText(const Incident& incident)
{
    const char* const journal = tr("Journal");
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
            tr("History"), Substitute(tr("can't be read: $0"), errorSpan(*incident.historyError)));
    return text;
}

std::string headText(const Incident& incident)
{
    std::string text = "# ";
    text += incident.resource
        ? Substitute(tr("Incident report: $0"), codeSpan(incident.resource->value()))
        : tr("Incident report");
    text += "\n\n";
    if (!incident.resource || incident.span.from != WallTime()
        || incident.span.to != WallTime::max())
        text += bullet(tr("Covers", "incident report"), spanText(incident));
    return text + gapsText(incident);
}

std::string aboutText(const Incident& incident)
{
    std::string text = "## " + paragraph(tr("About this report"))
        + bullet(tr("Made", "incident report"),
            Substitute(tr("$0 by $1"), words::utcText(incident.madeAt), codeSpan(incident.madeBy)))
        + bullet(tr("Deployment"),
            Substitute(tr("$0, $1, quorum $2"), codeSpan(incident.deployment),
                words::countText(incident.masters, "master"), incident.quorum));
    if (!incident.resource)
        text += bullet(tr("Locks"),
            Substitute(tr("those acted on, and the $0 held longest; at most $1 have a section"),
                kLongestHolds, kMostLocks));
    if (incident.locksLeftOut > 0)
        text += bullet(tr("Journal"),
            Substitute(tr("earlier actions on $0 are left out; `lockctl journal` has them"),
                words::countText(incident.locksLeftOut, "lock")));
    if (incident.deedsElsewhere > 0)
        text += bullet(tr("Journal"),
            incident.deedsElsewhere == 1
                ? tr("1 action on other masters is left out")
                : Substitute(
                    tr("$0 actions on other masters are left out"), incident.deedsElsewhere));
    if (incident.isHistoryMissing)
        text += bullet(tr("History"), tr("nothing was recorded"));
    return text + "\n"
        + paragraph(tr("Times are UTC. Tokens are shown by the first digits of their SHA-1, which "
                       "commands have whole."));
}

std::string summaryText(const IncidentLock& lock, const Incident& incident)
{
    const Summary summary = summaryOf(lock, incident,
        {.name = [](const std::string& safe) { return codeSpanOfSafe(safe); },
            .sentence = [](const std::string& safe) { return markdownText(safe); }});
    // Always five lines: a missing one would leave its question open.
    const auto line = [](const char* name, const std::string& known, const char* unknown) {
        return bullet(name, known.empty() ? unknown : known);
    };
    return line(tr("What", "incident report"), summary.what, tr("not known: it was not seen"))
        + line(tr("Held", "incident report"), summary.held, tr("not known since when"))
        + line(tr("Waited", "incident report"), summary.waited, tr("nobody, as far as seen"))
        + line(tr("Done", "incident report"), summary.done, tr("nothing"))
        + line(tr("Outcome", "incident report"), summary.outcome, tr("not known")) + "\n";
}

std::string heading(const Incident& incident, const std::string& markdown)
{
    return (incident.resource ? "## " : "### ") + paragraph(markdown);
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

std::string presentText(const IncidentLock& lock, const Incident& incident)
{
    if (!lock.present || (!lock.present->entry && lock.present->failures.empty()))
        return {};
    const Sight& sight = *lock.present;
    std::string text = heading(incident, tr("Seen when this report was made"));
    for (const Error& failure : sight.failures)
        text += bullet(tr("Not asked"), codeSpanOfSafe(words::errorText(failure)));
    if (!sight.entry)
        return text + "\n";
    const observe::LockEntry& entry = *sight.entry;
    const observe::DecodedLock decoded = entry.unpackLock();
    const observe::Judgement judgement = entry.countVotes();
    text += bullet(tr("Verdict"), markdownText(words::verdictText(entry, judgement)));
    if (sight.safety)
        text += bullet(
            tr("Safety"), markdownText(words::safetySentence(*sight.safety, words::Seen::Watched)));
    if (judgement.verdict != observe::Verdict::Held) // else the summary names the holder
        text += bullet(tr("Holder"), codeSpanOfSafe(words::holderText(decoded)));
    text += bullet(tr("Library"), codeSpanOfSafe(words::libraryText(decoded)))
        + bullet(tr("Remaining"), words::remainingText(entry, judgement, incident.madeAtSteady));
    for (const observe::Evidence& evidence : entry.stale)
        text += bullet(
            tr("Evidence"), markdownText(words::evidenceText(evidence, incident.madeAtSteady)));
    return text + "\n" + votesText(sight, incident);
}

std::string pastText(const IncidentLock& lock, const Incident& incident)
{
    if (!lock.past)
        return {};
    const history::Timeline& past = *lock.past;
    std::string text = heading(incident, tr("Seen before"));
    if (past.intervals.empty() && past.verdicts.empty() && past.waits.empty())
        return text + paragraph(tr("Nothing is recorded of it."));
    Rows rows{{tr("First seen"), tr("Held for"), tr("End", "of a lock"), tr("Token"),
        tr("Renewals"), tr("Library"), tr("Holder")}};
    for (const history::Interval& interval : past.intervals)
        rows.push_back({words::utcText(interval.firstSeen), heldText(interval), endText(interval),
            interval.token.shortHex(), std::to_string(interval.renewals),
            cell(recordedLibrary(interval)),
            codeSpanOfSafe(recordedHolder(interval.holder), true)});
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
                codeSpanOfSafe(recordedHolder(wait.waiter), true)});
        text += markdownTable(waits);
    }
    if (lock.usual)
        text += paragraph(sentence(usualText(*lock.usual)));
    if (lock.handOvers)
        text += paragraph(sentence(handOversText(*lock.handOvers)));
    return past.isCut ? text + paragraph(tr("Older entries were left out.")) : text;
}

class Scripts {
public:
    std::string shortened(const std::string& command)
    {
        constexpr std::string_view kStart = "EVAL '";
        const std::size_t end
            = command.starts_with(kStart) ? command.find('\'', kStart.size()) : std::string::npos;
        if (end == std::string::npos)
            return command;
        const std::string script = command.substr(kStart.size(), end - kStart.size());
        auto found = std::ranges::find(m_texts, script);
        if (found == m_texts.end())
            found = m_texts.insert(found, script);
        return "EVAL (" + nameOf(found - m_texts.begin()) + ")" + command.substr(end + 1);
    }
    [[nodiscard]] std::string appendix() const
    {
        std::string text;
        for (std::size_t i = 0; i < m_texts.size(); ++i)
            text += paragraph(nameOf(static_cast<std::ptrdiff_t>(i))) + codeBlock(m_texts[i]);
        return text.empty() ? text : "## " + paragraph(tr("Appendix: what EVAL ran")) + text;
    }

private:
    static std::string nameOf(std::ptrdiff_t index)
    {
        return Substitute(tr("script $0"), index + 1);
    }

    std::vector<std::string> m_texts;
};

std::string sentText(const release::JournalIntent& intent, Scripts& scripts)
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
        text += bullet(tr("Command"), codeSpan(scripts.shortened(intent.command)));
    return text;
}

std::string decidedText(const release::JournalIntent& intent)
{
    std::string text;
    const bool isGuess
        = !intent.certainty.empty() && intent.certainty != nameOf(observe::Certainty::Certain);
    if (!intent.tokenSha1.empty())
        text += bullet(tr("Token"),
            Substitute(tr("$0, written by $1"),
                codeSpan(intent.tokenSha1.substr(0, Fingerprint::kShortLength)),
                codeSpan(words::formatText(intent.format, isGuess))));
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
    return markdownTable(rows);
}

std::string deedText(
    const IncidentLock& lock, const release::Deed& deed, const Incident& incident, Scripts& scripts)
{
    const release::JournalIntent& intent = deed.intent;
    std::string text = heading(incident,
        Substitute(tr("Done $0: $1"), timeText(intent.time), codeSpan(actionText(intent.action))));
    text += bullet(tr("By", "incident report"),
        Substitute(tr("$0, process $1"), codeSpan(intent.osUser + "@" + intent.host), intent.pid));
    if (!intent.plan.empty())
        text += bullet(tr("Plan"),
            deed.run
                ? Substitute(tr("$0: $1"), codeSpan(intent.plan), markdownText(runText(*deed.run)))
                : codeSpan(intent.plan));
    if (intent.action != "acquire" && !isInSummary(lock, deed))
        text += bullet(tr("Reason"), codeSpan(intent.reason));
    text += decidedText(intent) + sentText(intent, scripts)
        + bullet(tr("Result"),
            deed.result ? Substitute(tr("$0, $1", "time, result"), timeText(deed.result->time),
                markdownText(summaryOf(*deed.result)))
                        : tr("not known: the journal does not tell"));
    if (intent.isForLock() && &deed != &lock.deeds.back())
        text += bullet(tr("Next", "holder"),
            nextText(lock, deed, [](const std::string& holder) { return codeSpanOfSafe(holder); }));
    return text + "\n" + (deed.result ? resultsText(*deed.result) : "");
}

/// Of a plan: how its run ended, and what of that the table lacks.
std::string freedText(const std::vector<const release::Deed*>& deeds)
{
    const auto freed = static_cast<std::int64_t>(
        std::ranges::count_if(deeds, [](const release::Deed* const deed) {
            return deed->result && deed->result->isQuorumFreed && !deed->result->hasHolderChanged;
        }));
    const auto& run = deeds.back()->run;
    if (!run || run->end.empty()) {
        std::string text
            = Substitute(tr("$0 of $1 freed"), freed, words::countText(deeds.size(), "lock"));
        if (run)
            addClause(text, runText(*run));
        return text;
    }
    std::string text = runText(*run);
    const auto all = std::ranges::find(
        run->fates, nameOf(release::Fate::Freed), &std::pair<std::string, std::int64_t>::first);
    if (all != run->fates.end() && all->second > freed)
        addClause(text,
            Substitute(tr("$0 of them were freed at other times, and are not in the table"),
                all->second - freed));
    return text;
}

std::string planText(const std::vector<const release::Deed*>& deeds, const Incident& incident)
{
    const release::JournalIntent& first = deeds.front()->intent;
    const auto hasSection = [&incident](const release::Deed* deed) {
        return std::ranges::any_of(incident.locks, [deed](const IncidentLock& lock) {
            return lock.resource.value() == deed->intent.resource;
        });
    };
    const auto sections = static_cast<std::size_t>(std::ranges::count_if(deeds, hasSection));
    Rows rows{{tr("Lock"), tr("Done", "incident report"), tr("Holder"), tr("Safety as shown"),
        tr("Result")}};
    for (const release::Deed* const deed : deeds) {
        const auto& [intent, result] = std::tie(deed->intent, deed->result);
        rows.push_back({cell(intent.resource), cell(actionText(intent.action)),
            intent.holder.empty() ? "" : cell(intent.holder),
            intent.safety ? cell(words::storedSafetyText(intent.safety->text)) : "",
            result ? markdownText(summaryOf(*result))
                   : tr("not known: the journal does not tell")});
    }
    return "## "
        + paragraph(
            Substitute(tr("Freed together: plan $0", "incident report"), codeSpan(first.plan)))
        + bullet(tr("By", "incident report"), codeSpan(first.osUser + "@" + first.host))
        + bullet(tr("Reason"), codeSpan(first.reason))
        + bullet(tr("From", "incident report"), timeText(first.time))
        + bullet(tr("Until", "incident report"), timeText(deeds.back()->intent.time))
        + bullet(tr("Result"), markdownText(freedText(deeds)))
        + bullet(tr("Sections"),
            sections == deeds.size()
                ? tr("each of them has one below")
                : Substitute(tr("$0 of them have one below: there is room for $1 locks"), sections,
                    kMostLocks))
        + "\n" + markdownTable(rows);
}

std::string plansText(const Incident& incident)
{
    std::map<std::string, std::vector<const release::Deed*>> plans;
    std::vector<std::string> order;
    for (const release::Deed& deed : incident.planned) {
        auto& deeds = plans[deed.intent.plan];
        if (deeds.empty())
            order.push_back(deed.intent.plan);
        deeds.push_back(&deed);
    }
    std::string text;
    for (const std::string& plan : order)
        text += planText(plans[plan], incident);
    return text;
}

std::string outagesText(const Incident& incident)
{
    const auto lock = std::ranges::find_if(incident.locks,
        [](const IncidentLock& one) { return one.past && !one.past->masters.empty(); });
    const auto outages = lock == incident.locks.end() ? std::vector<history::Outage>()
                                                      : history::outagesOf(lock->past->masters);
    if (outages.empty())
        return {};
    Rows rows{
        {tr("Since", "outage"), tr("Until", "outage"), tr("Master"), tr("State"), tr("Error")}};
    for (const history::Outage& outage : outages)
        rows.push_back({words::utcText(outage.from), outage.to ? words::utcText(*outage.to) : "",
            cell(outage.master.value()), cell(masterStateText(outage.state)),
            outage.error.empty() ? "" : cell(trData(outage.error))});
    return "## " + paragraph(tr("Masters that failed")) + markdownTable(rows);
}

} // namespace

std::string asMarkdown(const Incident& incident)
{
    std::string text = headText(incident);
    if (!incident.resource)
        text += "\n";
    if (incident.locks.empty() && incident.planned.empty())
        text += paragraph(tr("Nothing was done, and nothing is recorded."));
    text += plansText(incident);
    Scripts scripts;
    for (const IncidentLock& lock : incident.locks) {
        if (!incident.resource)
            text += "## "
                + paragraph(
                    Substitute(tr("Lock $0", "incident report"), codeSpan(lock.resource.value())));
        text
            += summaryText(lock, incident) + presentText(lock, incident) + pastText(lock, incident);
        for (const release::Deed& deed : lock.deeds)
            text += deedText(lock, deed, incident, scripts);
    }
    return text + outagesText(incident) + aboutText(incident) + scripts.appendix();
}

} // namespace lockkeeper::output
