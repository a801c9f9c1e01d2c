// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/words/lock_words.h"

#include "core/config/quorum.h"
#include "core/observe/board/names.h"
#include "core/observe/formats/tombstone.h"
#include "core/text/display_safe.h"
#include "core/words/time_words.h"
#include "core/words/wait_words.h"

#include <absl/strings/str_split.h>
#include <algorithm>
#include <utility>
#include <vector>

namespace lockkeeper::words {
namespace {

using std::chrono::milliseconds;

void add(std::string& text, std::string_view separator, std::string_view part)
{
    if (!text.empty())
        text.append(separator);
    text.append(part);
}

/// The beginning of an id is enough to tell ids apart; a whole UUID only fills a column.
std::string withShortIds(const std::string& text)
{
    constexpr std::size_t kIdLength = 32;
    constexpr std::size_t kShownLength = 8;
    const auto isId = [](std::string_view word) {
        return word.size() >= kIdLength && std::ranges::all_of(word, [](char c) {
            return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')
                || c == '-';
        });
    };
    std::string shown;
    const std::vector<std::string> parts = absl::StrSplit(text, ' ');
    for (const std::string& word : parts) {
        if (isId(word))
            add(shown, " ", word.substr(0, kShownLength) + "…");
        else
            add(shown, " ", word);
    }
    return shown;
}

std::string timeText(const std::optional<milliseconds>& time)
{
    return time ? durationText(*time) : "an unknown time";
}

/// The time since the moment that the evidence is about.
std::string passedText(const observe::Evidence& evidence, SteadyTime now)
{
    if (!evidence.since)
        return "an unknown time";
    return durationText(std::chrono::duration_cast<milliseconds>(now - *evidence.since));
}

std::string countedText(std::size_t count, std::size_t all)
{
    return std::to_string(count) + " of " + std::to_string(all);
}

std::string processGoneText(const observe::Evidence& evidence)
{
    const std::string pid = evidence.pid ? " " + std::to_string(*evidence.pid) : "";
    return evidence.isPidReused ? "its process has ended: another one has its pid" + pid + " now"
                                : "its process" + pid + " no longer exists here";
}

/// `what`: how sure it is.
std::string deadlockText(const std::string& what, const observe::Evidence& evidence)
{
    if (evidence.votes == 1)
        return what + ": its holder waits for the lock that it holds itself";
    return what + " of " + std::to_string(evidence.votes)
        + " locks: its holder waits for others who wait for this lock";
}

std::string outvotedText(const observe::Evidence& evidence)
{
    const std::string text
        = "another token on " + countedText(evidence.votes, evidence.masters) + " masters: ";
    return evidence.pid ? text + "its process " + std::to_string(*evidence.pid)
            + " exists, so that two may work under this lock at once"
                        : text + "its holder may not know that it has lost the lock";
}

bool isTombstone(const observe::LockEntry& entry, const Fingerprint& token)
{
    const observe::PackedLock* const lock = entry.lockOf(token);
    return lock != nullptr && observe::isTombstone(lock->formatName());
}

/// The masters whose votes are not known: "c, d". `storedAt`: only those that may still store what
/// they told last.
std::string unreadMasters(
    const observe::Votes& votes, std::optional<SteadyTime> storedAt = std::nullopt)
{
    std::string ids;
    for (std::size_t i = 0; i < votes.size(); ++i) {
        const auto state = votes.cell(i).state;
        const bool isUnread
            = state == observe::VoteState::NoAnswer || state == observe::VoteState::Error;
        if (isUnread && (!storedAt || votes.storesUntil(i) > storedAt))
            add(ids, ", ", displaySafe(votes.master(i).value()));
    }
    return ids;
}

std::string unknownText(
    const observe::LockEntry& entry, const std::string& tally, const std::string& quorum)
{
    const std::string unread = unreadMasters(entry.votes);
    return tally.empty() ? "unknown: no token was seen, but " + unread
            + " could not be read; the quorum is " + quorum
                         : "unknown: " + tally + ", the quorum is " + quorum + "; " + unread
            + " could not be read and may store it, too";
}

/// The number of votes of each token that has any.
std::vector<std::size_t> votesByToken(const observe::Votes& votes)
{
    std::vector<std::size_t> counts(votes.tokenCount());
    for (std::size_t i = 0; i < votes.size(); ++i) {
        if (votes.cell(i).state == observe::VoteState::Held)
            ++counts[votes.cell(i).token];
    }
    std::erase(counts, 0U);
    return counts;
}

struct Range {
    milliseconds least;
    milliseconds most;
};

/// What is left of the votes of all tokens, all of which have a TTL.
std::optional<Range> voteRange(const observe::Votes& votes, SteadyTime now)
{
    std::optional<Range> range;
    for (std::size_t master = 0; master < votes.size(); ++master) {
        const observe::Votes::Cell vote = votes.cell(master);
        if (vote.state != observe::VoteState::Held)
            continue;
        const milliseconds left = observe::ttlAt(*vote.ttl, vote.readAt, now);
        range = range ? Range{std::min(range->least, left), std::max(range->most, left)}
                      : Range{left, left};
    }
    return range;
}

} // namespace

bool isHolderKnown(const observe::Holder& holder) noexcept
{
    return holder.app || holder.host || holder.pid || holder.thread || holder.detail;
}

std::string holderText(const observe::Holder& holder, Ids ids)
{
    std::string text;
    if (holder.app)
        text = displaySafe(*holder.app);
    if (holder.host)
        add(text, "@", displaySafe(*holder.host));
    if (holder.pid)
        add(text, " ", "pid " + std::to_string(*holder.pid));
    if (holder.thread)
        add(text, ", ", "thread " + displaySafe(*holder.thread));
    if (holder.detail) {
        const std::string detail = displaySafe(*holder.detail);
        add(text, ", ", ids == Ids::Short ? withShortIds(detail) : detail);
    }
    return text.empty() ? "unknown holder" : text;
}

std::string holderText(const observe::DecodedLock& lock, Ids ids)
{
    std::string text = holderText(lock.holder, ids);
    // Of several readers, the holder's detail says how many they are.
    const bool isOneReader = lock.mode == observe::LockMode::Read && lock.holders.size() <= 1;
    if (lock.mode == observe::LockMode::Write || isOneReader)
        text.append(" (").append(observe::lockModeName(lock.mode)).append(")");
    if (const std::string waiting = waitingCountText(lock.waiting); !waiting.empty())
        text.append(", ").append(waiting);
    return text;
}

std::string holderByVotes(
    const observe::LockEntry& entry, const observe::Judgement& judgement, const std::string& holder)
{
    if (judgement.verdict == observe::Verdict::Free)
        return "nobody";
    const std::size_t tokens = votesByToken(entry.votes).size();
    return judgement.verdict == observe::Verdict::Held || tokens < 2
        ? holder
        : std::to_string(tokens) + " tokens";
}

std::string tokenText(const observe::LockEntry& entry, const Fingerprint& token)
{
    std::string masters;
    for (const observe::Vote& vote : entry.votes) {
        if (vote.token == token)
            add(masters, ", ", displaySafe(vote.master.value()));
    }
    return token.shortHex() + " on " + masters + ": " + holderText(entry.unpackLock(token));
}

std::string libraryText(const observe::DecodedLock& lock)
{
    std::string text = displaySafe(lock.format);
    for (const std::string& alternative : lock.alternatives)
        text += " or " + displaySafe(alternative);
    return text;
}

constexpr std::pair<observe::CertaintyReason, const char*> kReasonTexts[] = {
    {observe::CertaintyReason::Named, "you named it"},
    {observe::CertaintyReason::Structure, "only one library writes this"},
    {observe::CertaintyReason::NameSaysLock, "its name says lock"},
    {observe::CertaintyReason::NameResemblesLock, "its name is like a lock's"},
    {observe::CertaintyReason::TellingValue, "hardly anybody else writes such a value"},
    {observe::CertaintyReason::ValueSaysLock, "its value says lock"},
    {observe::CertaintyReason::ShortLease,
        "its value looks like a lock's, and it lives for seconds"},
    {observe::CertaintyReason::Renewed, "it is renewed at a steady interval"},
    {observe::CertaintyReason::TakenAgain, "different values have taken it, one after the other"},
    {observe::CertaintyReason::Overwritten,
        "it was a lock, and its value was overwritten by one that no format knows"},
    {observe::CertaintyReason::ValueOnly, "only its value looks like a lock's"},
    {observe::CertaintyReason::ValueUnderOtherName,
        "its value looks like a lock's, its name says something else"},
    {observe::CertaintyReason::NoTtl, "its name is like a lock's, no TTL speaks against it"},
    {observe::CertaintyReason::LongTtl, "its name is like a lock's, a long TTL speaks against it"},
    {observe::CertaintyReason::DiffersByMaster,
        "only its value looks like a lock's, and each master stores another one"},
    {observe::CertaintyReason::Unreadable, "its name says lock, a long value speaks against it"},
    {observe::CertaintyReason::Zero, "its name says lock, a 0 speaks against it"},
    {observe::CertaintyReason::SaysFree, "its name says lock, its value says that nobody holds it"},
    {observe::CertaintyReason::Date, "its value is a date, and names nobody"},
    {observe::CertaintyReason::Quantity,
        "its name says lock, a number with a fraction speaks against it"},
    {observe::CertaintyReason::Counter,
        "its name says lock, a number without a TTL of an hour at most speaks against it"},
    {observe::CertaintyReason::CountsUp, "its value was seen to count up"},
    {observe::CertaintyReason::AccountFlag,
        "its name says lock, but it may be an account that is locked"},
    {observe::CertaintyReason::Digest,
        "its name says lock, a digest without a TTL of an hour at most speaks against it"},
    {observe::CertaintyReason::NoOwner,
        "its name says lock, JSON that names no owner speaks against it"},
    {observe::CertaintyReason::Document, "its name says lock, a document speaks against it"},
    {observe::CertaintyReason::HintedNone, "you said that it is none"},
    {observe::CertaintyReason::BesideLock, "a library keeps it beside a lock"},
    {observe::CertaintyReason::NameSaysOther, "its name says something else"},
};

const char* reasonText(observe::CertaintyReason reason) noexcept
{
    for (const auto& [one, text] : kReasonTexts) {
        if (one == reason)
            return text;
    }
    return "neither its name nor its value says lock"; // observe::CertaintyReason::NothingSaysLock
}

std::string certaintyText(observe::ReasonedCertainty certainty)
{
    return std::string(observe::certaintyName(certainty.level))
        .append(": ")
        .append(reasonText(certainty.reason));
}

std::string evidenceText(const observe::Evidence& evidence, SteadyTime now)
{
    const std::string passed = passedText(evidence, now);
    switch (evidence.kind) {
    case observe::EvidenceKind::NeverExpires:
        return "no TTL: it never expires on its own";
    case observe::EvidenceKind::MinorityLeftover:
        return "leftover: on " + countedText(evidence.votes, evidence.masters)
            + " masters, fewer than a quorum";
    case observe::EvidenceKind::HolderProcessGone:
        return processGoneText(evidence);
    case observe::EvidenceKind::ExpiredByOwnTimestamp:
        return evidence.expiredAt
            ? "its value says that it expired at " + utcText(*evidence.expiredAt)
            : "its value says that it has expired";
    case observe::EvidenceKind::RenewalLate:
        return "a renewal is late: the last " + passed + " ago, after one every "
            + timeText(evidence.measure);
    case observe::EvidenceKind::RenewalsStopped:
        return "renewals stopped: the last " + passed + " ago, after one every "
            + timeText(evidence.measure);
    case observe::EvidenceKind::RenewedForLong:
        return "renewed, and held for " + passed + ": longer than " + timeText(evidence.measure);
    case observe::EvidenceKind::HeldUnusuallyLong:
        return "held for " + passed + "; usual is " + timeText(evidence.measure);
    case observe::EvidenceKind::TtlTooLarge:
        return "its TTL is above the " + timeText(evidence.measure) + " that locks may have here";
    case observe::EvidenceKind::SplitVotes:
        return "split: masters store different tokens, and none has a quorum";
    case observe::EvidenceKind::OutvotedToken:
        return outvotedText(evidence);
    case observe::EvidenceKind::WrongType:
        return "a master stores something else under this name";
    case observe::EvidenceKind::HolderConnectionGone:
        return "no connection has its holder's name: the holder has ended, was cut off, or is not "
               "allowed to name its connections";
    case observe::EvidenceKind::Deadlock:
        return deadlockText("deadlock", evidence);
    case observe::EvidenceKind::LikelyDeadlock:
        return deadlockText("probably a deadlock", evidence);
    case observe::EvidenceKind::WaitsForDead:
        return std::to_string(evidence.votes) + (evidence.votes == 1 ? " waits" : " wait")
            + " for it, and its holder is gone";
    }
    return "";
}

std::string evidenceText(const observe::EvidenceList& evidence, SteadyTime now)
{
    std::string text;
    for (const observe::Evidence& one : evidence)
        add(text, "; ", evidenceText(one, now));
    return text;
}

std::string shortEvidenceText(const observe::Evidence& evidence)
{
    switch (evidence.kind) {
    case observe::EvidenceKind::NeverExpires:
        return "no TTL";
    case observe::EvidenceKind::MinorityLeftover:
        return evidence.masters == 0 // a journal tells only that it was one
            ? "leftover"
            : "leftover on " + countedText(evidence.votes, evidence.masters);
    case observe::EvidenceKind::HolderProcessGone:
        return "holder's process gone";
    case observe::EvidenceKind::ExpiredByOwnTimestamp:
        return "expired by its value";
    case observe::EvidenceKind::RenewalLate:
        return "renewal late";
    case observe::EvidenceKind::RenewalsStopped:
        return "renewals stopped";
    case observe::EvidenceKind::RenewedForLong:
        return "renewed for long";
    case observe::EvidenceKind::HeldUnusuallyLong:
        return "held unusually long";
    case observe::EvidenceKind::TtlTooLarge:
        return "TTL too large";
    case observe::EvidenceKind::SplitVotes:
        return "split votes";
    case observe::EvidenceKind::OutvotedToken:
        return evidence.pid ? "two holders" : "another token";
    case observe::EvidenceKind::WrongType:
        return "wrong type";
    case observe::EvidenceKind::HolderConnectionGone:
        return "holder's connection gone";
    case observe::EvidenceKind::Deadlock:
        return "deadlock";
    case observe::EvidenceKind::LikelyDeadlock:
        return "likely deadlock";
    case observe::EvidenceKind::WaitsForDead:
        return "waited for";
    }
    return "";
}

std::string shortEvidenceText(const observe::EvidenceList& evidence)
{
    std::string text;
    for (const observe::Evidence& one : evidence)
        add(text, ", ", shortEvidenceText(one));
    return text;
}

std::string verdictText(const observe::LockEntry& entry, const observe::Judgement& judgement)
{
    const std::string quorum = std::to_string(quorumOf(entry.votes.size()));
    const std::string tally = judgement.token ? "token " + judgement.token->shortHex() + " on "
            + countedText(judgement.tokenVotes, entry.votes.size()) + " masters"
                                              : "";
    switch (judgement.verdict) {
    case observe::Verdict::Held:
        return (isTombstone(entry, *judgement.token) ? "revoked, nobody holds it: " : "held: ")
            + tally + ", the quorum is " + quorum;
    case observe::Verdict::Minority:
        return "minority: " + tally + ", fewer than the quorum of " + quorum;
    case observe::Verdict::Split: {
        const auto counts = votesByToken(entry.votes);
        return "split: " + std::to_string(counts.size()) + " tokens, none on more than "
            + countedText(std::ranges::max(counts), entry.votes.size()) + " masters; the quorum is "
            + quorum;
    }
    case observe::Verdict::Unknown:
        return unknownText(entry, tally, quorum);
    case observe::Verdict::Free:
        break;
    }
    const std::string unread = unreadMasters(entry.votes);
    if (unread.empty())
        return "free: no master stores it";
    const std::string stored = unreadMasters(entry.votes, entry.asOf);
    return "free: no master that was read stores it; " + unread
        + " could not be read, too few for the quorum of " + quorum
        + (stored.empty() ? "" : "; " + stored + " stored it when read last");
}

const char* voteText(const observe::LockEntry& entry, const observe::Vote& vote,
    const std::optional<Fingerprint>& token)
{
    switch (vote.state) {
    case observe::VoteState::Held:
        if (vote.token && isTombstone(entry, *vote.token))
            return "revoked";
        return vote.token == token ? "held" : "another token";
    case observe::VoteState::Free:
        return "free";
    case observe::VoteState::NoAnswer:
        return "no answer";
    case observe::VoteState::Error:
        break;
    }
    return "error";
}

std::string remainingText(
    const observe::LockEntry& entry, const observe::Judgement& judgement, SteadyTime now)
{
    if (judgement.neverExpires)
        return "never";
    if (judgement.remaining)
        return durationText(observe::ttlAt(*judgement.remaining, entry.asOf, now));
    if (entry.votes.isEndless())
        return "never";
    const auto range = voteRange(entry.votes, now);
    if (!range)
        return "unknown";
    const std::string least = durationText(range->least);
    const std::string most = durationText(range->most);
    return least == most ? most : least + " to " + most;
}

} // namespace lockkeeper::words
