// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/board.h"

#include "core/observe/staleness.h"

#include <algorithm>
#include <unordered_set>

namespace lockkeeper::observe {
namespace {

using std::chrono::duration_cast;
using std::chrono::milliseconds;

/// How far a TTL may be from its countdown before it counts as renewed: scheduling on both sides,
/// and the server's clock that ticks in milliseconds.
constexpr milliseconds kRenewalJump{300};

/// The largest TTL of the leading token, as it would be at `now`; nullopt: none expires.
std::optional<milliseconds> longestTtl(const LockEntry& entry, SteadyTime now)
{
    std::optional<milliseconds> longest;
    for (const Vote& vote : entry.votes) {
        if (vote.token != entry.judgement.token || !vote.token || !vote.ttl)
            continue;
        const milliseconds left = *vote.ttl - duration_cast<milliseconds>(now - vote.readAt);
        longest = std::max(longest.value_or(left), left);
    }
    return longest;
}

/// The first reading of the token that leads the votes; there is one.
const KeyReading& leadingReading(
    const SweepResult& sweep, std::size_t key, const Fingerprint& token)
{
    const auto stores = [&](const MasterSweep& master) {
        return master.isComplete && master.readings[key].fingerprint() == token;
    };
    return std::ranges::find_if(sweep.masters, stores)->readings[key];
}

bool isSameVote(const Vote& a, const Vote& b)
{
    return a.state == b.state && a.token == b.token && a.ttl.has_value() == b.ttl.has_value()
        && a.error == b.error;
}

bool isSame(const LockEntry& a, const LockEntry& b)
{
    return a.judgement.verdict == b.judgement.verdict && a.judgement.token == b.judgement.token
        && a.renewals == b.renewals && a.lock.format == b.lock.format
        && a.lock.holder == b.lock.holder && a.stale == b.stale
        && std::ranges::equal(a.votes, b.votes, isSameVote);
}

} // namespace

Board::Board(
    std::vector<MasterId> masters, std::span<const Format> formats, const ProcessProbe& processes)
    : m_masters(std::move(masters))
    , m_formats(formats)
    , m_processes(processes)
{ }

BoardUpdate Board::apply(const SweepResult& sweep, SteadyTime now, WallTime wallNow)
{
    BoardUpdate update;
    update.asOf = now;
    update.quorum = m_masters.size() / 2 + 1;
    update.error = sweep.error;
    update.isComplete
        = !sweep.error && std::ranges::all_of(sweep.masters, &MasterSweep::isComplete);
    if (sweep.error)
        return update;

    std::unordered_set<Resource> seen;
    const auto take = [&](const Resource& resource, std::optional<std::size_t> key) {
        LockEntryPtr entry = makeEntry(sweep, resource, key, {now, wallNow});
        if (!entry) {
            update.otherKeys += key ? 1 : 0;
            if (m_entries.erase(resource) != 0)
                update.gone.push_back(resource);
            return;
        }
        update.changed.push_back(entry);
        Known& known = m_entries[resource];
        if (entry->judgement.token)
            known.token = entry->judgement.token;
        known.entry = std::move(entry);
    };
    for (std::size_t key = 0; key < sweep.keys.size(); ++key) {
        Resource resource(sweep.keys[key]);
        take(resource, key);
        seen.insert(std::move(resource));
    }
    std::vector<Resource> unseen;
    for (const auto& [resource, known] : m_entries) {
        if (!seen.contains(resource))
            unseen.push_back(resource);
    }
    for (const Resource& resource : unseen)
        take(resource, std::nullopt);
    return update;
}

Vote Board::voteOf(const SweepResult& sweep, std::size_t master, std::optional<std::size_t> key,
    const LockEntry* before, SteadyTime now) const
{
    Vote vote;
    vote.master = m_masters[master];
    const MasterSweep& part = sweep.masters[master];
    if (!part.isComplete) {
        vote.error = part.error;
        const bool hasAnswered = part.error && isDefinite(part.error->kind)
            && part.error->kind != ErrorClass::Unreachable;
        vote.state = hasAnswered ? VoteState::Error : VoteState::NoAnswer;
        if (before != nullptr)
            vote.readAt = before->votes[master].readAt;
        return vote;
    }
    vote.state = VoteState::Free;
    vote.readAt = now;
    if (!key)
        return vote;
    const KeyReading& reading = part.readings[*key];
    vote.readAt = reading.readAt;
    if (auto fingerprint = reading.fingerprint()) {
        vote.state = VoteState::Held;
        vote.token = std::move(fingerprint);
        vote.ttl = reading.ttl;
    }
    return vote;
}

LockEntryPtr Board::makeEntry(const SweepResult& sweep, const Resource& resource,
    std::optional<std::size_t> key, Moment moment)
{
    const auto known = m_entries.find(resource);
    const Known* const past = known == m_entries.end() ? nullptr : &known->second;
    const LockEntry* const before = past == nullptr ? nullptr : past->entry.get();
    auto entry = std::make_shared<LockEntry>();
    entry->resource = resource;
    for (std::size_t i = 0; i < m_masters.size(); ++i)
        entry->votes.push_back(voteOf(sweep, i, key, before, moment.now));
    entry->judgement = judge(entry->votes, moment.now);
    if (entry->judgement.verdict == Verdict::Free)
        return nullptr;
    if (key && entry->judgement.token) {
        const KeyReading& leader = leadingReading(sweep, *key, *entry->judgement.token);
        auto lock = recognise(m_formats, leader, moment.wallNow);
        if (!lock)
            return nullptr;
        entry->lock = std::move(*lock);
        entry->type = leader.type;
    } else if (before != nullptr) {
        entry->lock = before->lock;
        entry->type = before->type;
    } else {
        return nullptr;
    }
    entry->asOf = moment.now;
    entry->stale
        = findEvidence(entry->judgement, entry->votes, entry->lock, m_processes, moment.wallNow);
    entry->isHeldSinceExact = entry->lock.holder.since.has_value();
    carryOver(*entry, past);
    return entry;
}

/// What an entry has from its past: since when its token is known, and its renewals. While no
/// master answers, the token that was last read is taken to be still there.
void Board::carryOver(LockEntry& entry, const Known* before)
{
    const auto& token = entry.judgement.token;
    const bool isSameToken = before != nullptr && (!token || before->token == token);
    entry.firstSeen = isSameToken ? before->entry->firstSeen : entry.asOf;
    if (isSameToken) {
        entry.renewals = before->entry->renewals;
        const auto expected = longestTtl(*before->entry, entry.asOf);
        const auto found = longestTtl(entry, entry.asOf);
        if (expected && found && *found > *expected + kRenewalJump)
            ++entry.renewals;
    }
    const bool isUnchanged = before != nullptr && isSame(entry, *before->entry);
    entry.revision = isUnchanged ? before->entry->revision : ++m_revision;
}

} // namespace lockkeeper::observe
