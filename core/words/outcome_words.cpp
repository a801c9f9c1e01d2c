// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/words/outcome_words.h"

#include "core/config/quorum.h"
#include "core/text/display_safe.h"

namespace lockkeeper::words {
namespace {

/// Long enough for an ACL command.
constexpr std::size_t kErrorLimit = 2048;

} // namespace

const char* adviceFor(ErrorClass kind) noexcept
{
    switch (kind) {
    case ErrorClass::Unreachable:
        return "check its address, and that it is running";
    case ErrorClass::ConnectionLost:
    case ErrorClass::Timeout:
        return "it may be stopped, overloaded or cut off";
    case ErrorClass::TlsFailed:
        return "nothing was sent to it";
    case ErrorClass::NotRedis:
        return "check that this is the address of a Redis server";
    case ErrorClass::AuthRequired:
        return "give a user and password in its URL, or password_env in the deployments file";
    case ErrorClass::WrongPassword:
        return "check the user and password";
    case ErrorClass::NoPermission:
        return "grant it with ACL SETUSER";
    case ErrorClass::ReadOnly:
        return "name a writable master instead";
    case ErrorClass::TooFewReplicas:
        return "check its replicas, or its min-replicas-to-write";
    case ErrorClass::TooManyClients:
        return "raise its maxclients, or close idle connections";
    case ErrorClass::Loading:
    case ErrorClass::Busy:
        return "try again later";
    case ErrorClass::OutOfMemory:
        return "give it more memory";
    case ErrorClass::Misconfigured:
        return "check its disk and its log";
    case ErrorClass::Quarantined:
        return "see restart_quarantine in the deployments file";
    case ErrorClass::TooManyKeys:
        return "name the keys to look at with --match GLOB";
    default:
        return "";
    }
}

std::string errorText(const Error& error)
{
    std::string text
        = error.master.isEmpty() ? "" : "master " + displaySafe(error.master.value()) + ": ";
    text += error.text.empty() ? "failed, without a reason" : displaySafe(error.text, kErrorLimit);
    // A text that names its own cure needs no other.
    const std::string_view advice = adviceFor(error.kind);
    if (!advice.empty() && error.text.find("ACL SETUSER") == std::string::npos) {
        // Servers end some of their texts as sentences.
        if (text.ends_with('.') && !text.ends_with(".."))
            text.pop_back();
        text.append("; ").append(advice);
    }
    return text;
}

const char* resultText(release::MasterResult result) noexcept
{
    switch (result) {
    case release::MasterResult::Released:
        return "released";
    case release::MasterResult::Revoked:
        return "revoked";
    case release::MasterResult::AlreadyGone:
        return "already gone";
    case release::MasterResult::AnotherHolder:
        return "stores another value: left alone";
    case release::MasterResult::Unreachable:
        return "not connected: nothing was sent";
    case release::MasterResult::Refused:
        return "refused: nothing was deleted";
    case release::MasterResult::Unknown:
        return "unknown: it may or may not be released";
    case release::MasterResult::NotSent:
        return "nothing was sent, as the holder changed elsewhere";
    }
    return "unknown";
}

std::string outcomeText(const release::MasterOutcome& outcome)
{
    std::string text = resultText(outcome.result);
    if (outcome.error)
        text.append(" (").append(displaySafe(outcome.error->text, kErrorLimit)).append(")");
    if (outcome.error && outcome.error->kind == ErrorClass::NoPermission)
        text.append("; its user needs ")
            .append(release::kReleaseCommands)
            .append(", for a revoke also ")
            .append(release::kRevokeCommands);
    return text;
}

std::string reportText(const release::Report& report)
{
    if (report.hasHolderChanged)
        return "nothing was sent: the holder has changed since it was shown";
    const std::size_t masters = report.outcomes.size();
    const std::size_t revoked = report.count(release::MasterResult::Revoked);
    const std::size_t released = report.count(release::MasterResult::Released) + revoked;
    const std::size_t left = report.possiblyStillHeld();
    const std::string all = " of " + std::to_string(masters) + " masters";
    const std::string mayStore = std::to_string(left) + " may still store ";
    std::string text = released == 0
        ? "nothing released"
        : (revoked > 0 ? "revoked on " : "released on ") + std::to_string(released) + all;
    if (!report.isQuorumFreed)
        return text.append(", but ").append(mayStore).append("its token: it may still be held");
    if (released == 0)
        text.append(": ")
            .append(std::to_string(masters - left))
            .append(all)
            .append(" do not store its token");
    else if (revoked >= quorumOf(masters))
        text.append(
            ": the holder can't extend it any more, and nobody gets it before its TTL has passed");
    else if (revoked > 0)
        text.append(
            ": the holder can't extend it any more. Too few masters to keep others out: they "
            "may take it");
    else
        text.append(": freed");
    return left == 0 ? text : text.append("; ").append(mayStore).append("it");
}

std::string waitersText(const release::Plan& plan)
{
    return plan.wakeUp ? "woken: each master that deletes the lock publishes on "
            + displaySafe(plan.wakeUp->channel)
                       : "not woken: who waits finds out at its next try";
}

} // namespace lockkeeper::words
