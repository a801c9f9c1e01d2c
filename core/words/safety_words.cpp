// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/words/safety_words.h"

#include "core/text/display_safe.h"
#include "core/words/time_words.h"

namespace lockkeeper::words {
namespace {

using observe::ProcessState;
using release::RenewalClue;
using release::SafetyVerdict;

std::string processName(const SafetyVerdict& verdict)
{
    return verdict.pid ? "its process " + std::to_string(*verdict.pid) : "its process";
}

std::string checkedText(const SafetyVerdict& verdict)
{
    return " (checked " + agoText(verdict.processCheckAge) + ")";
}

std::string endedText(const SafetyVerdict& verdict)
{
    const std::string reused
        = verdict.process == ProcessState::Replaced ? ", and another one has its pid now" : "";
    return processName(verdict) + " has ended" + reused + checkedText(verdict);
}

/// Why the end of the process is no proof.
std::string doubtText(const SafetyVerdict& verdict)
{
    if (verdict.isHolderUnknown)
        return ", but too few masters answer to tell who holds the lock";
    if (verdict.mayOutliveProcess)
        return ", but others may work under the lock: what it has started, or who it was left to";
    return ", but a renewal was seen since";
}

std::string processText(const SafetyVerdict& verdict)
{
    if (!verdict.isProcessNamed && !verdict.pid)
        return "its value names no process";
    if (!verdict.isProcessNamed)
        return verdict.isHostNamed ? "its value gives a host and a pid, which containers may share"
                                   : "its value gives a pid, but not of which host or container";
    switch (verdict.process) {
    case ProcessState::Running:
        return processName(verdict) + " runs on this host" + checkedText(verdict);
    case ProcessState::Stopped:
        return processName(verdict) + " is stopped by SIGSTOP or a debugger" + checkedText(verdict);
    case ProcessState::Blocked:
        return processName(verdict) + " waits in the kernel, for a disk for example"
            + checkedText(verdict);
    case ProcessState::Gone:
    case ProcessState::Replaced:
        return endedText(verdict) + doubtText(verdict);
    case ProcessState::Unknown:
        break;
    }
    return processName(verdict) + " is of another host, boot or container, or hidden";
}

/// True if the process exists, as far as is known.
bool isThere(const SafetyVerdict& verdict)
{
    return verdict.process == ProcessState::Running || verdict.process == ProcessState::Stopped
        || verdict.process == ProcessState::Blocked;
}

std::string lastRenewalText(const SafetyVerdict& verdict)
{
    const std::string count
        = verdict.renewals == 1 ? "once" : std::to_string(verdict.renewals) + " times";
    return "renewed " + agoText(verdict.renewalAge) + ", " + count;
}

std::string renewalText(const SafetyVerdict& verdict, Seen seen)
{
    switch (verdict.renewal) {
    case RenewalClue::NotWatched:
        return seen == Seen::Once ? "one look shows no renewals"
                                  : "not watched long enough to see renewals";
    case RenewalClue::NoneSeen:
        return "no renewal was seen in " + durationText(verdict.renewalAge);
    case RenewalClue::Recent:
    case RenewalClue::Overdue:
        break;
    }
    return (verdict.renewal == RenewalClue::Recent ? "" : "last ") + lastRenewalText(verdict);
}

std::string aliveText(const SafetyVerdict& verdict, Seen seen)
{
    if (isThere(verdict) && verdict.renewal == RenewalClue::Recent)
        return processText(verdict) + "; " + renewalText(verdict, seen);
    return isThere(verdict) ? processText(verdict) : renewalText(verdict, seen);
}

/// Of a process that exists, but does not work at the lock as it should.
std::string idleText(const SafetyVerdict& verdict)
{
    std::string text = processText(verdict);
    if (verdict.process != ProcessState::Stopped)
        text += ", but does not renew the lock any more";
    text += ": it can go on at any moment";
    return verdict.renewals > 0 ? text + "; last " + lastRenewalText(verdict) : text;
}

std::string doubtText(const SafetyVerdict& verdict, Seen seen)
{
    if (verdict.isUnread)
        return "the value of this token was not read yet";
    if (verdict.isRevoked)
        return "it was revoked, and the lease of its former holder may last as long as its TTL";
    if (isThere(verdict))
        return idleText(verdict);
    std::string text = (hasEnded(verdict.process) ? "" : "nothing tells whether the holder lives: ")
        + processText(verdict) + "; " + renewalText(verdict, seen);
    if (verdict.isConnectionGone)
        text += "; no client has the name of its connections, but it may only be cut off";
    return text;
}

} // namespace

const char* safetyWord(release::Safety safety) noexcept
{
    switch (safety) {
    case release::Safety::SafeToFree:
        return "SAFE TO FREE";
    case release::Safety::Alive:
        return "ALIVE";
    case release::Safety::NotKnown:
        break;
    }
    return "NOT KNOWN";
}

std::string safetyReason(const SafetyVerdict& verdict, Seen seen)
{
    switch (verdict.safety) {
    case release::Safety::SafeToFree:
        return endedText(verdict);
    case release::Safety::Alive:
        return aliveText(verdict, seen);
    case release::Safety::NotKnown:
        break;
    }
    return doubtText(verdict, seen);
}

std::string safetySentence(const SafetyVerdict& verdict, Seen seen)
{
    return std::string(safetyWord(verdict.safety)) + ": " + safetyReason(verdict, seen);
}

release::ShownSafety shownSafety(const SafetyVerdict& verdict, Seen seen)
{
    return {verdict.safety, safetySentence(verdict, seen)};
}

std::string silentText(const release::Forecast& forecast, const std::string& end)
{
    if (forecast.silent.empty())
        return {};
    std::string text;
    for (const MasterId& master : forecast.silent)
        text += (text.empty() ? "" : ", ") + displaySafe(master.value());
    text += forecast.silent.size() == 1 ? " is silent: " : " are silent: ";
    if (forecast.isLeftoverEndless)
        text += "a leftover there that never expires";
    else if (forecast.leftover)
        text += "a leftover there " + end;
    else
        text += "what they store is not known";
    return text + (forecast.mayKeepQuorum ? "; the holder may keep its quorum" : "");
}

} // namespace lockkeeper::words
