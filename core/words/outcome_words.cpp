// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/words/outcome_words.h"

#include "core/config/quorum.h"
#include "core/observe/formats/tombstone.h"
#include "core/observe/zookeeper/recipes.h"
#include "core/text/display_safe.h"
#include "core/text/list_text.h"
#include "core/text/translate.h"
#include "core/words/time_words.h"
#include "core/zookeeper/node_id.h"

#include <absl/strings/substitute.h>

namespace lockkeeper::words {
namespace {

using absl::Substitute;

/// Fits an ACL command.
constexpr std::size_t kErrorLimit = 2048;

std::string releasedText(std::size_t released, bool isRevoke, std::size_t masters)
{
    if (released == 0)
        return tr("nothing was done");
    return Substitute(
        isRevoke ? tr("revoked on $0 of $1 masters") : tr("released on $0 of $1 masters"), released,
        masters);
}

std::string askedAlreadyText(const lock::Ask& ask)
{
    const std::string text
        = Substitute(tr("asked already by $0 at $1"), displaySafe(ask.by), utcText(ask.at));
    return ask.reason.empty() ? text : Substitute(tr("$0: $1"), text, displaySafe(ask.reason));
}

} // namespace

const char* adviceFor(ErrorClass kind) noexcept
{
    switch (kind) {
    case ErrorClass::Unreachable:
        return tr("check its address, and that it is running");
    case ErrorClass::ConnectionLost:
    case ErrorClass::Timeout:
        return tr("it may be stopped, overloaded or cut off");
    case ErrorClass::TlsFailed:
        return tr("nothing was sent to it");
    case ErrorClass::NotRedis:
        return tr("check its address: what answers there is another kind of server");
    case ErrorClass::AuthRequired:
        return tr("give a user and password in its URL, or password_env in the deployments file");
    case ErrorClass::WrongPassword:
        return tr("check the user and password");
    case ErrorClass::NoPermission:
        return tr("grant it with ACL SETUSER");
    case ErrorClass::UnknownCommand:
        return tr("it may be renamed, or not be offered by a proxy or service");
    case ErrorClass::ReadOnly:
        return tr("name a writable master instead");
    case ErrorClass::TooFewReplicas:
        return tr("check its replicas, or its min-replicas-to-write");
    case ErrorClass::TooManyClients:
        return tr("raise its maxclients, or close idle connections");
    case ErrorClass::Loading:
    case ErrorClass::Busy:
        return tr("try again later");
    case ErrorClass::OutOfMemory:
        return tr("give it more memory");
    case ErrorClass::Misconfigured:
        return tr("check its disk and its log");
    case ErrorClass::Quarantined:
        return tr("see restart_quarantine in the deployments file");
    case ErrorClass::TooManyKeys:
        return tr("name the keys to look at with --match GLOB");
    default:
        return "";
    }
}

namespace {

/// Of a Cluster's replies, by their first word.
const char* adviceForReply(std::string_view text) noexcept
{
    const auto is = [word = text.substr(0, text.find(' '))](
                        auto... words) { return ((word == words) || ...); };
    if (is("MOVED", "ASK"))
        return tr("it is a node of a Cluster: name the Cluster in the deployments file");
    if (is("TRYAGAIN"))
        return tr("keys are being moved to another shard: try again later");
    if (is("CLUSTERDOWN"))
        return tr("a shard is down, or its slots have no owner: see CLUSTER INFO there");
    if (is("CROSSSLOT"))
        return tr("the braces of this name keep the keys beside it from its shard");
    return "";
}

} // namespace

std::string errorText(const Error& error)
{
    std::string text = error.text.empty() ? tr("failed, without a reason")
                                          : displaySafe(trData(error.text), kErrorLimit);
    if (!error.master.isEmpty())
        text = Substitute(tr("master $0: $1"), displaySafe(error.master.value()), text);
    // A text with its own cure needs no advice.
    std::string_view advice = adviceForReply(error.text);
    advice = advice.empty() ? adviceFor(error.kind) : advice;
    const auto names
        = [&error](const char* cure) { return error.text.find(cure) != std::string::npos; };
    if (advice.empty() || names("ACL SETUSER") || names("; grant "))
        return text;
    // Some servers' texts end with a full stop.
    if (text.ends_with('.') && !text.ends_with(".."))
        text.pop_back();
    addClause(text, advice);
    return text;
}

const char* resultText(release::MasterResult result) noexcept
{
    switch (result) {
    case release::MasterResult::Released:
        return tr("released", "of a release");
    case release::MasterResult::Revoked:
        return tr("revoked", "of a release");
    case release::MasterResult::AlreadyGone:
        return tr("already gone");
    case release::MasterResult::AnotherHolder:
        return tr("stores another value, or was set anew: left alone");
    case release::MasterResult::Unreachable:
        return tr("out of reach: nothing was sent");
    case release::MasterResult::Refused:
        return tr("refused: nothing was changed");
    case release::MasterResult::Unknown:
        return tr("unknown: it may or may not be done");
    case release::MasterResult::NotSent:
        return tr("nothing was sent, as the holder changed elsewhere");
    case release::MasterResult::Asked:
        return tr("asked", "of a release");
    case release::MasterResult::AskedAlready:
        return tr("asked already");
    }
    return tr("unknown", "of a release");
}

std::string outcomeText(const release::MasterOutcome& outcome)
{
    std::string text = outcome.ask ? askedAlreadyText(*outcome.ask) : resultText(outcome.result);
    if (outcome.error)
        text = Substitute(
            tr("$0 ($1)"), text, displaySafe(trData(outcome.error->text), kErrorLimit));
    return text;
}

std::string reportText(const release::Report& report)
{
    if (report.hasHolderChanged)
        return tr(
            "nothing was done: the holder has changed since it was shown, or its TTL was set anew");
    const std::size_t masters = report.outcomes.size();
    const std::size_t revoked = report.count(release::MasterResult::Revoked);
    const std::size_t released = report.count(release::MasterResult::Released) + revoked;
    const std::size_t left = report.possiblyStillHeld();
    const std::size_t unknown = report.count(release::MasterResult::Unknown);
    if (const std::size_t asked = report.count(release::MasterResult::Asked); asked > 0)
        return report.isToldAtOnce
            ? std::string(tr("asked: the holder is told at once, and decides itself"))
            : Substitute(tr("asked on $0 of $1 masters: the holder finds out at its next renewal"),
                asked, masters);
    if (const auto earlier = report.earlierAsk())
        return askedAlreadyText(*earlier);
    const std::string done = report.isForCount
        ? Substitute(tr("the number is set on $0 of $1 masters"), released, masters)
        : releasedText(released, revoked > 0, masters);
    if (!report.isQuorumFreed && released == 0 && unknown > 0)
        return Substitute(tr("$0 of $1 masters did not tell whether it was done: it may be free, "
                             "or still be held"),
            unknown, masters);
    const std::size_t refused = report.count(release::MasterResult::Refused);
    if (!report.isQuorumFreed && released == 0 && refused > 0 && refused == left)
        return Substitute(tr("nothing was done: $0 of $1 masters refused it"), refused, masters);
    if (!report.isQuorumFreed && report.isForCount)
        return Substitute(tr("$0; $1 may still have the one before"), done, left);
    if (!report.isQuorumFreed)
        return Substitute(
            tr("$0, but $1 may still store its token: it may still be held"), done, left);
    std::string text;
    if (report.taken && report.taken->result == release::AcquireResult::Acquired)
        text = Substitute(
            tr("$0, and taken over: we hold it, and its former holder can't extend it any more"),
            done);
    else if (released == 0)
        text = Substitute(
            tr("not held: $0 of $1 masters do not store its token"), masters - left, masters);
    else if (revoked >= quorumOf(masters))
        text = Substitute(tr("$0: the holder can't extend it any more, and nobody gets it before "
                             "its TTL has passed"),
            done);
    else if (revoked > 0)
        text = Substitute(tr("$0: the holder can't extend it any more. Too few masters to keep "
                             "others out: they may take it"),
            done);
    else
        text = report.isForCount ? done : Substitute(tr("$0: freed"), done);
    if (left > 0)
        addClause(text, Substitute(tr("$0 may still store it"), left));
    if (report.taken && report.taken->result == release::AcquireResult::Unknown)
        addClause(text, tr("unknown whether it was taken: too few masters answered"));
    else if (report.taken && report.taken->result != release::AcquireResult::Acquired)
        addClause(text, tr("but not taken: another has it, or too few masters answered"));
    return text;
}

const char* fateWord(release::Fate fate, release::Action action, bool isDryRun) noexcept
{
    const bool isRevoke = action == release::Action::Revoke;
    switch (fate) {
    case release::Fate::Freed:
        if (isDryRun)
            return isRevoke ? tr("would be revoked") : tr("would be freed");
        return isRevoke ? tr("revoked") : tr("freed");
    case release::Fate::Gone:
        return tr("gone already");
    case release::Fate::Changed:
        return tr("changed", "a lock of a plan");
    case release::Fate::Refused:
        return tr("refused");
    case release::Fate::Noted:
        return tr("left alone for a note");
    case release::Fate::MayLive:
        return tr("may live");
    case release::Fate::NotReached:
        return tr("not reached");
    case release::Fate::NotBegun:
        break;
    }
    return tr("not begun");
}

std::string appliedText(const release::AppliedLock& lock)
{
    if (lock.deed)
        return reportText(lock.deed->report);
    const char* const word = fateWord(lock.fate);
    return lock.text.empty()
        ? word
        : Substitute(tr("$0: $1"), word, displaySafe(trData(lock.text), kErrorLimit));
}

std::string nodeDeedText(const release::Plan& plan)
{
    const release::PlannedNode& node = *plan.node;
    const std::string path = displaySafe(node.id.path, kErrorLimit);
    const std::string czxid = zookeeper::hexText(node.id.czxid);
    if (plan.action == release::Action::Ask)
        return Substitute(
            tr("write the ask into $0, if it still is the node of transaction $1"), path, czxid);
    if (!node.behind.empty())
        return Substitute(tr("delete $0, if it still waits behind $1"), path,
            displaySafe(node.behind, kErrorLimit));
    if (observe::isKept(node.id.path))
        return Substitute(
            tr("write a time into $0 that is over, if nobody has written it since"), path);
    return Substitute(tr("delete $0, if it still is the node of transaction $1"), path, czxid);
}

std::string waitersText(const release::Plan& plan)
{
    if (plan.node && plan.node->isWaiting)
        return tr("those behind it move up");
    if (plan.node && !observe::mayBeDated(plan.node->id.path))
        return tr("woken: the server tells the next in the queue that the node is gone");
    if (plan.part && plan.part->release.kind == observe::PartKind::RedissonReadWrite)
        return Substitute(tr("woken: each master where nobody is left publishes on $0"),
            displaySafe(plan.wakeUp->channel));
    if (plan.part && plan.wakeUp && !plan.wakeUp->channel.empty())
        return Substitute(tr("woken: each master that changes the lock publishes on $0"),
            displaySafe(plan.wakeUp->channel));
    if (plan.wakeUp && !plan.wakeUp->list.empty())
        return Substitute(tr("woken: each master that deletes the lock pushes to the list $0"),
            displaySafe(plan.wakeUp->list));
    if (plan.wakeUp && plan.format == observe::kQueueFormat)
        return tr("woken: each master tells the next one in the queue");
    if (plan.wakeUp)
        return Substitute(tr("woken: each master that deletes the lock publishes on $0"),
            displaySafe(plan.wakeUp->channel));
    // Our waiters listen for the key's changes (lock::PushKeyWatch).
    if (plan.format == observe::kOwnFormat || observe::isTombstone(plan.format))
        return tr(
            "woken, if they use Lockkeeper and Redis 6 or newer; others find out at their next "
            "try");
    if (plan.format == observe::kUnknownFormat)
        return tr("not woken: who polls finds out at its next try, who blocks on a list or listens "
                  "on a channel sleeps on");
    return tr("not woken: who waits finds out at its next try");
}

} // namespace lockkeeper::words
