// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/words/lock_words.h"

#include "core/config/quorum.h"
#include "core/observe/formats/tombstone.h"
#include "core/text/display_safe.h"
#include "core/text/list_text.h"
#include "core/text/translate.h"
#include "core/words/time_words.h"
#include "core/words/wait_words.h"
#include "core/zookeeper/node_id.h"

#include <absl/strings/str_split.h>
#include <absl/strings/substitute.h>
#include <algorithm>
#include <utility>
#include <vector>

namespace lockkeeper::words {

namespace {

constexpr std::pair<observe::CertaintyReason, const char*> kReasonTexts[] = {
    {observe::CertaintyReason::Named, trNoop("you named it")},
    {observe::CertaintyReason::Structure, trNoop("only a lock has this structure")},
    {observe::CertaintyReason::NameSaysLock, trNoop("its name says lock")},
    {observe::CertaintyReason::NameResemblesLock, trNoop("its name is like a lock's")},
    {observe::CertaintyReason::TellingValue, trNoop("hardly anybody else writes such a value")},
    {observe::CertaintyReason::ValueSaysLock, trNoop("its value says lock")},
    {observe::CertaintyReason::ShortLease,
        trNoop("its value looks like a lock's, and it was seen to be taken for seconds")},
    {observe::CertaintyReason::Renewed, trNoop("it is renewed at a steady interval")},
    {observe::CertaintyReason::TakenAgain,
        trNoop("different values have taken it, one after the other")},
    {observe::CertaintyReason::Overwritten,
        trNoop("it was a lock, and its value was overwritten by one that no format knows")},
    {observe::CertaintyReason::ValueOnly, trNoop("only its value looks like a lock's")},
    {observe::CertaintyReason::NameSaysWork, trNoop("its name is that of work in progress")},
    {observe::CertaintyReason::ValueUnderOtherName,
        trNoop("its value looks like a lock's, its name says something else")},
    {observe::CertaintyReason::NoTtl,
        trNoop("its name is like a lock's, no TTL speaks against it")},
    {observe::CertaintyReason::DiffersByMaster,
        trNoop("only its value looks like a lock's, and each master stores another one")},
    {observe::CertaintyReason::Unreadable,
        trNoop("its name says lock, a long value speaks against it")},
    {observe::CertaintyReason::Zero, trNoop("its name says lock, a 0 speaks against it")},
    {observe::CertaintyReason::SaysFree,
        trNoop("its name says lock, its value says that nobody holds it")},
    {observe::CertaintyReason::Date, trNoop("its value is a date, and names nobody")},
    {observe::CertaintyReason::Quantity,
        trNoop("its name says lock, a number with a fraction speaks against it")},
    {observe::CertaintyReason::Counter,
        trNoop("its name says lock, a number without a TTL speaks against it")},
    {observe::CertaintyReason::CountsUp, trNoop("its value was seen to count up")},
    {observe::CertaintyReason::AccountFlag,
        trNoop("its name says lock, but it may be an account that is locked")},
    {observe::CertaintyReason::NoOwner,
        trNoop("its name says lock, JSON that names no owner speaks against it")},
    {observe::CertaintyReason::Document,
        trNoop("its name says lock, a text that names no holder speaks against it")},
    {observe::CertaintyReason::HintedNone, trNoop("you said that it is none")},
    {observe::CertaintyReason::BesideLock, trNoop("a library keeps it beside a lock")},
    {observe::CertaintyReason::NameSaysOther, trNoop("its name says something else")},
};

/// The format of locks known only to have a UUID.
constexpr std::string_view kUuidFormat = "redlock-rb";
constexpr std::string_view kHexFormat = "node-redlock";

/// Null unless only the value's form is known, which others may write.
const char* formText(const observe::DecodedLock& lock) noexcept
{
    if (lock.format == kUuidFormat && !lock.alternatives.empty())
        return tr("a UUID, as many libraries write");
    const bool isAnyHex
        = lock.format == kHexFormat && lock.certainty.level != observe::Certainty::Certain;
    return isAnyHex ? tr("32 hex digits, as many libraries write") : nullptr;
}

} // namespace

const char* certaintyReasonText(observe::CertaintyReason reason) noexcept
{
    for (const auto& [one, text] : kReasonTexts) {
        if (one == reason)
            return tr(text);
    }
    return tr("neither its name nor its value says lock"); // NothingSaysLock
}

const char* certaintyWord(observe::Certainty certainty) noexcept
{
    switch (certainty) {
    case observe::Certainty::Certain:
        return tr("certain");
    case observe::Certainty::Likely:
        return tr("likely");
    case observe::Certainty::Possible:
        break;
    }
    return tr("possible");
}

std::string certaintyText(observe::ReasonedCertainty certainty)
{
    return absl::Substitute(
        tr("$0: $1"), certaintyWord(certainty.level), certaintyReasonText(certainty.reason));
}

namespace {

using absl::Substitute;
using std::chrono::milliseconds;

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
        shown.append(shown.empty() ? "" : " ");
        shown.append(isId(word) ? word.substr(0, kShownLength) + "…" : word);
    }
    return shown;
}

