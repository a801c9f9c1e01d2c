// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/board/recognition.h"

#include "core/observe/board/entry_votes.h"
#include "core/text/ascii.h"
#include "core/text/number.h"

#include <algorithm>

namespace lockkeeper::observe {
namespace {

ValueMark markOf(const KeyReading& reading)
{
    const bool isMarkable = reading.type == ValueType::String && !reading.isTooLong;
    return isMarkable ? ValueMark(reading.value) : ValueMark();
}

std::optional<Fingerprint> tokenOf(
    const KeyReading& reading, const ValueMark& mark, const LockEntry* known)
{
    const bool isKnown = known != nullptr && mark != ValueMark() && mark == known->mark;
    return isKnown ? known->votes.latestToken() : reading.fingerprint();
}

bool hasToken(const Votes& votes, const Fingerprint& token)
{
    for (std::size_t i = 0; i < votes.tokenCount(); ++i) {
        if (votes.token(i) == token)
            return true;
    }
    return false;
}

/// By name and values alone.
bool isTelling(const ReasonedCertainty& certainty)
{
    return certainty.level >= Certainty::Likely && certainty.reason != CertaintyReason::Renewed
        && certainty.reason != CertaintyReason::TakenAgain
        && certainty.reason != CertaintyReason::ShortLease;
}

bool isLastHeld(const Votes& votes, std::size_t master)
{
    for (std::size_t i = 0; i < votes.size(); ++i) {
        if ((votes.cell(i).state == VoteState::Held) != (i == master))
            return false;
    }
    return true;
}

std::optional<PackedLock> packed(std::optional<Match> found)
{
    return found ? std::optional(PackedLock(std::move(found->format), std::move(found->lock)))
                 : std::nullopt;
}

bool isPossible(const BoardRecord& record)
{
    return record.entry->packedLock.certainty().level == Certainty::Possible;
}

bool isRelease(const Votes::Cell& before, const Vote& vote)
{
    if (before.state != VoteState::Held || vote.error)
        return false;
    return !before.ttl || before.readAt + *before.ttl > vote.readAt + kSameExpiry;
}

/// A name without digits is not one per request or visitor.
bool isShortLease(const LockEntry& entry, std::optional<std::chrono::milliseconds> lease)
{
    constexpr std::chrono::seconds kLongest{31};
    return lease && *lease <= kLongest
        && entry.packedLock.certainty().reason == CertaintyReason::ValueOnly
        && std::ranges::none_of(entry.resource.value(), isAsciiDigit);
}

std::uint64_t hashOf(const BoardRecord& record)
{
    return seededHash(record.entry->resource.value());
}

bool isCountedUp(const LockEntry& known, const KeyReading& reading)
{
    constexpr std::size_t kMostDigits = 9;
    constexpr std::uint32_t kMostStep = 16;
    const bool isShort = reading.type == ValueType::String && reading.value.size() <= kMostDigits;
    const auto number = isShort ? numberIn<std::uint32_t>(reading.value) : std::nullopt;
    if (!number || !reading.ttl)
        return false;
    const auto& before = known.votes.latestToken();
    const SteadyTime expiry = reading.readAt + *reading.ttl;
    const bool hasStayed = std::ranges::any_of(known.votes.held(), [&](const Votes::Cell& cell) {
        return cell.ttl && std::chrono::abs(cell.readAt + *cell.ttl - expiry) <= kSameExpiry;
    });
    for (std::uint32_t step = 1; hasStayed && before && step <= std::min(*number, kMostStep);
         ++step) {
        if (Fingerprint::ofString(std::to_string(*number - step)) == *before)
            return true;
    }
    return false;
}

} // namespace

std::optional<PackedLock> Recognition::decode(const KeyReading& reading) const
{
    if (reading.type == ValueType::None)
        return std::nullopt;
    return packed(m_formats.match(reading, m_clock.wallNow()));
}

Recognition::Recognised Recognition::recognise(
    std::size_t master, const KeyReading& reading, const LockEntry* known) const
{
    Recognised recognised{
        .vote = {.state = VoteState::Free, .readAt = reading.readAt}, .mark = markOf(reading)};
    if (reading.type == ValueType::None)
        return recognised;
    auto token = tokenOf(reading, recognised.mark, known);
    if (known != nullptr && !(token && hasToken(known->votes, *token))) {
        const auto found = m_formats.match(reading, m_clock.wallNow());
        const bool isKnownTelling = isTelling(known->packedLock.certainty());
        const bool isFoundTelling = found && isTelling(found->lock.certainty);
        const bool isLess = isKnownTelling && !isFoundTelling;
        const bool isInPlace = isLess && known->type == reading.type
            && known->votes.cell(master).state == VoteState::Held;
        // The key still exists, so nobody can take the lock.
        recognised.isTakeover = isInPlace
            && (found
                || (isLastHeld(known->votes, master)
                    && m_formats.matchOverwritten(reading, m_clock.wallNow())));
        if ((!found || isLess) && !recognised.isTakeover)
            token.reset();
        recognised.isMoreCertain = isFoundTelling && !isKnownTelling;
        recognised.isCountedUp = isCountedUp(*known, reading);
    }
    if (token) {
        recognised.vote.state = VoteState::Held;
        recognised.vote.token = token;
        recognised.vote.ttl = reading.ttl;
    } else {
        recognised.vote.error = somethingElse();
    }
    return recognised;
}

PackedLock Recognition::decodeToken(
    const LockEntry& entry, const KeyReading& reading, const Recognised& recognised) const
{
    auto lock = decode(reading);
    if (lock)
        return std::move(*lock);
    const PackedLock* const before
        = recognised.vote.token ? entry.lockOf(*recognised.vote.token) : nullptr;
    const bool isOverwritten = recognised.isTakeover
        || (before != nullptr && before->certainty().reason == CertaintyReason::Overwritten);
    if (isOverwritten)
        lock = packed(m_formats.matchOverwritten(reading, m_clock.wallNow()));
    return lock.value_or(PackedLock());
}

void Recognition::keepRivals(LockEntry& entry, const std::optional<Fingerprint>& before,
    const KeyReading& reading, const Vote& vote) const
{
    const auto described = describedToken(entry.votes);
    if (before && entry.isDecoded && described != before)
        keepRival(entry, {*before, entry.packedLock, entry.type});
    if (vote.token && vote.token != described && entry.lockOf(*vote.token) == nullptr) {
        if (auto lock = decode(reading))
            keepRival(entry, {*vote.token, std::move(*lock), reading.type});
    }
    dropRivals(entry);
}

bool Recognition::isOvergrown(const LockEntry& known, const KeyReading& reading)
{
    return reading.isTooLong && reading.type == known.type && reading.type != ValueType::String;
}

void Recognition::noteAppeared(
    BoardRecord& record, const Fingerprint& token, std::optional<std::chrono::milliseconds> lease)
{
    constexpr std::uint32_t kProof = 2;
    if (isShortLease(*record.entry, lease))
        record.proof = CertaintyReason::ShortLease;
    const auto found = isPossible(record) ? m_names.find(hashOf(record)) : m_names.end();
    if (found == m_names.end())
        return;
    Past& past = found->second;
    const void* const format = &record.entry->packedLock.formatName();
    if (past.format == format && past.token != token)
        ++past.takenAgain;
    if (past.takenAgain >= kProof && past.wasReleased)
        record.proof = CertaintyReason::TakenAgain;
    noteRead(record);
}

void Recognition::noteVote(BoardRecord& record, std::size_t master, const Recognised& recognised)
{
    const Vote& vote = recognised.vote;
    if (recognised.isCountedUp)
        record.proof = CertaintyReason::CountsUp;
    if (vote.state == VoteState::Free)
        record.isReleased = isRelease(record.entry->votes.cell(master), vote);
    if (recognised.isTakeover && record.proof != CertaintyReason::CountsUp)
        record.proof = CertaintyReason::TakenAgain;
}

void Recognition::noteRead(BoardRecord& record)
{
    constexpr std::uint32_t kSteady = 6; // people may renew as regularly 4 times by chance
    LockEntry& entry = *record.entry;
    record.wasSplit = record.wasSplit || (entry.isSettled && entry.votes.tokenCount() > 1);
    const CertaintyReason reason = entry.packedLock.certainty().reason;
    const bool isByValue
        = reason == CertaintyReason::ShortLease || reason == CertaintyReason::ValueOnly;
    if (record.wasSplit && isByValue) {
        entry.packedLock.setCertainty({Certainty::Possible, CertaintyReason::DiffersByMaster});
        if (record.proof == CertaintyReason::ShortLease)
            record.proof.reset();
    }
    if (record.proof == CertaintyReason::CountsUp) {
        if (entry.packedLock.certainty().level == Certainty::Likely)
            entry.packedLock.setCertainty({Certainty::Possible, CertaintyReason::CountsUp});
        return;
    }
    if (!record.proof && entry.renewals.steady >= kSteady)
        record.proof = CertaintyReason::Renewed;
    if (record.proof && isPossible(record))
        entry.packedLock.setCertainty({Certainty::Likely, *record.proof});
}

void Recognition::noteGone(const BoardRecord& record)
{
    if (record.proof == CertaintyReason::CountsUp || (!record.proof && !isPossible(record)))
        return;
    if (record.wasSplit) {
        m_names.erase(hashOf(record));
        return;
    }
    if (m_names.size() >= kMostNames)
        m_names.clear();
    Past& past = m_names[hashOf(record)];
    past.format = &record.entry->packedLock.formatName();
    past.token = record.entry->votes.latestToken();
    past.wasReleased = past.wasReleased || record.isReleased;
}

} // namespace lockkeeper::observe
