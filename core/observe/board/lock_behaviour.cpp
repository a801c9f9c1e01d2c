// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/board/lock_behaviour.h"

namespace lockkeeper::observe {
namespace {

bool isPossible(const BoardRecord& record)
{
    return record.entry->packedLock.certainty().level == Certainty::Possible;
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
    if (past.takenAgain >= kProof)
        record.proof = CertaintyReason::TakenAgain;
    noteRead(record);
}

void LockBehaviour::noteRead(BoardRecord& record)
{
    constexpr std::uint32_t kSteady = 2;
    LockEntry& entry = *record.entry;
    if (!record.proof && entry.renewals.steady >= kSteady)
        record.proof = CertaintyReason::Renewed;
    if (record.proof && isPossible(record))
        entry.packedLock.setCertainty({Certainty::Likely, *record.proof});
}

void LockBehaviour::noteGone(const BoardRecord& record)
{
    if (!record.proof && !isPossible(record))
        return;
    if (m_names.size() >= kMostNames)
        m_names.clear();
    Past& past = m_names[hashOf(record)];
    past.format = &record.entry->packedLock.formatName();
    past.token = record.entry->votes.latestToken();
}

} // namespace lockkeeper::observe
