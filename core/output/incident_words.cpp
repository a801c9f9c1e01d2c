// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/output/incident_words.h"

#include "core/observe/board/names.h"
#include "core/text/display_safe.h"
#include "core/words/lock_words.h"
#include "core/words/master_words.h"
#include "core/words/outcome_words.h"
#include "core/words/time_words.h"

#include <algorithm>

namespace lockkeeper::output {
namespace {

std::string acquiredText(const std::string& name)
{
    if (name == "acquired")
        return name;
    if (name == "contended")
        return "not acquired: another owner held it";
    if (name == "no-quorum")
        return "not acquired: too few masters answered";
    if (name == "cancelled")
        return "not acquired: it was stopped";
    return name == "failed" ? "not acquired" : displaySafe(name);
}

/// An upper bound: rounded up, where durationText() would cut.
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
    return (from == WallTime() ? "from the beginning" : "from " + words::utcText(from))
        + (to == WallTime::max() ? " until now" : " until " + words::utcText(to));
}

std::string holderText(const history::HolderRecord& holder)
{
    return words::holderText({.host = holder.host,
        .pid = holder.pid,
        .thread = holder.thread,
        .app = holder.app,
        .since = {},
        .detail = holder.detail});
}

std::string heldText(const history::Interval& interval)
{
    return std::string(interval.isHeldExact ? "" : "at least ")
        .append(words::durationText(interval.held));
}

std::string endText(const history::Interval& interval)
{
    if (!interval.end)
        return "not yet, as of " + words::utcText(interval.lastSeen);
    switch (*interval.end) {
    case history::End::Released:
        return "released, deleted or overwritten";
    case history::End::Expired:
        return "expired";
    case history::End::NextHolder:
        return "next holder at once";
    case history::End::Revoked:
        return "revoked";
    case history::End::Lost:
        return "lost by the masters";
    case history::End::Unknown:
        break;
    }
    return "not seen";
}

std::string waitedText(const history::WaitRecord& wait)
{
    return std::string(wait.endedAt ? "" : "at least ")
        .append(words::durationText(std::chrono::duration_cast<std::chrono::milliseconds>(
            wait.endedAt.value_or(wait.lastSeen) - wait.from)));
}

std::string endText(const history::WaitRecord& wait)
{
    return wait.endedAt ? "over" : "last seen " + words::utcText(wait.lastSeen);
}

std::string changeText(const history::VerdictChange& change)
{
    std::string text = change.from ? observe::verdictName(*change.from) : "?";
    return text.append(" -> ").append(observe::verdictName(change.to));
}

std::string usualText(const history::UsualHold& usual)
{
    std::string text = "usually held for ";
    return text.append(words::durationText(usual.median))
        .append(", 99 % of the time for at most ")
        .append(boundText(usual.p99))
        .append(" (")
        .append(words::countText(usual.samples, "time"))
        .append(" seen)");
}

std::string handOversText(const history::HandOverTimes& times)
{
    std::string text = "hand-overs: half of them within ";
    return text.append(boundText(times.median))
        .append(", 99 % within ")
        .append(boundText(times.p99))
        .append(" (")
        .append(words::countText(times.samples, "time"))
        .append(" seen)");
}

std::string voteText(const release::JournalVote& vote)
{
    std::string text = vote.master + " " + vote.state;
    if (!vote.token)
        return text;
    text.append(" ").append(vote.token->substr(0, Fingerprint::kShortLength));
    return text.append(vote.ttl ? ", " + words::durationText(*vote.ttl) + " left" : " without TTL");
}

std::string evidenceText(const std::string& name)
{
    for (const observe::EvidenceKind kind : observe::evidenceKinds()) {
        if (name == observe::evidenceName(kind))
            return words::shortEvidenceText(observe::Evidence{.kind = kind});
    }
    return name;
}

std::string resultText(const std::string& name)
{
    const auto result = release::resultNamed(name);
    return result ? words::resultText(*result) : name;
}

std::string summaryOf(const release::JournalResult& result)
{
    if (!result.acquired.empty())
        return acquiredText(result.acquired);
    release::Report report{.outcomes = {},
        .hasHolderChanged = result.hasHolderChanged,
        .isQuorumFreed = result.isQuorumFreed};
    for (const release::JournalOutcome& outcome : result.outcomes)
        report.outcomes.push_back({MasterId(outcome.master),
            release::resultNamed(outcome.result).value_or(release::MasterResult::Unknown)});
    return words::reportText(report);
}

std::string nextText(const NextHolder& next, const std::string& holder)
{
    const std::string text = holder + ", token " + displaySafe(next.token);
    return next.after ? text + ", after " + words::durationText(*next.after) : text;
}

std::string nextText(const IncidentLock& lock, const release::Deed& deed, const Incident& incident,
    const std::function<std::string(const std::string&)>& quoted)
{
    if (const auto next = nextHolder(lock, deed, incident))
        return nextText(*next, quoted(next->holder));
    const bool isFree = lock.present && !lock.present->entry && !lock.present->isOtherKey
        && lock.present->failures.empty();
    return isFree ? "nobody was seen to take it; it was free when this report was made"
                  : "nobody was seen to take it";
}

} // namespace lockkeeper::output