bool isTombstone(const observe::LockEntry& entry, const Fingerprint& token)
{
    const observe::PackedLock* const lock = entry.lockOf(token);
    return lock != nullptr && lock->isTombstone();
}

/// `storedAt`: only those that may still store their last value.
std::string unreadMasters(
    const observe::Votes& votes, std::optional<SteadyTime> storedAt = std::nullopt)
{
    std::string ids;
    for (std::size_t i = 0; i < votes.size(); ++i) {
        if (!isAnswer(votes.cell(i).state) && (!storedAt || votes.storesUntil(i) > storedAt))
            addToList(ids, displaySafe(votes.master(i).value()));
    }
    return ids;
}

std::string unknownText(
    const observe::LockEntry& entry, const std::string& tally, std::size_t quorum)
{
    const std::string unread = unreadMasters(entry.votes);
    return tally.empty()
        ? Substitute(tr("unknown: no token was seen, but $0 could not be read; the quorum is $1"),
            unread, quorum)
        : Substitute(tr("unknown: $0, the quorum is $1; $2 could not be read and may store it, "
                        "too"),
            tally, quorum, unread);
}

std::string freeText(const observe::LockEntry& entry, std::size_t quorum)
{
    const std::string unread = unreadMasters(entry.votes);
    if (unread.empty())
        return tr("free: no master stores it");
    const std::string stored = unreadMasters(entry.votes, entry.asOf);
    return stored.empty()
        ? Substitute(tr("free: no master that was read stores it; $0 could not be read, too few "
                        "for the quorum of $1"),
            unread, quorum)
        : Substitute(tr("free: no master that was read stores it; $0 could not be read, too few "
                        "for the quorum of $1; $2 stored it when read last"),
            unread, quorum, stored);
}

std::vector<std::size_t> votesByToken(const observe::Votes& votes)
{
    std::vector<std::size_t> counts(votes.tokenCount());
    for (const observe::Votes::Cell& cell : votes.held())
        ++counts[cell.token];
    std::erase(counts, 0U);
    return counts;
}

struct Range {
    milliseconds least;
    milliseconds most;
};

std::optional<Range> voteRange(const observe::Votes& votes, SteadyTime now)
{
    std::optional<Range> range;
    for (const observe::Votes::Cell& vote : votes.held()) {
        const milliseconds left = observe::ttlAt(*vote.ttl, vote.readAt, now);
        range = range ? Range{std::min(range->least, left), std::max(range->most, left)}
                      : Range{left, left};
    }
    return range;
}

} // namespace

std::string sessionText(const observe::HolderSession& session)
{
    std::string text = zookeeper::hexText(session.id);
    if (!session.address.empty())
        text = Substitute(tr("$0 of $1", "session"), text, displaySafe(session.address));
    return session.timeout.count() == 0
        ? text
        : Substitute(tr("$0, which ends $1 after its client was last heard", "session"), text,
            durationText(session.timeout));
}

std::string heldAtMostText(const observe::HolderSession& session, WallTime now)
{
    const auto queued = std::chrono::duration_cast<milliseconds>(now - session.queuedAt);
    return Substitute(tr("at most $0, since it queued at $1"),
        durationText(std::max(queued, milliseconds(0))), utcText(session.queuedAt));
}

