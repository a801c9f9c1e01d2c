// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/words/safety_words.h"

#include "core/text/display_safe.h"
#include "core/text/list_text.h"
#include "core/text/translate.h"
#include "core/words/evidence_words.h"
#include "core/words/time_words.h"

#include <absl/strings/str_split.h>
#include <absl/strings/substitute.h>

namespace lockkeeper::words {
namespace {

using absl::Substitute;
using observe::ProcessState;
using release::Life;
using release::RenewalClue;
using release::SafetyVerdict;
using Clauses = std::vector<std::string>;

std::string processName(const SafetyVerdict& verdict)
{
    return verdict.pid ? Substitute(tr("its process $0", "safety"), *verdict.pid)
                       : tr("its process", "safety");
}

std::string checkedText(const char* format, const SafetyVerdict& verdict)
{
    return Substitute(format, processName(verdict), agoText(verdict.processCheckAge));
}

std::string endedText(const SafetyVerdict& verdict)
{
    return Substitute(tr("$0 (seen $1)", "safety"),
        processEndedText(verdict.pid, verdict.process == ProcessState::Replaced),
        agoText(verdict.processCheckAge));
}

bool isSaid(const SafetyVerdict& verdict, Life life)
{
    return verdict.said && verdict.said->life == life;
}

std::string saidText(const SafetyVerdict& verdict)
{
    const release::SaidLife& said = *verdict.said;
    std::string what = said.reason;
    if (said.life == Life::Unknown)
        what = what.empty()
            ? tr("whether the holder lives is not known", "safety")
            : Substitute(tr("whether the holder lives is not known: $0", "safety"), what);
    else if (what.empty())
        what = said.life == Life::Alive ? tr("its holder lives", "safety")
                                        : tr("its holder is gone", "safety");
    return Substitute(tr("$0 ($1, $2)", "safety"), what, said.source, agoText(said.age));
}

Clauses doubtfulEnd(const SafetyVerdict& verdict, const std::string& ended)
{
    if (verdict.isHolderUnknown)
        return {Substitute(
            tr("$0, but too few masters answer to tell who holds the lock", "safety"), ended)};
    if (verdict.mayOutliveProcess)
        return {ended,
            tr("whether a child of it, or a script that it held the lock for, still works is not "
               "known",
                "safety")};
    return {Substitute(tr("$0, but a renewal was seen since", "safety"), ended)};
}

std::string processText(const SafetyVerdict& verdict)
{
    if (!verdict.isProcessNamed && !verdict.pid)
        return verdict.hasSeveralHolders ? tr("it has several holders", "safety")
                                         : tr("no process can be read from its value", "safety");
    if (!verdict.isProcessNamed)
        return verdict.isHostNamed
            ? tr("its value gives a host and a pid, which containers may share", "safety")
            : tr("its value gives a pid, but not of which host or container", "safety");
    switch (verdict.process) {
    case ProcessState::Running:
        return checkedText(tr("$0 runs on this host (checked $1)", "safety"), verdict);
    case ProcessState::Stopped:
        return checkedText(
            tr("$0 is stopped by SIGSTOP or a debugger (checked $1)", "safety"), verdict);
    case ProcessState::Blocked:
        return checkedText(
            tr("$0 waits in the kernel, for a disk for example (checked $1)", "safety"), verdict);
    case ProcessState::Gone:
    case ProcessState::Replaced:
        return endedText(verdict);
    case ProcessState::Unknown:
        break;
    }
    return Substitute(
        tr("$0 is of another host, boot or container, or hidden", "safety"), processName(verdict));
}

bool isThere(const SafetyVerdict& verdict)
{
    return verdict.process == ProcessState::Running || verdict.process == ProcessState::Stopped
        || verdict.process == ProcessState::Blocked;
}

std::string renewedText(const SafetyVerdict& verdict)
{
    return verdict.renewals == 1
        ? Substitute(tr("renewed $0, once", "safety"), agoText(verdict.renewalAge))
        : Substitute(
            tr("renewed $0, $1 times", "safety"), agoText(verdict.renewalAge), verdict.renewals);
}

std::string lastRenewedText(const SafetyVerdict& verdict)
{
    return verdict.renewals == 1
        ? Substitute(tr("last renewed $0, once", "safety"), agoText(verdict.renewalAge))
        : Substitute(tr("last renewed $0, $1 times", "safety"), agoText(verdict.renewalAge),
            verdict.renewals);
}

std::string renewalText(const SafetyVerdict& verdict, Seen seen)
{
    switch (verdict.renewal) {
    case RenewalClue::NotFollowed:
        return tr("only renewals of the leading token are followed", "safety");
    case RenewalClue::OfSeveral:
        return tr("several hold it, and nobody can tell whose renewals are seen", "safety");
    case RenewalClue::NotWatched:
        return seen == Seen::Once ? tr("one look shows no renewals", "safety")
                                  : tr("not watched long enough to see renewals", "safety");
    case RenewalClue::NoneSeen:
        return Substitute(
            tr("no renewal was seen in $0", "safety"), durationText(verdict.renewalAge));
    case RenewalClue::SessionCut:
        return tr(
            "no server has a connection of its session: it ends, unless its client comes back",
            "safety");
    case RenewalClue::SessionLives:
        return tr(
            "its session lives: its process was heard of within the session's timeout, though "
            "a thread may hang",
            "safety");
    case RenewalClue::Recent:
    case RenewalClue::Overdue:
        break;
    }
    std::string text
        = verdict.renewal == RenewalClue::Recent ? renewedText(verdict) : lastRenewedText(verdict);
    if (verdict.isValueShared)
        text += tr(" (or taken anew, with the same value)", "safety");
    return text;
}

Clauses signsOfLife(const SafetyVerdict& verdict, Seen seen)
{
    Clauses signs;
    if (isThere(verdict))
        signs.push_back(processText(verdict));
    else if (isSaid(verdict, Life::Alive))
        signs.push_back(saidText(verdict));
    if (verdict.renewal == RenewalClue::Recent || verdict.renewal == RenewalClue::SessionLives)
        signs.push_back(renewalText(verdict, seen));
    return signs;
}

Clauses idleClauses(const SafetyVerdict& verdict)
{
    Clauses clauses{Substitute(verdict.process == ProcessState::Stopped
            ? tr("$0: it can go on at any moment", "safety")
            : tr("$0, but does not renew the lock any more: it can go on at any moment", "safety"),
        processText(verdict))};
    if (verdict.renewals > 0)
        clauses.push_back(lastRenewedText(verdict));
    return clauses;
}

Clauses doubts(const SafetyVerdict& verdict, Seen seen)
{
    if (verdict.isUnread)
        return {tr("the value of this token was not read yet", "safety")};
    if (verdict.isRevoked)
        return {tr("it was revoked, and the lease of its former holder may last as long as its TTL",
            "safety")};
    if (isThere(verdict))
        return idleClauses(verdict);
    if (isSaid(verdict, Life::Alive))
        return {saidText(verdict),
            tr("but does not renew the lock any more: it can go on at any moment", "safety"),
            renewalText(verdict, seen)};
    const bool isOver = hasEnded(verdict.process);
    const bool isSaidGone = isSaid(verdict, Life::Gone) && !isOver;
    Clauses clauses = isSaidGone ? doubtfulEnd(verdict, saidText(verdict))
        : isOver                 ? doubtfulEnd(verdict, processText(verdict))
                 : Clauses{Substitute(tr("nothing tells whether the holder lives: $0", "safety"),
                     processText(verdict))};
    // A session outlives its process, until its timeout.
    if (!isOver || verdict.renewal != RenewalClue::SessionLives)
        clauses.push_back(renewalText(verdict, seen));
    if (isSaidGone)
        return clauses;
    if (verdict.said)
        clauses.push_back(saidText(verdict));
    if (verdict.isConnectionGone)
        clauses.push_back(
            tr("no client has the name of its connections, but it may only be cut off", "safety"));
    return clauses;
}

std::string storedClause(std::string_view english)
{
    // Appended by renewalText().
    constexpr std::string_view kOrTaken = " (or taken anew, with the same value)";
    if (english.ends_with(kOrTaken))
        return storedClause(english.substr(0, english.size() - kOrTaken.size()))
            + trData(kOrTaken, "safety");
    // Made by agoText().
    static_cast<void>(trNoop("$0 ago", "safety"));
    static_cast<void>(trNoop("just now", "safety"));
    return trData(english, "safety");
}

} // namespace

const char* safetyWord(const SafetyVerdict& verdict) noexcept
{
    switch (verdict.safety) {
    case release::Safety::SafeToFree:
        return tr("SAFE TO FREE", "safety");
    case release::Safety::Alive:
        return tr("ALIVE", "safety");
    case release::Safety::NotKnown:
        break;
    }
    return isOnlyProcessOver(verdict) ? tr("PROCESS ENDED", "safety") : tr("NOT KNOWN", "safety");
}

std::vector<std::string> safetyClauses(const SafetyVerdict& verdict, Seen seen)
{
    switch (verdict.safety) {
    case release::Safety::SafeToFree:
        if (verdict.isWaiter)
            return {
                tr("who waits holds nothing: if it lives, it stands in the queue anew", "safety")};
        if (verdict.isQueued)
            return {tr("nobody holds it: who is dropped from its queue, but lives, stands in it "
                       "anew",
                "safety")};
        return {isSaid(verdict, Life::Gone) && !hasEnded(verdict.process) ? saidText(verdict)
                                                                          : endedText(verdict)};
    case release::Safety::Alive:
        return signsOfLife(verdict, seen);
    case release::Safety::NotKnown:
        break;
    }
    return doubts(verdict, seen);
}

std::string safetyReason(const SafetyVerdict& verdict, Seen seen)
{
    return clausesText(safetyClauses(verdict, seen));
}

std::string safetySentence(const SafetyVerdict& verdict, Seen seen)
{
    return Substitute(tr("$0: $1"), safetyWord(verdict), safetyReason(verdict, seen));
}

std::string storedSafetyText(const std::string& english)
{
    const std::size_t colon = english.find(": ");
    if (colon == std::string::npos)
        return storedClause(english);
    std::vector<std::string> clauses = absl::StrSplit(english.substr(colon + 2), "; ");
    for (std::string& clause : clauses)
        clause = storedClause(clause);
    return Substitute(tr("$0: $1"), storedClause(english.substr(0, colon)), clausesText(clauses));
}

release::ShownSafety shownSafety(const SafetyVerdict& verdict, Seen seen)
{
    const InEnglish forTheJournal;
    return {verdict.safety, safetySentence(verdict, seen)};
}

std::string stolenText(
    const release::Plan& plan, const release::Forecast& forecast, release::Safety safety)
{
    if (safety == release::Safety::SafeToFree)
        return tr("we hold it, and nobody gets in between");
    const auto tombstone = release::tombstoneTime(forecast, plan.maxLease);
    if (tombstone.isCut)
        return tr("we hold it, and nobody gets in between. A holder that lives works beside us "
                  "until it finds out, and its lease may have no end");
    return absl::Substitute(tr("we hold it, and nobody gets in between. A holder that lives works "
                               "beside us until it finds out, for $0 at most"),
        durationText(tombstone.lasts));
}

std::string silentText(const release::Forecast& forecast, const std::string& end)
{
    if (forecast.silent.empty())
        return {};
    std::string silent;
    for (const MasterId& master : forecast.silent)
        addToList(silent, displaySafe(master.value()));
    const bool isOne = forecast.silent.size() == 1;
    std::string text;
    if (forecast.isLeftoverEndless)
        text = Substitute(isOne ? tr("$0 does not answer: a leftover there that never expires")
                                : tr("$0 do not answer: a leftover there that never expires"),
            silent);
    else if (forecast.leftover)
        text = Substitute(isOne ? tr("$0 does not answer: a leftover there $1")
                                : tr("$0 do not answer: a leftover there $1"),
            silent, end);
    else
        text = Substitute(isOne ? tr("$0 does not answer: what it stores is not known")
                                : tr("$0 do not answer: what they store is not known"),
            silent);
    if (forecast.mayKeepQuorum)
        addClause(text, tr("the holder may keep its quorum"));
    return text;
}

} // namespace lockkeeper::words
