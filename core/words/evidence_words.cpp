// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/words/evidence_words.h"

#include "core/text/display_safe.h"
#include "core/text/list_text.h"
#include "core/text/translate.h"
#include "core/words/lock_words.h"
#include "core/words/master_words.h"
#include "core/words/problem_words.h"
#include "core/words/time_words.h"

#include <absl/strings/substitute.h>
#include <algorithm>

namespace lockkeeper::words {
namespace {

using absl::Substitute;
using observe::Evidence;
using observe::EvidenceKind;
using std::chrono::milliseconds;

struct Times {
    std::string passed;
    std::string measure;
};

Times timesOf(const Evidence& evidence, SteadyTime now)
{
    const auto text = [](std::optional<milliseconds> time) {
        return time ? durationText(*time) : tr("an unknown time");
    };
    std::optional<milliseconds> passed;
    if (evidence.since)
        passed = std::chrono::duration_cast<milliseconds>(now - *evidence.since);
    return {text(passed), text(evidence.measure)};
}

std::string lostText(const Evidence& evidence, const Times& times)
{
    const observe::LostLease& lost = *evidence.lost;
    std::string masters;
    for (const MasterId& master : lost.masters)
        addToList(masters, displaySafe(master.value()));
    const std::string holder = isHolderKnown(lost.holder) ? holderText(lost.holder, Ids::Short)
                                                          : std::string(tr("another holder"));
    const char* const cause = lossCauseText(lost.cause);
    return evidence.measure
        ? Substitute(
            tr("$0 had $1 left when $2 lost it ($3)"), holder, times.measure, masters, cause)
        : Substitute(tr("$0 held it without a TTL when $1 lost it ($2)"), holder, masters, cause);
}

std::string heldTwiceText(const Evidence& evidence, const Times& times)
{
    constexpr milliseconds kAtOnce{100};
    const observe::LostLease& lost = *evidence.lost;
    const std::string taken = lost.takenAfter < kAtOnce
        ? tr("the present holder took it at once")
        : Substitute(tr("the present holder took it $0 later"), durationText(lost.takenAfter));
    return Substitute(lost.isRunning ? tr("may be held twice: $0, and its process lives; $1")
                                     : tr("may be held twice: $0, and may go on working; $1"),
        lostText(evidence, times), taken);
}

std::string queueHeadText(const Evidence& evidence, const Times& /*times*/)
{
    std::string text = evidence.expiredAt
        ? Substitute(tr("the first in its queue is gone: nobody else gets it until $0"),
            utcText(*evidence.expiredAt))
        : std::string(tr("the first in its queue is gone: nobody else gets it"));
    if (evidence.votes > 0)
        addClause(text,
            evidence.votes == 1 ? std::string(tr("1 waits behind it"))
                                : Substitute(tr("$0 wait behind it"), evidence.votes));
    return text;
}

std::string endlessText(const Evidence& evidence, const Times& /*times*/)
{
    return evidence.isOfNode ? tr("its node is of no session: nothing deletes it on its own")
                             : tr("no TTL: it never expires on its own");
}

std::string endlessReason(const Evidence& evidence)
{
    return evidence.isOfNode ? tr("of no session") : tr("no TTL");
}

std::string connectionGoneText(const Evidence& evidence, const Times& /*times*/)
{
    if (!evidence.isOfNode)
        return tr("no connection has its holder's name: the holder has ended, was cut off, or is "
                  "not allowed to name its connections");
    return evidence.expiredAt
        ? Substitute(tr("no server has a connection of its session: unless its client comes back, "
                        "the session ends at $0, and the lock with it"),
            utcText(*evidence.expiredAt))
        : std::string(tr("no server has a connection of its session: unless its client comes back, "
                         "the session ends, and the lock with it"));
}

std::string endedText(const Evidence& evidence)
{
    return processEndedText(evidence.pid, evidence.isPidReused);
}

std::string circleReason(const Evidence& evidence)
{
    return evidence.votes == 1 ? std::string(tr("its holder waits for itself"))
                               : Substitute(tr("a circle of $0 locks"), evidence.votes);
}

struct Row {
    EvidenceKind kind;
    int rank;
    const char* state;
    const char* brief;
    const char* help;
    std::string (*sentence)(const Evidence& evidence, const Times& times);
    std::string (*reason)(const Evidence& evidence) = nullptr; ///< null: as `brief`
};

constexpr const char* kStale = trNoop("stale");

constexpr Row kRows[] = {
    {EvidenceKind::NeverExpires, 8, trNoop("never expires"), trNoop("no TTL"),
        trNoop("it never expires on its own; some libraries mean it so"), endlessText,
        endlessReason},
    {EvidenceKind::MinorityLeftover, 9, trNoop("leftover"), trNoop("leftover"),
        trNoop("on fewer masters than a quorum"),
        [](const Evidence& evidence, const Times& /*times*/) {
            return Substitute(tr("leftover: on $0 of $1 masters, fewer than a quorum"),
                evidence.votes, evidence.masters);
        },
        [](const Evidence& evidence) {
            return Substitute(
                tr("on $0 of $1, too few to hold it"), evidence.votes, evidence.masters);
        }},
    {EvidenceKind::HolderProcessGone, 4, kStale, trNoop("its process has ended"),
        trNoop("its token names a process of this machine, and that has ended. The only proof "
               "among them"),
        [](const Evidence& evidence, const Times& /*times*/) { return endedText(evidence); },
        endedText},
    {EvidenceKind::ExpiredByOwnTimestamp, 10, kStale, // or it was taken then
        trNoop("time in value passed"),
        trNoop("the value states a time that has passed, and the key has no TTL"),
        [](const Evidence& evidence, const Times& /*times*/) {
            return evidence.expiredAt
                ? Substitute(tr("the time in its value has passed ($0): if that is its expiry, its "
                                "clients take it for free"),
                    utcText(*evidence.expiredAt))
                : std::string(tr("the time in its value has passed"));
        }},
    {EvidenceKind::RenewalLate, 13, kStale, trNoop("renewal late"),
        trNoop("it was renewed regularly, and a renewal is late"),
        [](const Evidence& /*evidence*/, const Times& times) {
            return Substitute(tr("a renewal is late: the last $0 ago, after one every $1"),
                times.passed, times.measure);
        }},
    {EvidenceKind::RenewalsStopped, 6, kStale, trNoop("renewals stopped"),
        trNoop("it was renewed regularly, and a whole renewal is missing"),
        [](const Evidence& /*evidence*/, const Times& times) {
            return Substitute(tr("renewals stopped: the last $0 ago, after one every $1"),
                times.passed, times.measure);
        }},
    {EvidenceKind::RenewedForLong, 14, kStale, trNoop("renewed for long"),
        trNoop("its holder lives, but may be stuck"),
        [](const Evidence& /*evidence*/, const Times& times) {
            return Substitute(
                tr("renewed, and held for $0: longer than $1"), times.passed, times.measure);
        }},
    {EvidenceKind::HeldUnusuallyLong, 11, kStale, trNoop("held unusually long"),
        trNoop("many times longer than the history knows of this lock"),
        [](const Evidence& /*evidence*/, const Times& times) {
            return Substitute(tr("held for $0; usual is $1"), times.passed, times.measure);
        }},
    {EvidenceKind::TtlTooLarge, 15, kStale, trNoop("TTL too large"),
        trNoop("above what the deployment allows"),
        [](const Evidence& /*evidence*/, const Times& times) {
            return Substitute(
                tr("its TTL is above the $0 that locks may have here"), times.measure);
        }},
    {EvidenceKind::SplitVotes, kQuorumLost, trNoop("split"), trNoop("split votes"),
        trNoop("several tokens, none with a quorum"),
        [](const Evidence& /*evidence*/, const Times& /*times*/) {
            return std::string(tr("split: masters store different tokens, and none has a quorum"));
        },
        [](const Evidence& /*evidence*/) { return std::string(tr("no token has a quorum")); }},
    {EvidenceKind::OutvotedToken, 7, kStale, trNoop("another token"),
        trNoop("it is held, and other masters store another token, whose holder may not know that "
               "it has lost the lock"),
        [](const Evidence& evidence, const Times& /*times*/) {
            return evidence.pid
                ? Substitute(tr("another token on $0 of $1 masters: its process $2 exists, so that "
                                "two may work under this lock at once"),
                    evidence.votes, evidence.masters, *evidence.pid)
                : Substitute(tr("another token on $0 of $1 masters: its holder may not know that "
                                "it has lost the lock"),
                    evidence.votes, evidence.masters);
        },
        [](const Evidence& evidence) {
            return Substitute(tr("another token on $0 of $1"), evidence.votes, evidence.masters);
        }},
    {EvidenceKind::WrongType, 12, kStale, trNoop("wrong type"),
        trNoop("a master stores something else under this name"),
        [](const Evidence& /*evidence*/, const Times& /*times*/) {
            return std::string(tr("a master stores something else under this name"));
        }},
    {EvidenceKind::HolderConnectionGone, 5, kStale, trNoop("holder's connection gone"),
        trNoop("no master has a connection by its holder's name, or no server of an ensemble one "
               "of its session"),
        connectionGoneText},
    {EvidenceKind::Deadlock, kDeadlock, trNoop("deadlock"), trNoop("deadlock"),
        trNoop("its holder waits for others who wait for this lock"),
        [](const Evidence& evidence, const Times& /*times*/) {
            return evidence.votes == 1
                ? std::string(tr("deadlock: its holder waits for the lock that it holds itself"))
                : Substitute(tr("deadlock of $0 locks: its holder waits for others who wait for "
                                "this lock"),
                    evidence.votes);
        },
        circleReason},
    {EvidenceKind::LikelyDeadlock, 3, trNoop("likely deadlock"), trNoop("likely deadlock"),
        trNoop("the same of processes: another thread of one may end it"),
        [](const Evidence& evidence, const Times& /*times*/) {
            return evidence.votes == 1
                ? std::string(tr("likely a deadlock: its holder waits for the lock that it holds "
                                 "itself"))
                : Substitute(tr("likely a deadlock of $0 locks: its holder waits for others who "
                                "wait for this lock"),
                    evidence.votes);
        },
        circleReason},
    {EvidenceKind::WaitsForDead, 16, kStale, // comes with a better reason
        trNoop("waited for"), trNoop("somebody waits for it, and its holder is gone"),
        [](const Evidence& evidence, const Times& /*times*/) {
            return evidence.votes == 1
                ? std::string(tr("1 waits for it, and its holder is gone"))
                : Substitute(tr("$0 wait for it, and its holder is gone"), evidence.votes);
        },
        [](const Evidence& evidence) {
            return evidence.votes == 1 ? std::string(tr("1 waits for it"))
                                       : Substitute(tr("$0 wait for it"), evidence.votes);
        }},
    {EvidenceKind::MayBeHeldTwice, kTwoHolders, trNoop("held twice?"), trNoop("may be held twice"),
        trNoop(
            "masters lost the lock of a holder who may not know it, and another one took it while "
            "the lease of the first still runs"),
        heldTwiceText,
        [](const Evidence& evidence) { return lostText(evidence, timesOf(evidence, {})); }},
    {EvidenceKind::QueueHeadGone, 5, kStale, trNoop("first in queue gone"),
        trNoop("nobody holds it, and the first in its queue, who alone could take it, is gone"),
        queueHeadText},
    {EvidenceKind::SessionUnknown, 4, kStale, trNoop("session unknown"),
        trNoop("the ensemble does not know the session of its node any more, and has the node"),
        [](const Evidence& /*evidence*/, const Times& /*times*/) {
            return std::string(tr("the ensemble does not know its session any more, but still has "
                                  "its node: nothing deletes it on its own"));
        }},
    {EvidenceKind::OrphanNode, 6, kStale, trNoop("orphan"),
        trNoop("one attempt to take it has made two nodes, and its program knows of one of them"),
        [](const Evidence& /*evidence*/, const Times& /*times*/) {
            return std::string(tr("orphan: one attempt has made this node and another one that "
                                  "waits behind it, and its program knows of one of them only"));
        }},
    {EvidenceKind::SequenceNearOverflow, 15, kStale, trNoop("sequence near overflow"),
        trNoop("the numbers that order its nodes run over at 2147483647, and then nodes that come "
               "later count as earlier"),
        [](const Evidence& /*evidence*/, const Times& /*times*/) {
            return std::string(tr("the numbers of its nodes run over at 2147483647, which is near "
                                  "or past: then who comes later gets it earlier"));
        }},
};
static_assert(std::ranges::equal(kRows, enumValues<EvidenceKind>(), {}, &Row::kind));

const Row& rowOf(EvidenceKind kind) noexcept
{
    return kRows[static_cast<std::size_t>(kind)];
}

bool isOfTwoHolders(const Evidence& evidence) noexcept
{
    return evidence.kind == EvidenceKind::OutvotedToken && evidence.pid;
}

} // namespace

std::string evidenceText(const Evidence& evidence, SteadyTime now)
{
    return rowOf(evidence.kind).sentence(evidence, timesOf(evidence, now));
}

std::string evidenceText(const observe::EvidenceList& evidence, SteadyTime now)
{
    std::string text;
    for (const Evidence& one : evidence)
        addClause(text, evidenceText(one, now));
    return text;
}

std::string shortEvidenceText(const Evidence& evidence)
{
    if (isOfTwoHolders(evidence))
        return tr("two holders");
    if (evidence.kind == EvidenceKind::MinorityLeftover && evidence.masters > 0) // not in a journal
        return Substitute(tr("leftover on $0 of $1"), evidence.votes, evidence.masters);
    if (evidence.kind == EvidenceKind::NeverExpires)
        return endlessReason(evidence);
    return tr(rowOf(evidence.kind).brief);
}

std::string shortEvidenceText(const observe::EvidenceList& evidence)
{
    std::string text;
    for (const Evidence& one : evidence)
        addToList(text, shortEvidenceText(one));
    return text;
}

const char* stateText(const Evidence& evidence)
{
    return tr(rowOf(isOfTwoHolders(evidence) ? EvidenceKind::MayBeHeldTwice : evidence.kind).state);
}

std::string reasonText(const Evidence& evidence)
{
    const Row& row = rowOf(evidence.kind);
    return row.reason != nullptr ? row.reason(evidence) : std::string(tr(row.brief));
}

std::string processEndedText(std::optional<std::int64_t> pid, bool isPidReused)
{
    return Substitute(isPidReused ? tr("$0 has ended, and another one has its pid now", "safety")
                                  : tr("$0 has ended", "safety"),
        pid ? Substitute(tr("its process $0", "safety"), *pid) : tr("its process", "safety"));
}

std::string evidenceHelp(const Evidence& evidence)
{
    return tr(isOfTwoHolders(evidence)
            ? trNoop("the same, and the process of that other holder exists here: two may work "
                     "under this lock at once")
            : rowOf(evidence.kind).help);
}

int evidenceRank(const Evidence& evidence) noexcept
{
    return isOfTwoHolders(evidence) ? kTwoHolders : rowOf(evidence.kind).rank;
}

} // namespace lockkeeper::words