std::string heldText(const observe::LockEntry& entry, SteadyTime now, WallTime wallNow)
{
    const observe::Holder holder = entry.packedLock.holder();
    if (!holder.session && holder.since)
        return heldSinceText(*holder.since, wallNow);
    if (holder.since) {
        const auto held = std::chrono::duration_cast<milliseconds>(wallNow - *holder.since);
        return Substitute(tr("$0, since its node became the first at $1"),
            durationText(std::max(held, milliseconds(0))), utcText(*holder.since));
    }
    std::string text
        = heldAtLeastText(std::chrono::duration_cast<milliseconds>(now - entry.firstSeen));
    if (holder.session)
        addClause(text, heldAtMostText(*holder.session, wallNow));
    return text;
}

std::string renewalsText(const observe::Renewals& seen, SteadyTime now)
{
    return renewalsText(seen.count,
        seen.interval.count() > 0 ? std::optional<milliseconds>(seen.interval) : std::nullopt,
        std::chrono::duration_cast<milliseconds>(now - seen.last));
}

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
        text.append(text.empty() ? "" : "@").append(displaySafe(*holder.host));
    if (holder.pid)
        text.append(text.empty() ? "" : " ").append(Substitute(tr("pid $0"), *holder.pid));
    const auto add = [&text](const std::string& part) {
        text.append(text.empty() ? "" : tr(", ", "between facts")).append(part);
    };
    if (holder.thread)
        add(Substitute(tr("thread $0"), displaySafe(*holder.thread)));
    if (holder.detail) {
        const std::string detail = displaySafe(trData(*holder.detail, "holder"));
        add(ids == Ids::Short ? withShortIds(detail) : detail);
    }
    return text.empty() ? tr("unknown holder") : text;
}

std::string holderAloneText(const observe::DecodedLock& lock, Ids ids)
{
    const std::string holder = holderText(lock.holder, ids);
    // The detail counts several readers already.
    const bool isOneReader = lock.mode == observe::LockMode::Read && lock.holders.size() <= 1;
    return lock.mode == observe::LockMode::Write ? Substitute(tr("$0 (write)"), holder)
        : isOneReader                            ? Substitute(tr("$0 (read)"), holder)
                                                 : holder;
}

std::string holderText(const observe::DecodedLock& lock, Ids ids)
{
    std::string text = holderAloneText(lock, ids);
    if (const std::string waiting = waitingCountText(lock.waiting); !waiting.empty())
        text.append(tr(", ", "between facts")).append(waiting);
    return text;
}

std::string holderByVotes(
    const observe::LockEntry& entry, const observe::Judgement& judgement, const std::string& holder)
{
    if (judgement.verdict == observe::Verdict::Free)
        return tr("nobody");
    if (judgement.verdict == observe::Verdict::Queued)
        return Substitute(tr("nobody; next: $0"), holder);
    const std::size_t tokens = votesByToken(entry.votes).size();
    return judgement.verdict == observe::Verdict::Held || tokens < 2
        ? holder
        : Substitute(tr("$0 tokens"), tokens);
}

std::string tokenText(const observe::LockEntry& entry, const Fingerprint& token)
{
    std::string masters;
    for (const observe::Vote& vote : entry.votes) {
        if (vote.token == token)
            addToList(masters, displaySafe(vote.master.value()));
    }
    return Substitute(
        tr("$0 on $1: $2"), token.shortHex(), masters, holderText(entry.unpackLock(token)));
}

std::string formatText(const std::string& format, bool isGuess)
{
    if (isGuess && format == kUuidFormat)
        return tr("a UUID", "library");
    if (isGuess && format == kHexFormat)
        return tr("32 hex digits", "library");
    return format == observe::kUnknownFormat ? tr("unknown", "library") : displaySafe(format);
}

std::string libraryText(const observe::DecodedLock& lock)
{
    if (const char* const form = formText(lock))
        return form;
    std::string text = formatText(lock.format);
    for (const std::string& alternative : lock.alternatives)
        text = Substitute(tr("$0 or $1"), text, displaySafe(alternative));
    return text;
}

