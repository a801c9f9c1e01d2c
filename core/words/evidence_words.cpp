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
#include <cstring>
#include <optional>

namespace lockkeeper::words {
namespace {

using absl::Substitute;
using observe::Evidence;
using observe::EvidenceKind;
using std::chrono::milliseconds;

/// $0 votes, $1 masters, $2 the time passed, $3 the measure; or a function, where it depends on
/// more.
class Text {
public:
    constexpr Text(const char* text)
        : m_text(text)
    { }
    constexpr Text(std::string (*make)(const Evidence& evidence))
        : m_make(make)
    { }
    [[nodiscard]] std::string of(const Evidence& evidence, SteadyTime now = {}) const;

private:
    const char* m_text = nullptr;
    std::string (*m_make)(const Evidence& evidence) = nullptr;
};

std::string timeText(std::optional<milliseconds> time)
{
    return time ? durationText(*time) : tr("an unknown time");
}

std::string Text::of(const Evidence& evidence, SteadyTime now) const
{
    if (m_make != nullptr)
        return m_make(evidence);
    const char* const text = tr(m_text);
    if (std::strchr(text, '$') == nullptr)
        return text;
    std::optional<milliseconds> passed;
    if (evidence.since)
        passed = std::chrono::duration_cast<milliseconds>(now - *evidence.since);
    return Substitute(
        text, evidence.votes, evidence.masters, timeText(passed), timeText(evidence.measure));
}

std::string lostText(const Evidence& evidence)
{
    const observe::LostLease& lost = *evidence.lost;
    std::string masters;
    for (const MasterId& master : lost.masters)
        addToList(masters, displaySafe(master.value()));
    const std::string holder = isHolderKnown(lost.holder) ? holderText(lost.holder, Ids::Short)
                                                          : std::string(tr("another holder"));
    const char* const cause = lossCauseText(lost.cause);
    return evidence.measure
        ? Substitute(tr("$0 had $1 left when $2 lost it ($3)"), holder, timeText(evidence.measure),
            masters, cause)
        : Substitute(tr("$0 held it without a TTL when $1 lost it ($2)"), holder, masters, cause);
}

std::string heldTwiceText(const Evidence& evidence)
{
    constexpr milliseconds kAtOnce{100};
    const observe::LostLease& lost = *evidence.lost;
    const std::string taken = lost.takenAfter < kAtOnce
        ? tr("the present holder took it at once")
        : Substitute(tr("the present holder took it $0 later"), durationText(lost.takenAfter));
    return Substitute(lost.isRunning ? tr("may be held twice: $0, and its process lives; $1")
                                     : tr("may be held twice: $0, and may go on working; $1"),
        lostText(evidence), taken);
}

std::string queueHeadText(const Evidence& evidence)
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

std::string endlessText(const Evidence& evidence)
{
    return evidence.isOfNode ? tr("its node is of no session: nothing deletes it on its own")
                             : tr("no TTL: it never expires on its own");
}

std::string endlessReason(const Evidence& evidence)
{
    return evidence.isOfNode ? tr("of no session") : tr("no TTL");
}

std::string connectionGoneText(const Evidence& evidence)
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
    Text brief;
    const char* help;
    Text sentence;
    std::optional<Text> reason{}; ///< nullopt: `brief`
};

constexpr const char* kStale = trNoop("stale");
constexpr const char* kHeldTwice = trNoop("held twice?");
constexpr const char* kDeadlocked = trNoop("deadlock");
constexpr const char* kLikelyDeadlocked = trNoop("likely deadlock");
constexpr const char* kOutvoted = trNoop("another token on $0 of $1");
constexpr const char* kWrongType = trNoop("a master stores something else under this name");

constexpr Row kRows[] = {
    {EvidenceKind::NeverExpires, 8, trNoop("never expires"), endlessReason,
        trNoop("it never expires on its own; some libraries mean it so"), endlessText},
    {EvidenceKind::MinorityLeftover, 9, trNoop("leftover"),
        +[](const Evidence& evidence) {
            // A journal tells the kind alone.
            return evidence.masters > 0
                ? Substitute(tr("leftover on $0 of $1"), evidence.votes, evidence.masters)
                : std::string(tr("leftover"));
        },
        trNoop("on fewer masters than a quorum"),
        trNoop("leftover: on $0 of $1 masters, fewer than a quorum"),
        trNoop("on $0 of $1, too few to hold it")},
    {EvidenceKind::HolderProcessGone, 4, kStale, trNoop("its process has ended"),
        trNoop("its token names a process of this machine, and that has ended. The only proof "
               "among them"),
        endedText, endedText},
    {EvidenceKind::ExpiredByOwnTimestamp, 10, kStale, // or it was taken then
        trNoop("time in value passed"),
        trNoop("the value states a time that has passed, and the key has no TTL"),
        +[](const Evidence& evidence) {
            return evidence.expiredAt
                ? Substitute(
                    tr("the time in its value has passed ($0): if that is its expiry, its clients "
                       "take it for free"),
                    utcText(*evidence.expiredAt))
                : std::string(tr("the time in its value has passed"));
        }},
    {EvidenceKind::RenewalLate, 13, kStale, trNoop("renewal late"),
        trNoop("it was renewed regularly, and a renewal is late"),
        trNoop("a renewal is late: the last $2 ago, after one every $3")},
    {EvidenceKind::RenewalsStopped, 6, kStale, trNoop("renewals stopped"),
        trNoop("it was renewed regularly, and a whole renewal is missing"),
        trNoop("renewals stopped: the last $2 ago, after one every $3")},
    {EvidenceKind::RenewedForLong, 14, kStale, trNoop("renewed for long"),
        trNoop("its holder lives, but may be stuck"),
        trNoop("renewed, and held for $2: longer than $3")},
    {EvidenceKind::HeldUnusuallyLong, 11, kStale, trNoop("held unusually long"),
        trNoop("many times longer than the history knows of this lock"),
        trNoop("held for $2; usual is $3")},
    {EvidenceKind::TtlTooLarge, 15, kStale, trNoop("TTL too large"),
        trNoop("above what the deployment allows"),
        trNoop("its TTL is above the $3 that locks may have here")},
    {EvidenceKind::SplitVotes, kQuorumLost, trNoop("split"), trNoop("split votes"),
        trNoop("several tokens, none with a quorum"),
        trNoop("split: masters store different tokens, and none has a quorum"),
        trNoop("no token has a quorum")},
    {EvidenceKind::OutvotedToken, 7, kStale, trNoop("another token"),
        trNoop("it is held, and other masters store another token, whose holder may not know that "
               "it has lost the lock"),
        trNoop("another token on $0 of $1 masters: its holder may not know that it has lost the "
               "lock"),
        kOutvoted},
    {EvidenceKind::WrongType, 12, kStale, trNoop("wrong type"), kWrongType, kWrongType},
    {EvidenceKind::HolderConnectionGone, 5, kStale, trNoop("holder's connection gone"),
        trNoop("no master has a connection by its holder's name, or no server of an ensemble one "
               "of its session"),
        connectionGoneText},
    {EvidenceKind::Deadlock, kDeadlock, kDeadlocked, kDeadlocked,
        trNoop("its holder waits for others who wait for this lock"),
        +[](const Evidence& evidence) {
            return evidence.votes == 1
                ? std::string(tr("deadlock: its holder waits for the lock that it holds itself"))
                : Substitute(
                    tr("deadlock of $0 locks: its holder waits for others who wait for this lock"),
                    evidence.votes);
        },
        circleReason},
    {EvidenceKind::LikelyDeadlock, 3, kLikelyDeadlocked, kLikelyDeadlocked,
        trNoop("the same of processes: another thread of one may end it"),
        +[](const Evidence& evidence) {
            return evidence.votes == 1
                ? std::string(
                    tr("likely a deadlock: its holder waits for the lock that it holds itself"))
                : Substitute(
                    tr("likely a deadlock of $0 locks: its holder waits for others who wait for "
                       "this lock"),
                    evidence.votes);
        },
        circleReason},
    {EvidenceKind::WaitsForDead, 16, kStale, // comes with a better reason
        trNoop("waited for"), trNoop("somebody waits for it, and its holder is gone"),
        +[](const Evidence& evidence) {
            return evidence.votes == 1
                ? std::string(tr("1 waits for it, and its holder is gone"))
                : Substitute(tr("$0 wait for it, and its holder is gone"), evidence.votes);
        },
        +[](const Evidence& evidence) {
            return evidence.votes == 1 ? std::string(tr("1 waits for it"))
                                       : Substitute(tr("$0 wait for it"), evidence.votes);
        }},
    {EvidenceKind::MayBeHeldTwice, kTwoHolders, kHeldTwice, trNoop("may be held twice"),
        trNoop(
            "masters lost the lock of a holder who may not know it, and another one took it while "
            "the lease of the first still runs"),
        heldTwiceText, lostText},
    {EvidenceKind::QueueHeadGone, 5, kStale, trNoop("first in queue gone"),
        trNoop("nobody holds it, and the first in its queue, who alone could take it, is gone"),
        queueHeadText},
    {EvidenceKind::SessionUnknown, 4, kStale, trNoop("session unknown"),
        trNoop("the ensemble does not know the session of its node any more, and has the node"),
        trNoop("the ensemble does not know its session any more, but still has its node: nothing "
               "deletes it on its own")},
    {EvidenceKind::OrphanNode, 6, kStale, trNoop("orphan"),
        trNoop("one attempt to take it has made two nodes, and its program knows of one of them"),
        trNoop("orphan: one attempt has made this node and another one that waits behind it, and "
               "its program knows of one of them only")},
    {EvidenceKind::SequenceNearOverflow, 15, kStale, trNoop("sequence near overflow"),
        trNoop("the numbers that order its nodes run over at 2147483647, and then nodes that come "
               "later count as earlier"),
        trNoop("the numbers of its nodes run over at 2147483647, which is near or past: then who "
               "comes later gets it earlier")},
};
static_assert(std::ranges::equal(kRows, enumValues<EvidenceKind>(), {}, &Row::kind));

/// The other token's process lives here.
constexpr Row kOutvotedAlive{EvidenceKind::OutvotedToken, kTwoHolders, kHeldTwice,
    trNoop("two holders"),
    trNoop("the same, and the process of that other holder exists here: two may work under this "
           "lock at once"),
    +[](const Evidence& evidence) {
        return Substitute(
            tr("another token on $0 of $1 masters: its process $2 exists, so that two "
               "may work under this lock at once"),
            evidence.votes, evidence.masters, *evidence.pid);
    },
    kOutvoted};

const Row& rowOf(const Evidence& evidence) noexcept
{
    return evidence.kind == EvidenceKind::OutvotedToken && evidence.pid
        ? kOutvotedAlive
        : kRows[static_cast<std::size_t>(evidence.kind)];
}

} // namespace

std::string evidenceText(const Evidence& evidence, SteadyTime now)
{
    return rowOf(evidence).sentence.of(evidence, now);
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
    return rowOf(evidence).brief.of(evidence);
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
    return tr(rowOf(evidence).state);
}

std::string evidenceReason(const Evidence& evidence)
{
    const Row& row = rowOf(evidence);
    return row.reason.value_or(row.brief).of(evidence);
}

std::string processEndedText(std::optional<std::int64_t> pid, bool isPidReused)
{
    return Substitute(isPidReused ? tr("$0 has ended, and another one has its pid now", "safety")
                                  : tr("$0 has ended", "safety"),
        pid ? Substitute(tr("its process $0", "safety"), *pid) : tr("its process", "safety"));
}

std::string evidenceHelp(const Evidence& evidence)
{
    return tr(rowOf(evidence).help);
}

int evidenceRank(const Evidence& evidence) noexcept
{
    return rowOf(evidence).rank;
}

} // namespace lockkeeper::words
