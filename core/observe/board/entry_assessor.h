// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/board/staleness.h"

#include <map>

namespace lockkeeper::observe {

/// Completes the entries that a board publishes: counts their votes, collects the evidence, and
/// numbers the revisions. Not thread-safe. Everything that the rules refer to must outlive it.
class EntryAssessor {
public:
    explicit EntryAssessor(EvidenceRules rules)
        : m_rules(std::move(rules))
    { }

    /// How closely each master is watched, for the evidence that follows.
    void setWatched(const std::vector<WatchCoverage>& watched) { m_rules.attention = watched; }

    /// Sets asOf, stale, who waits, revision and, for another token than that of `before`, or if
    /// that was free, firstSeen and renewals. `before` is the entry that was published last; null:
    /// none was. The revision grows unless only time has passed since `before`. Returns false if
    /// the lock is gone: its verdict is Free and no failed master may still store it, or the value
    /// that leads is no lock. The entry is not completed then.
    /// That the holder's process has ended counts when it has been so for a second, unless the lock
    /// was there before it was watched.
    [[nodiscard]] bool complete(LockEntry& entry, const LockEntry* before, const Clock& clock);
    /// The evidence as of now; nullopt if it is that of the entry, and who waits is, too.
    [[nodiscard]] std::optional<EvidenceList> newEvidence(
        const LockEntry& entry, const Clock& clock);

private:
    /// Whether an entry was published before, or else existed before it was watched.
    enum class Sight { First, Later };
    [[nodiscard]] EvidenceList evidenceOf(
        const LockEntry& entry, const Judgement& judgement, Sight sight, const Clock& clock);
    void forgetToken(const std::optional<Fingerprint>& token);

    EvidenceRules m_rules;
    /// When the processes of these tokens were first seen to have ended.
    std::map<Fingerprint, SteadyTime> m_endedAt;
    std::uint64_t m_revision = 0; ///< the latest
};

} // namespace lockkeeper::observe