std::string libraryNames(const observe::DecodedLock& lock)
{
    std::string text = displaySafe(lock.format);
    for (const std::string& alternative : lock.alternatives)
        text.append(" or ").append(displaySafe(alternative));
    return text;
}

std::string librarySentence(const observe::DecodedLock& lock)
{
    const bool isGuessed = lock.certainty.level != observe::Certainty::Certain
        && lock.format != observe::kUnknownFormat && formText(lock) == nullptr;
    return isGuessed ? Substitute(tr("$0, or another that writes the same"), libraryText(lock))
                     : libraryText(lock);
}

const char* verdictWord(observe::Verdict verdict) noexcept
{
    switch (verdict) {
    case observe::Verdict::Held:
        return tr("held", "verdict");
    case observe::Verdict::Minority:
        return tr("minority", "verdict");
    case observe::Verdict::Split:
        return tr("split", "verdict");
    case observe::Verdict::Free:
        return tr("free", "verdict");
    case observe::Verdict::Queued:
        return tr("free, but queued", "verdict");
    case observe::Verdict::Unknown:
        break;
    }
    return tr("unknown", "verdict");
}

std::string verdictText(const observe::LockEntry& entry, const observe::Judgement& judgement)
{
    const std::size_t masters = entry.votes.size();
    const std::size_t quorum = quorumOf(masters);
    const std::string tally = judgement.token ? Substitute(tr("token $0 on $1 of $2 masters"),
                                  judgement.token->shortHex(), judgement.tokenVotes, masters)
                                              : "";
    switch (judgement.verdict) {
    case observe::Verdict::Held:
        return Substitute(isTombstone(entry, *judgement.token)
                ? tr("revoked, nobody holds it: $0, the quorum is $1")
                : tr("held: $0, the quorum is $1"),
            tally, quorum);
    case observe::Verdict::Minority:
        return Substitute(tr("minority: $0, fewer than the quorum of $1"), tally, quorum);
    case observe::Verdict::Split: {
        const auto counts = votesByToken(entry.votes);
        return Substitute(
            tr("split: $0 tokens, none on more than $1 of $2 masters; the quorum is $3"),
            counts.size(), std::ranges::max(counts), masters, quorum);
    }
    case observe::Verdict::Unknown:
        return unknownText(entry, tally, quorum);
    case observe::Verdict::Queued:
        return tr("free, but queued: only the first of its queue can take it");
    case observe::Verdict::Free:
        break;
    }
    return freeText(entry, quorum);
}

const char* voteText(const observe::LockEntry& entry, const observe::Vote& vote,
    const std::optional<Fingerprint>& token)
{
    switch (vote.state) {
    case observe::VoteState::Held:
        if (vote.token && isTombstone(entry, *vote.token))
            return tr("revoked", "vote");
        if (vote.token != token)
            return tr("another token");
        if (entry.type == observe::ValueType::Queue)
            return tr("queued", "vote");
        return entry.countVotes().verdict == observe::Verdict::Split ? tr("stored", "vote")
                                                                     : tr("held", "vote");
    case observe::VoteState::Free:
        return tr("free", "vote");
    case observe::VoteState::NoAnswer:
        return tr("no answer");
    case observe::VoteState::Error:
        break;
    }
    return tr("error", "vote");
}

bool neverExpires(const observe::LockEntry& entry, const observe::Judgement& judgement) noexcept
{
    return judgement.neverExpires
        || (!judgement.remaining && entry.votes.isEndless() && !entry.endsWithSession());
}

std::string remainingText(
    const observe::LockEntry& entry, const observe::Judgement& judgement, SteadyTime now)
{
    if (neverExpires(entry, judgement))
        return tr("never", "expires");
    if (entry.endsWithSession())
        return tr("session", "expires");
    if (judgement.remaining)
        return durationText(observe::ttlAt(*judgement.remaining, entry.asOf, now));
    const auto range = voteRange(entry.votes, now);
    if (!range)
        return tr("unknown", "expires");
    const std::string least = durationText(range->least);
    const std::string most = durationText(range->most);
    return least == most ? most : Substitute(tr("$0 to $1"), least, most);
}

} // namespace lockkeeper::words
