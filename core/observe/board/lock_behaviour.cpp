// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/board/lock_behaviour.h"

#include "core/text/number.h"

namespace lockkeeper::observe {
namespace {

/// How far two readings of one expiry may differ: covers delays between a master and its reader.
constexpr std::chrono::milliseconds kSameExpiry{300};

bool isPossible(const BoardRecord& record)
{
    return record.entry->packedLock.certainty().level == Certainty::Possible;
}

/// True if the key was deleted before its TTL had passed. `before` is the master's vote so far.
bool isRelease(const Votes::Cell& before, const Vote& vote)
{
    if (before.state != VoteState::Held || vote.error)
        return false;
    return !before.ttl || before.readAt + *before.ttl > vote.readAt + kSameExpiry;
}

std::uint64_t hashOf(const BoardRecord& record)
{
    return seededHash(record.entry->resource.value());
}

} // namespace

void LockBehaviour::noteAppeared(BoardRecord& record, const Fingerprint& token)
{
    constexpr std::uint32_t kProof = 2;
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

bool LockBehaviour::isCountedUp(const LockEntry& known, const KeyReading& reading)
{
    constexpr std::size_t kMostDigits = 9;
    constexpr std::uint32_t kMostStep = 16;
    const bool isShort = reading.type == ValueType::String && reading.value.size() <= kMostDigits;
    const auto number = isShort ? numberIn<std::uint32_t>(reading.value) : std::nullopt;
    if (!number || !reading.ttl)
        return false;
    const auto& before = known.votes.latestToken();
    const SteadyTime expiry = reading.readAt + *reading.ttl;
    bool hasStayed = false;
    for (std::size_t i = 0; i < known.votes.size() && !hasStayed; ++i) {
        const Votes::Cell cell = known.votes.cell(i);
        hasStayed = cell.state == VoteState::Held && cell.ttl
            && std::chrono::abs(cell.readAt + *cell.ttl - expiry) <= kSameExpiry;
    }
    for (std::uint32_t step = 1; hasStayed && before && step <= std::min(*number, kMostStep);
         ++step) {
        if (Fingerprint::ofString(std::to_string(*number - step)) == *before)
            return true;
    }
    return false;
}

void LockBehaviour::noteVote(
    BoardRecord& record, std::size_t master, const Vote& vote, bool isCountedUp)
{
    if (isCountedUp)
        record.proof = CertaintyReason::CountsUp;
    if (vote.state == VoteState::Free)
        record.isReleased = isRelease(record.entry->votes.cell(master), vote);
}

void LockBehaviour::noteTakeover(BoardRecord& record)
{
    if (record.proof != CertaintyReason::CountsUp)
        record.proof = CertaintyReason::TakenAgain;
}

void LockBehaviour::noteRead(BoardRecord& record)
{
    constexpr std::uint32_t kSteady = 6; // people come as regularly 4 times, now and then
    LockEntry& entry = *record.entry;
    record.wasSplit = record.wasSplit || (entry.isSettled && entry.votes.tokenCount() > 1);
    const CertaintyReason reason = entry.packedLock.certainty().reason;
    const bool isByValue
        = reason == CertaintyReason::ShortLease || reason == CertaintyReason::ValueOnly;
    if (record.wasSplit && isByValue)
        entry.packedLock.setCertainty({Certainty::Possible, CertaintyReason::DiffersByMaster});
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

void LockBehaviour::noteGone(const BoardRecord& record)
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
