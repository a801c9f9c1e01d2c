// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/locks/lock_row.h"

#include "core/observe/board/freshness.h"
#include "core/observe/waits/deadlock_evidence.h"

#include <algorithm>
#include <limits>

using std::chrono::milliseconds;

namespace lockkeeper::ui {
namespace {

using Token = std::optional<Fingerprint>;

Change changeBetween(const LockRow& row, const observe::LockEntry& next, const Token& token)
{
    if (row.isGone())
        return Change::New;
    if (token && row.token && row.token != token)
        return Change::NewHolder;
    return next.renewals.count > row.entry->renewals.count ? Change::Renewed : Change::None;
}

// Readings of one countdown differ by milliseconds.
bool isNear(qint64 order, qint64 other)
{
    constexpr qint64 kTolerance = 500;
    return std::max(order, other) - std::min(order, other) <= kTolerance;
}

std::optional<milliseconds> leastLeft(const observe::LockEntry& entry, SteadyTime now)
{
    std::optional<milliseconds> least;
    for (const observe::Votes::Cell& vote : entry.votes.held()) {
        if (!vote.ttl)
            continue;
        const milliseconds left = observe::ttlAt(*vote.ttl, vote.readAt, now);
        least = std::min(least.value_or(left), left);
    }
    return least;
}

qint64 remainingOrder(const observe::LockEntry& entry, const observe::Judgement& judgement)
{
    constexpr qint64 kNever = std::numeric_limits<qint64>::max();
    if (judgement.neverExpires || (entry.votes.isEndless() && !entry.endsWithSession()))
        return kNever;
    const auto left = judgement.remaining ? judgement.remaining : leastLeft(entry, entry.asOf);
    if (!left)
        return kNever - 1;
    return std::chrono::duration_cast<milliseconds>((entry.asOf + *left).time_since_epoch())
        .count();
}

} // namespace

void LockRow::update(observe::LockEntryPtr next, SteadyTime now, WallTime wallNow)
{
    const bool isTakenAgain = isGone() || judgement.verdict == observe::Verdict::Free;
    judgement = next->countVotes();
    const auto& nextToken = judgement.token;
    if (const Change latest = entry ? changeBetween(*this, *next, nextToken) : Change::None;
        latest != Change::None) {
        change = latest;
        changedAt = now;
    }
    // Without answers there is no token, but the same lock.
    if (!entry || isTakenAgain || (nextToken && nextToken != token)) {
        peak = milliseconds(0);
        heldSince = next->heldSince(now, wallNow);
    }
    if (nextToken)
        token = nextToken;
    peak = std::max(peak, judgement.remaining.value_or(milliseconds(0)));
    const qint64 nextOrder = remainingOrder(*next, judgement);
    if (!entry || !isNear(order, nextOrder))
        order = nextOrder;
    evidenceCount = static_cast<std::uint32_t>(next->stale.size());
    deadlockCount
        = static_cast<std::uint32_t>(std::ranges::count_if(next->stale, observe::isDeadlock));
    isEndless = judgement.neverExpires || next->stale.has(observe::EvidenceKind::NeverExpires);
    if (const int latest = words::urgency(*next); latest != latestUrgency) {
        latestUrgency = latest;
        urgencyAt = now;
    }
    entry = std::move(next);
}

SteadyTime quorumReadAt(const observe::LockEntry& entry)
{
    // As if no master pushed changes.
    return entry.votes.empty() ? entry.asOf : observe::freshUntil(entry.votes, {});
}

std::optional<milliseconds> remainingAt(const LockRow& row, SteadyTime now)
{
    const auto& remaining = row.judgement.remaining;
    if (!remaining || row.judgement.neverExpires)
        return std::nullopt;
    return observe::ttlAt(*remaining, row.entry->asOf, now);
}

} // namespace lockkeeper::ui
