// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/board/entry_assessor.h"

namespace lockkeeper::observe {

bool EntryAssessor::complete(LockEntry& entry, const LockEntry* before, const Clock& clock)
{
    entry.asOf = clock.now();
    const Judgement judgement = entry.countVotes();
    const bool isGone = judgement.verdict == Verdict::Free && !entry.votes.mayBeStored(entry.asOf);
    if (isGone || entry.packedLock.formatName().empty())
        return false;
    if (before != nullptr) {
        const auto token = judgement.token ? judgement.token : describedToken(entry.votes);
        if (token != describedToken(before->votes)
            || before->countVotes().verdict == Verdict::Free) {
            entry.firstSeen = entry.asOf;
            entry.renewals = {};
        }
    }
    entry.stale = findEvidence(entry, judgement, m_rules, clock);
    if (m_rules.waits != nullptr)
        entry.packedLock.setWaiting((*m_rules.waits)->countFor(entry.resource));
    const bool isUnchanged = before != nullptr && isSameButForTime(entry, *before);
    entry.revision = isUnchanged ? before->revision : ++m_revision;
    return true;
}

std::optional<EvidenceList> EntryAssessor::newEvidence(
    const LockEntry& entry, const Clock& clock) const
{
    EvidenceList found = findEvidence(entry, entry.countVotes(), m_rules, clock);
    const bool areWaitersKnown = m_rules.waits == nullptr
        || (*m_rules.waits)->countFor(entry.resource) == entry.packedLock.waiting();
    if (areWaitersKnown && found == entry.stale)
        return std::nullopt;
    return found;
}

} // namespace lockkeeper::observe
