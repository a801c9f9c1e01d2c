// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/board/entry_assessor.h"

namespace lockkeeper::observe {

bool EntryAssessor::complete(LockEntry& entry, const LockEntry* before, const Clock& clock)
{
    entry.asOf = clock.now();
    const Judgement judgement = entry.countVotes();
    const bool isGone = judgement.verdict == Verdict::Free && !entry.votes.mayBeStored(entry.asOf);
    if (isGone || entry.packedLock.formatName().empty()) {
        forgetToken(before != nullptr ? describedToken(before->votes) : std::nullopt);
        return false;
    }
    if (before != nullptr) {
        const auto token = judgement.token ? judgement.token : describedToken(entry.votes);
        if (token != describedToken(before->votes)
            || before->countVotes().verdict == Verdict::Free) {
            entry.firstSeen = entry.asOf;
            entry.renewals = {};
            forgetToken(describedToken(before->votes));
        }
    }
    const bool isNew = before == nullptr && !areWatchedSince(m_rules.attention, entry.firstSeen);
    entry.stale = evidenceOf(entry, judgement, isNew ? Sight::First : Sight::Later, clock);
    if (m_rules.waits != nullptr)
        entry.packedLock.setWaiting((*m_rules.waits)->countFor(entry.resource));
    const bool isUnchanged = before != nullptr && isSameButForTime(entry, *before);
    entry.revision = isUnchanged ? before->revision : ++m_revision;
    return true;
}

std::optional<EvidenceList> EntryAssessor::newEvidence(const LockEntry& entry, const Clock& clock)
{
    EvidenceList found = evidenceOf(entry, entry.countVotes(), Sight::Later, clock);
    const bool areWaitersKnown = m_rules.waits == nullptr
        || (*m_rules.waits)->countFor(entry.resource) == entry.packedLock.waiting();
    if (areWaitersKnown && found == entry.stale)
        return std::nullopt;
    return found;
}

/// That its process has ended is told a moment later: the release that it sent last may not have
/// been seen yet.
EvidenceList EntryAssessor::evidenceOf(
    const LockEntry& entry, const Judgement& judgement, Sight sight, const Clock& clock)
{
    constexpr std::chrono::seconds kLastRelease{1};
    std::vector<Evidence> found = findEvidence(entry, judgement, m_rules, clock);
    const auto gone = std::ranges::find(found, EvidenceKind::HolderProcessGone, &Evidence::kind);
    if (gone == found.end())
        return found;
    const auto token = describedToken(entry.votes);
    if (!token)
        return found;
    const SteadyTime now = clock.now();
    const auto ended
        = m_endedAt.try_emplace(*token, sight == Sight::First ? now - kLastRelease : now).first;
    if (now - ended->second < kLastRelease)
        found.erase(gone);
    return found;
}

void EntryAssessor::forgetToken(const std::optional<Fingerprint>& token)
{
    if (token)
        m_endedAt.erase(*token);
}

} // namespace lockkeeper::observe
