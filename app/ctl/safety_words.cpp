// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/safety_words.h"

#include "app/ctl/words.h"
#include "core/text/display_safe.h"
#include "core/words/master_words.h"
#include "core/words/time_words.h"

namespace lockkeeper::ctl {
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
    return " (checked " + words::durationText(verdict.processCheckAge) + " ago)";
}

std::string endedText(const SafetyVerdict& verdict)
{
    const std::string reused
        = verdict.process == ProcessState::Replaced ? ", and another one has its pid now" : "";
    return processName(verdict) + " has ended" + reused + checkedText(verdict);
}

std::string processText(const SafetyVerdict& verdict)
{
    if (!verdict.isProcessNamed)
        return verdict.pid ? "its value gives a pid, but not of which host or container"
                           : "its value names no process";
    switch (verdict.process) {
    case ProcessState::Running:
        return processName(verdict) + " runs on this host" + checkedText(verdict);
    case ProcessState::Gone:
    case ProcessState::Replaced:
        return endedText(verdict)
            + (verdict.mayOutliveProcess
                    ? ", but lockctl may have left the lock to its TTL on purpose"
                    : ", but a renewal was seen since");
    case ProcessState::Unknown:
        break;
    }
    return processName(verdict) + " is of another host, boot or container, or hidden";
}

std::string renewalText(const SafetyVerdict& verdict)
{
    switch (verdict.renewal) {
    case RenewalClue::NotWatched:
        return "one look shows no renewals";
    case RenewalClue::NoneSeen:
        return "no renewal was seen in " + words::durationText(verdict.renewalAge);
    case RenewalClue::Recent:
    case RenewalClue::Overdue:
        break;
    }
    return std::string(verdict.renewal == RenewalClue::Recent ? "renewed " : "last renewed ")
        + words::durationText(verdict.renewalAge) + " ago, "
        + words::countText(verdict.renewals, "time");
}

std::string aliveText(const SafetyVerdict& verdict)
{
    const bool isRunning = verdict.process == ProcessState::Running;
    if (isRunning && verdict.renewal == RenewalClue::Recent)
        return processText(verdict) + "; " + renewalText(verdict);
    return isRunning ? processText(verdict) : renewalText(verdict);
}

std::string doubtText(const SafetyVerdict& verdict)
{
    if (verdict.isOtherToken)
        return "most masters store another token, and only its holder was looked at";
    if (verdict.isRevoked)
        return "it was revoked, and the lease of its former holder may last as long as its TTL";
    std::string text = "nothing tells whether the holder lives: " + processText(verdict) + "; "
        + renewalText(verdict);
    if (verdict.isConnectionGone)
        text += "; no client has the name of its connections, but it may only be cut off";
    return text;
}

} // namespace

std::string safetyText(const SafetyVerdict& verdict)
{
    switch (verdict.safety) {
    case release::Safety::SafeToFree:
        return "SAFE TO FREE: " + endedText(verdict);
    case release::Safety::Alive:
        return "ALIVE: " + aliveText(verdict);
    case release::Safety::NotKnown:
        break;
    }
    return "NOT KNOWN: " + doubtText(verdict);
}

Json safetyJson(const SafetyVerdict& verdict)
{
    return {{"verdict", release::safetyName(verdict.safety)}, {"text", safetyText(verdict)}};
}

std::string forecastText(const release::Forecast& forecast)
{
    std::string text
        = std::to_string(forecast.reached) + " of " + words::countText(forecast.masters, "master");
    if (forecast.silent.empty())
        return text;
    std::string names;
    for (const MasterId& master : forecast.silent)
        names += (names.empty() ? "" : ", ") + displaySafe(master.value());
    text += "; " + names + (forecast.silent.size() == 1 ? " is" : " are") + " silent: ";
    if (forecast.isLeftoverEndless)
        text += "a leftover there that never expires";
    else if (forecast.leftover)
        text += "a leftover there for up to " + words::durationText(*forecast.leftover);
    else
        text += "what they store is not known";
    return text + (forecast.mayKeepQuorum ? "; the holder may keep its quorum" : "");
}

} // namespace lockkeeper::ctl
