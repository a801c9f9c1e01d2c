// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/zookeeper/node_facts.h"

#include "core/text/ascii.h"
#include "core/text/number.h"

#include <algorithm>

namespace lockkeeper::observe {
namespace {

constexpr std::size_t kNumberDigits = 10;

std::string_view numberBehind(std::string_view name)
{
    const std::string_view digits = name.size() > kNumberDigits
        ? name.substr(name.size() - kNumberDigits)
        : std::string_view();
    return std::ranges::all_of(digits, isAsciiDigit) ? digits : std::string_view();
}

/// The waiting node is from the holder's own attempt.
bool isOrphan(const NodeLock& lock)
{
    const NodePlace& holder = lock.holders.front();
    const std::string_view attempt = attemptOf(lastNameOf(holder.path));
    const bool isAlone = lock.mode == LockMode::Exclusive || lock.mode == LockMode::Write;
    if (attempt.empty() || !isAlone || !holder.node->isEphemeral())
        return false;
    return std::ranges::any_of(lock.waiters, [&](const NodePlace& waiter) {
        return waiter.node->stat.ephemeralOwner == holder.node->stat.ephemeralOwner
            && attemptOf(lastNameOf(waiter.path)) == attempt
            && parentOf(waiter.path) == parentOf(holder.path);
    });
}

std::vector<std::int64_t> sessionsOf(const std::vector<NodePlace>& places)
{
    std::vector<std::int64_t> sessions;
    for (const NodePlace& place : places) {
        if (place.node->isEphemeral())
            sessions.push_back(place.node->stat.ephemeralOwner);
    }
    return sessions;
}

} // namespace

std::string_view attemptOf(std::string_view nodeName)
{
    constexpr std::size_t kId = 32;
    constexpr std::string_view kProtected = "_c_";
    if (numberBehind(nodeName).empty() || !isNameOfPlace(nodeName))
        return {};
    const std::string_view attempt = nodeName.substr(0, nodeName.size() - kNumberDigits);
    const bool hasId = attempt.starts_with(kProtected)
        || (attempt.size() > kId && std::ranges::all_of(attempt.substr(0, kId), isAsciiHexDigit));
    return hasId ? attempt : std::string_view();
}

bool isNumberNearEnd(std::string_view nodeName)
{
    // Past the end, negative numbers' digits are as large.
    constexpr std::int64_t kNear = 2'000'000'000;
    const std::string_view digits = numberBehind(nodeName);
    return !digits.empty() && numberIn<std::int64_t>(digits).value_or(0) > kNear;
}

void addSession(Holder& holder, const SessionFacts* facts)
{
    if (!holder.session || facts == nullptr)
        return;
    holder.session->address = facts->address;
    holder.session->timeout = facts->timeout;
    if (!holder.host && !facts->address.empty())
        holder.host = zookeeper::hostOfAddress(facts->address);
}

void NodeFacts::count(const Facts& facts, int step)
{
    for (const auto* const sessions : {&facts.holders, &facts.waiters}) {
        for (const std::int64_t session : *sessions) {
            std::size_t& nodes = m_sessions[session];
            nodes = step > 0 ? nodes + 1 : nodes - 1;
            if (nodes == 0)
                m_sessions.erase(session);
        }
    }
}

void NodeFacts::set(
    const std::string& resource, const NodeLock* lock, bool isFollowed, WallTime now)
{
    const auto known = m_locks.find(resource);
    if (lock == nullptr) {
        if (known != m_locks.end()) {
            count(known->second, -1);
            m_locks.erase(known);
        }
        return;
    }
    const NodePlace& first = lock->holders.front();
    Facts facts{.first = first.identity(),
        .czxid = first.node->stat.czxid,
        .isAlone = !lock->isShared(),
        .holders = sessionsOf(lock->holders),
        .waiters = sessionsOf(lock->waiters),
        .isOrphan = isOrphan(*lock),
        .list = m_lists};
    const auto isNearEnd
        = [](const NodePlace& place) { return isNumberNearEnd(lastNameOf(place.path)); };
    facts.isNearEnd = std::ranges::any_of(lock->holders, isNearEnd)
        || std::ranges::any_of(lock->waiters, isNearEnd);
    if (known != m_locks.end() && known->second.first == facts.first) {
        facts.since = known->second.since;
    } else if (isFollowed && known == m_locks.end()) {
        // Its first holder.
        facts.since = WallTime(std::chrono::milliseconds(first.node->stat.ctime));
    } else if (isFollowed && known->second.czxid < facts.czxid) {
        facts.since = now;
    }
    if (known == m_locks.end()) {
        count(facts, 1);
        m_locks.emplace(resource, std::move(facts));
        return;
    }
    if (known->second.holders != facts.holders || known->second.waiters != facts.waiters) {
        count(known->second, -1);
        count(facts, 1);
    }
    known->second = std::move(facts);
}

void NodeFacts::endList()
{
    for (auto lock = m_locks.begin(); lock != m_locks.end();) {
        if (lock->second.list == m_lists) {
            ++lock;
            continue;
        }
        count(lock->second, -1);
        lock = m_locks.erase(lock);
    }
}

std::optional<WallTime> NodeFacts::since(const std::string& resource) const
{
    const auto found = m_locks.find(resource);
    return found != m_locks.end() && found->second.isAlone ? found->second.since : std::nullopt;
}

void NodeFacts::complete(KeyReading& reading, const SessionLook& sessions) const
{
    if (!reading.taken)
        return;
    const auto factsOf = [&](const Holder& holder) {
        return holder.session ? sessions.find(holder.session->id) : nullptr;
    };
    Match match = *reading.taken;
    match.lock.holder.since = since(reading.key);
    addSession(match.lock.holder, factsOf(match.lock.holder));
    for (Holder& holder : match.lock.holders)
        addSession(holder, factsOf(holder));
    reading.taken = std::make_shared<const Match>(std::move(match));
}

std::set<std::string> NodeFacts::locksOf(const std::set<std::int64_t>& sessions) const
{
    std::set<std::string> locks;
    const auto isOne = [&](std::int64_t session) { return sessions.contains(session); };
    for (const auto& [resource, facts] : m_locks) {
        if (std::ranges::any_of(facts.holders, isOne) || std::ranges::any_of(facts.waiters, isOne))
            locks.insert(resource);
    }
    return locks;
}

std::vector<Evidence> NodeFacts::evidenceOf(
    const LockEntry& entry, const SessionLook& sessions) const
{
    const auto found = m_locks.find(entry.resource.value());
    if (found == m_locks.end())
        return {};
    const Facts& facts = found->second;
    std::vector<Evidence> evidence;
    const SessionFacts* last = nullptr; // the holder's session; of several, the last to end
    bool areAllEnded = !facts.holders.empty();
    bool areAllGone = areAllEnded;
    for (const std::int64_t session : facts.holders) {
        const SessionFacts* const one = sessions.find(session);
        const SessionState state = one != nullptr ? one->state : SessionState::NotKnown;
        areAllEnded = areAllEnded && state == SessionState::Ended;
        areAllGone = areAllGone && state == SessionState::Disconnected;
        if (areAllGone && (last == nullptr || last->endsAt < one->endsAt))
            last = one;
    }
    if (areAllEnded)
        evidence.push_back({.kind = EvidenceKind::SessionUnknown});
    if (areAllGone)
        evidence.push_back({.kind = EvidenceKind::HolderConnectionGone,
            .isOfNode = true,
            .expiredAt = last->endsAt});
    if (facts.isOrphan)
        evidence.push_back({.kind = EvidenceKind::OrphanNode});
    if (facts.isNearEnd)
        evidence.push_back({.kind = EvidenceKind::SequenceNearOverflow});
    return evidence;
}

} // namespace lockkeeper::observe
