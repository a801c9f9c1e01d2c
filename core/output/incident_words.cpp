// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/output/incident_words.h"

#include "core/release/apply.h"
#include "core/text/display_safe.h"
#include "core/text/list_text.h"
#include "core/text/translate.h"
#include "core/words/evidence_words.h"
#include "core/words/lock_words.h"
#include "core/words/master_words.h"
#include "core/words/outcome_words.h"
#include "core/words/time_words.h"

#include <absl/strings/substitute.h>
#include <algorithm>

namespace lockkeeper::output {
namespace {

using absl::Substitute;

std::string atLeastText(std::chrono::milliseconds time, bool isExact)
{
    const std::string text = words::durationText(time);
    return isExact ? text : Substitute(tr("at least $0"), text);
}

std::string voteStateText(const std::string& name)
{
    const auto state = enumNamed<observe::VoteState>(name);
    return state ? tr(nameOf(*state), "vote") : name;
}

constexpr std::size_t kFewest = 100; ///< of fewer, 99 % are all

/// Rounds up; durationText() would cut.
std::string boundText(std::chrono::milliseconds bound)
{
    const std::chrono::milliseconds unit(bound < std::chrono::seconds(10) ? 100 : 1000);
    const auto units
        = std::max<std::int64_t>((bound + unit - std::chrono::milliseconds(1)) / unit, 1);
    return words::durationText(units * unit);
}

} // namespace

std::string spanText(const Incident& incident)
{
    const auto& [from, to] = incident.span;
    const bool isFromStart = from == WallTime();
    if (to == WallTime::max())
        return isFromStart ? tr("from the beginning until now")
                           : Substitute(tr("from $0 until now"), words::utcText(from));
    return isFromStart
        ? Substitute(tr("from the beginning until $0"), words::utcText(to))
        : Substitute(tr("from $0 until $1"), words::utcText(from), words::utcText(to));
}

std::string recordedHolder(const history::HolderRecord& holder)
{
    return words::holderText({.host = holder.host,
        .pid = holder.pid,
        .thread = holder.thread,
        .app = holder.app,
        .since = {},
        .detail = holder.detail});
}

std::string recordedLibrary(const history::Interval& interval)
{
    using observe::Certainty;
    return words::formatText(
        interval.format, interval.certainty.value_or(Certainty::Certain) != Certainty::Certain);
}

std::string heldText(const history::Interval& interval)
{
    return atLeastText(interval.held, interval.isHeldExact);
}

std::string freedText(const history::Interval& interval)
{
    const std::string who = displaySafe(interval.freedBy);
    if (interval.end == history::End::Revoked)
        return Substitute(tr("revoked by $0", "end of a lock"), who);
    return interval.end == history::End::NextHolder
        ? Substitute(tr("freed by $0, next holder at once", "end of a lock"), who)
        : Substitute(tr("freed by $0", "end of a lock"), who);
}

std::string endText(const history::Interval& interval)
{
    if (!interval.end)
        return Substitute(tr("not yet, as of $0"), words::utcText(interval.lastSeen));
    if (!interval.freedBy.empty())
        return freedText(interval);
    switch (*interval.end) {
    case history::End::Released:
        return tr("released, deleted or overwritten", "end of a lock");
    case history::End::Expired:
        return tr("expired", "end of a lock");
    case history::End::NextHolder:
        return tr("next holder at once", "end of a lock");
    case history::End::Revoked:
        return tr("revoked", "end of a lock");
    case history::End::Lost:
        return interval.leaseUntil
            ? Substitute(tr("lost by the masters, its lease ran until $0", "end of a lock"),
                words::utcText(*interval.leaseUntil))
            : tr("lost by the masters", "end of a lock");
    case history::End::Unknown:
        break;
    }
    return tr("not seen", "end of a lock");
}

std::string waitedText(const history::WaitRecord& wait)
{
    return atLeastText(std::chrono::duration_cast<std::chrono::milliseconds>(
                           wait.endedAt.value_or(wait.lastSeen) - wait.from),
        wait.endedAt.has_value());
}

std::string endText(const history::WaitRecord& wait)
{
    return wait.endedAt ? tr("over", "end of a wait")
                        : Substitute(tr("last seen $0"), words::utcText(wait.lastSeen));
}

std::string changeText(const history::VerdictChange& change)
{
    return Substitute("$0 -> $1", change.from ? words::verdictWord(*change.from) : "?",
        words::verdictWord(change.to));
}

std::string usualText(const history::UsualHold& usual)
{
    const std::string median = words::durationText(usual.median);
    if (usual.samples == 1)
        return Substitute(tr("held once, for $0"), median);
    const std::string times = words::countText(usual.samples, "time");
    return usual.samples < kFewest
        ? Substitute(tr("held $0: half of them for at most $1, all of them for at most $2"), times,
            median, boundText(usual.p99))
        : Substitute(tr("usually held for $0; of $1, 99 % for at most $2"), median, times,
            boundText(usual.p99));
}

std::string handOversText(const history::HandOverTimes& times)
{
    if (times.samples == 1)
        return Substitute(tr("1 hand-over, within $0"), boundText(times.median));
    return Substitute(times.samples < kFewest
            ? tr("$0 hand-overs: half of them within $1, the slowest within $2")
            : tr("$0 hand-overs: half of them within $1, 99 % within $2"),
        times.samples, boundText(times.median), boundText(times.p99));
}

std::string voteText(const release::JournalVote& vote)
{
    const std::string text = vote.master + " " + voteStateText(vote.state);
    if (!vote.token)
        return text;
    const std::string token = vote.token->substr(0, Fingerprint::kShortLength);
    return vote.ttl ? Substitute(tr("$0 $1, $2 left"), text, token, words::durationText(*vote.ttl))
                    : Substitute(tr("$0 $1 without TTL"), text, token);
}

std::string evidenceText(const std::string& name)
{
    const auto kind = enumNamed<observe::EvidenceKind>(name);
    return kind ? words::shortEvidenceText(observe::Evidence{.kind = *kind}) : name;
}

std::string masterStateText(const std::string& name)
{
    const auto state = enumNamed<redis::LinkState>(name);
    return state ? words::linkStateWord(*state) : name;
}

std::string runText(const release::JournalPlan& run)
{
    const std::string planned
        = words::countText(static_cast<std::size_t>(std::max<std::int64_t>(run.locks, 0)), "lock");
    if (run.end.empty())
        return Substitute(tr("$0 were planned, how it ended is not in the journal"), planned);
    std::int64_t freed = 0;
    std::string others;
    for (const auto& [name, locks] : run.fates) {
        const auto fate = enumNamed<release::Fate>(name);
        if (fate == release::Fate::Freed)
            freed = locks;
        else
            addToList(others,
                Substitute(tr("$0 $1", "number of locks, what became of them"), locks,
                    fate ? words::fateWord(*fate) : displaySafe(name)));
    }
    std::string text = Substitute(tr("$0 of $1 freed"), freed, planned);
    if (!others.empty())
        addToList(text, others);
    const auto end = enumNamed<release::RunEnd>(run.end);
    if (end == release::RunEnd::Stopped)
        addClause(text, tr("it was stopped"));
    else if (end == release::RunEnd::Surprise)
        addClause(text, tr("the first surprise ended it"));
    else if (end == release::RunEnd::Failed)
        addClause(text, tr("an error ended it"));
    return text;
}

std::string resultText(const std::string& name)
{
    const auto result = enumNamed<release::MasterResult>(name);
    return result ? words::resultText(*result) : name;
}

std::string acquiredText(const std::string& name)
{
    if (name == "acquired")
        return tr("acquired");
    if (name == "contended")
        return tr("not acquired: another owner held it");
    if (name == "no-quorum")
        return tr("not acquired: too few masters answered");
    if (name == "cancelled")
        return tr("not acquired: it was stopped");
    return name == "failed" ? tr("not acquired") : name;
}

std::string summaryOf(const release::JournalResult& result)
{
    if (!result.acquired.empty() && result.outcomes.empty())
        return displaySafe(acquiredText(result.acquired));
    if (result.isNoteDone)
        return *result.isNoteDone ? tr("done on a quorum of masters")
                                  : tr("not done on a quorum of masters");
    release::Report report{.outcomes = {},
        .hasHolderChanged = result.hasHolderChanged,
        .isQuorumFreed = result.isQuorumFreed};
    for (const release::JournalOutcome& outcome : result.outcomes)
        report.outcomes.push_back({MasterId(outcome.master),
            enumNamed<release::MasterResult>(outcome.result)
                .value_or(release::MasterResult::Unknown)});
    std::string text = words::reportText(report);
    if (!result.acquired.empty()) // a steal
        addClause(text, displaySafe(acquiredText(result.acquired)));
    return text;
}

std::string actionText(const std::string& action)
{
    for (const char* const known : {trNoop("acquire", "action"), trNoop("release", "action"),
             trNoop("revoke", "action"), trNoop("ask", "action"), trNoop("finish-ask", "action"),
             trNoop("drop-waiter", "action"), trNoop("finish-drop-waiter", "action"),
             trNoop("steal", "action"), trNoop("finish-steal", "action"),
             trNoop("finish-release", "action"), trNoop("finish-revoke", "action"),
             trNoop("release-holder", "action"), trNoop("finish-release-holder", "action"),
             trNoop("set-count", "action"), trNoop("finish-set-count", "action"),
             trNoop("note", "action"), trNoop("clear-note", "action")}) {
        if (action == known)
            return tr(known, "action");
    }
    return action;
}

std::string timeText(const std::optional<WallTime>& time)
{
    return time ? words::utcText(*time) : tr("at an unknown time");
}

std::string nextText(const NextHolder& next, const std::string& holder)
{
    const std::string token = displaySafe(next.token);
    return next.after
        ? Substitute(tr("$0, token $1, after $2"), holder, token, words::durationText(*next.after))
        : Substitute(tr("$0, token $1"), holder, token);
}

std::string nextText(const IncidentLock& lock, const release::Deed& deed,
    const std::function<std::string(const std::string&)>& quoted)
{
    if (const auto next = nextHolder(lock, deed))
        return nextText(*next, quoted(next->holder));
    const bool isFree = lock.present && !lock.present->entry && !lock.present->isOtherKey
        && lock.present->failures.empty();
    return isFree ? tr("nobody was seen to take it; it was free when this report was made")
                  : tr("nobody was seen to take it");
}

} // namespace lockkeeper::output
