// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/alerts/alert_states.h"

#include "core/observe/waits/deadlock_evidence.h"

namespace lockkeeper::observe {

std::optional<LockStates> statesOf(const LockEntry& entry, Verdict verdict)
{
    if (verdict == Verdict::Unknown)
        return std::nullopt;
    LockStates states{.isSplit = verdict == Verdict::Split && entry.isSettled};
    for (const Evidence& evidence : entry.stale) {
        if (isDeadlock(evidence))
            states.isDeadlocked = true;
        else if (evidence.kind == EvidenceKind::MayBeHeldTwice)
            states.isHeldTwice = true;
        else if (evidence.kind != EvidenceKind::SplitVotes)
            states.isStale = true;
    }
    return states;
}

bool noteDown(std::set<MasterId>& down, const MasterStatus& master)
{
    if (master.isReadable())
        down.erase(master.id);
    return master.isMissing() && down.insert(master.id).second;
}

bool hasPassed(const Judgement& now, const std::optional<Fingerprint>& token)
{
    return now.verdict == Verdict::Free || now.verdict == Verdict::Queued
        || (now.verdict == Verdict::Held && now.token != token);
}

} // namespace lockkeeper::observe
