// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/board/lock_recogniser.h"

#include "core/observe/board/entry_votes.h"
#include "core/observe/board/lock_behaviour.h"

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

/// True if the entry is more than a possible lock by its name and values alone, without what was
/// seen of it over time.
bool isTelling(const ReasonedCertainty& certainty)
{
    return certainty.level >= Certainty::Likely && certainty.reason != CertaintyReason::Renewed
        && certainty.reason != CertaintyReason::TakenAgain;
}

/// True if no other master is known to store a token.
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

} // namespace

std::optional<PackedLock> LockRecogniser::decode(const KeyReading& reading) const
{
    if (reading.type == ValueType::None)
        return std::nullopt;
    return packed(m_formats.match(reading, m_clock.wallNow()));
}

LockRecogniser::Recognised LockRecogniser::recognise(
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
        // The key is still there, so nobody gets the lock, whatever overwrote its value.
        recognised.isTakeover = isInPlace
            && (found
                || (isLastHeld(known->votes, master)
                    && m_formats.matchOverwritten(reading, m_clock.wallNow())));
        if ((!found || isLess) && !recognised.isTakeover)
            token.reset();
        recognised.isMoreCertain = isFoundTelling && !isKnownTelling;
        recognised.isCountedUp = LockBehaviour::isCountedUp(*known, reading);
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

PackedLock LockRecogniser::decodeToken(
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

void LockRecogniser::keepRivals(LockEntry& entry, const std::optional<Fingerprint>& before,
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

bool LockRecogniser::isOvergrown(const LockEntry& known, const KeyReading& reading)
{
    return reading.isTooLong && reading.type == known.type && reading.type != ValueType::String;
}

} // namespace lockkeeper::observe
