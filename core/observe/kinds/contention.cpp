// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/kinds/contention.h"

#include "core/observe/board/votes/verdict.h"
#include "core/observe/kinds/kind_token.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

namespace lockkeeper::observe {
namespace {

using std::chrono::milliseconds;

/// Before its TTL has expired: clocks and updates are not more exact.
constexpr milliseconds kNearEnd{300};

milliseconds between(SteadyTime from, SteadyTime to)
{
    return std::max(std::chrono::duration_cast<milliseconds>(to - from), milliseconds(0));
}

} // namespace

void TimeHistogram::add(milliseconds time)
{
    ++m_count;
    m_sum += time;
    const auto range = std::ranges::lower_bound(kBounds, time);
    if (range != kBounds.end())
        ++m_inRange[static_cast<std::size_t>(range - kBounds.begin())];
}

std::uint64_t TimeHistogram::upTo(std::size_t bound) const noexcept
{
    std::uint64_t times = 0;
    for (std::size_t i = 0; i <= bound; ++i)
        times += m_inRange[i];
    return times;
}

KindContention& Contention::kindOf(const Resource& resource)
{
    std::string name = kindText(tokensOfName(resource.value()));
    const auto known = m_kinds.find(name);
    if (known != m_kinds.end())
        return known->second;
    return m_kinds[m_kinds.size() < kMostKinds ? std::move(name) : std::string(kOtherKinds)];
}

void Contention::take(const BoardUpdate& update)
{
    std::unordered_set<Resource> heldAnew; // after they were gone
    for (const HoldChange& change : update.holds) {
        takeHold(change);
        if (change.token)
            heldAnew.insert(change.resource);
        else
            heldAnew.erase(change.resource);
    }
    for (const LockEntryPtr& entry : update.changed)
        takeEntry(*entry);
    const std::unordered_set<Resource> lost(update.lost.begin(), update.lost.end());
    for (const Resource& resource : update.gone) {
        if (!heldAnew.contains(resource))
            end(resource, update.asOf, lost.contains(resource));
    }
    takeWaits(update);
    m_hasBegun = m_hasBegun || update.isComplete;
}

void Contention::takeHold(const HoldChange& change)
{
    const auto held = m_held.find(change.resource);
    if (held == m_held.end()) {
        if (change.token)
            begin(change.resource, *change.token, change.at).endsAt = change.until;
        return;
    }
    Hold& hold = held->second;
    if (change.token == hold.token) {
        hold.lostQuorumAt.reset();
        hold.isLost = false;
    } else if (change.token) {
        end(change.resource, change.at, change.isLost);
        begin(change.resource, *change.token, change.at).endsAt = change.until;
    } else {
        hold.lostQuorumAt = hold.lostQuorumAt.value_or(change.at);
        hold.isLost = hold.isLost || change.isLost;
        if (change.isFree)
            end(change.resource, change.at, change.isLost);
    }
}

void Contention::takeEntry(const LockEntry& entry)
{
    const Judgement judgement = entry.countVotes();
    const bool isHeld = judgement.verdict == Verdict::Held && judgement.token;
    if (!isHeld)
        return; // it goes, or another token gets the quorum
    if (entry.packedLock.isTombstone())
        return end(entry.resource, entry.firstSeen, false);
    auto held = m_held.find(entry.resource);
    if (held != m_held.end() && held->second.token != *judgement.token) {
        end(entry.resource, entry.firstSeen, isQuorumLost(entry.votes, held->second.token));
        held = m_held.end();
    }
    const bool isNew = held == m_held.end();
    Hold& hold = isNew ? begin(entry.resource, *judgement.token, entry.firstSeen) : held->second;
    if (isNew)
        hold.renewals = entry.renewals.count;
    hold.kind->renewals += entry.renewals.count - std::min(hold.renewals, entry.renewals.count);
    hold.renewals = entry.renewals.count;
    hold.endsAt
        = judgement.remaining ? std::optional(entry.asOf + *judgement.remaining) : std::nullopt;
}

Contention::Hold& Contention::begin(
    const Resource& resource, const Fingerprint& token, SteadyTime at)
{
    KindContention& kind = kindOf(resource);
    kind.acquisitions += m_hasBegun ? 1 : 0;
    if (const auto freed = m_freed.find(resource); freed != m_freed.end()) {
        kind.free.add(between(freed->second, at));
        m_freed.erase(freed);
    }
    return m_held
        .insert_or_assign(
            resource, Hold{.token = token, .from = at, .isWhole = m_hasBegun, .kind = &kind})
        .first->second;
}

void Contention::end(const Resource& resource, SteadyTime at, bool isLost)
{
    const auto held = m_held.find(resource);
    if (held == m_held.end())
        return;
    const Hold hold = held->second;
    m_held.erase(held);
    const SteadyTime ended = hold.lostQuorumAt.value_or(at);
    if (hold.isWhole)
        hold.kind->held.add(between(hold.from, ended));
    const bool isExpired = hold.endsAt && ended + kNearEnd >= *hold.endsAt;
    ++(isLost || hold.isLost ? hold.kind->losses
            : isExpired      ? hold.kind->expiries
                             : hold.kind->releases);
    noteFree(resource, ended);
}

void Contention::noteFree(const Resource& resource, SteadyTime at)
{
    m_freed[resource] = at;
    m_freedOrder.push_back(resource);
    while (m_freedOrder.size() > kMostFreed) {
        m_freed.erase(m_freedOrder.front());
        m_freedOrder.pop_front();
    }
}

void Contention::takeWaits(const BoardUpdate& update)
{
    if (std::exchange(m_latestWaits, update.waits) == update.waits)
        return;
    std::map<std::string, Wait> present;
    for (const Waiter& waiter : update.waits->waiters()) {
        if (waiter.isGone())
            continue;
        for (const Resource& resource : waiter.announced.resources) {
            std::string name = waiter.announced.id + resource.value();
            auto known = m_waits.extract(name);
            if (!known.empty())
                present.insert(std::move(known));
            else
                present.emplace(std::move(name), Wait{waiter.from, m_hasBegun, &kindOf(resource)});
        }
    }
    for (const auto& [name, wait] : std::exchange(m_waits, std::move(present))) {
        if (wait.isWhole)
            wait.kind->waited.add(between(wait.from, update.asOf));
    }
}

} // namespace lockkeeper::observe
