// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/referee.h"

#include "core/config/quorum.h"
#include "core/lock/scripts.h"
#include "core/observe/formats/tombstone.h"

#include <algorithm>
#include <charconv>

namespace lockkeeper::simulation {
namespace {

using namespace std::chrono_literals;

/// How long a lost try or a release may take until it is undone everywhere, in a calm network.
constexpr TrueTime kUndoneAfter = 300ms;
/// A loss is reported 5 ms before the deadline at most, and timers are late by less than 1 ms.
constexpr auto kEarliestReport = 7ms;

bool shareResource(const Holding& a, const Holding& b)
{
    return std::ranges::any_of(
        a.claim().resources(), [&](const Resource& resource) { return b.isOn(resource.value()); });
}

bool isCounter(std::string_view key)
{
    return key.starts_with("lk:fence:");
}

std::uint64_t numberIn(std::string_view text)
{
    std::uint64_t number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

} // namespace

std::string_view nameOf(Promise promise) noexcept
{
    switch (promise) {
    case Promise::Exclusion:
        return "exclusion";
    case Promise::HonestDeadline:
        return "honest deadline";
    case Promise::Fencing:
        return "fencing";
    case Promise::NoLateDamage:
        return "no late damage";
    case Promise::Liveness:
        return "liveness";
    case Promise::Told:
        return "reported loss";
    case Promise::Bounded:
        break;
    }
    return "bounded";
}

void Referee::report(Promise promise, const std::string& text)
{
    m_world.tell([&] { return "BREACH of " + std::string(nameOf(promise)) + ": " + text; });
    if (!m_breach)
        m_breach = Breach{promise, text};
    m_isOver = true;
}

void Referee::onHeld(const HoldingPtr& holding)
{
    ++m_acquisitions;
    m_world.note(m_acquisitions);
    std::erase_if(m_holdings,
        [](const HoldingPtr& old) { return old->hasEnded || !old->process->isAlive(); });
    const std::string& token = holding->claim().token().value();
    holding->isFreed = m_freed.contains(token);
    holding->isRevoked = m_revoked.contains(token);
    checkAlone(*holding);
    m_holdings.push_back(holding);
    if (holding->lease->deadline() > holding->honestDeadline)
        report(
            Promise::HonestDeadline, holding->name + " has a later deadline than its start gives");
    checkFence(*holding);
    checkStored(*holding);
    watchDeadline(holding);
}

void Referee::checkAlone(const Holding& holding)
{
    if (!m_scenario.isExclusive || !holding.isClaimed())
        return;
    for (const HoldingPtr& other : m_holdings) {
        if (other->isClaimed() && shareResource(holding, *other))
            report(Promise::Exclusion, "two holders: " + other->name + " and " + holding.name);
    }
}

void Referee::onExtended(
    const lock::Claim& claim, SteadyTime honestDeadline, std::size_t storedAtStart)
{
    for (const HoldingPtr& holding : m_holdings) {
        if (holding->hasEnded || holding->claim().token() != claim.token())
            continue;
        if (holding->isOver)
            report(Promise::HonestDeadline, holding->name + " is held again after its deadline");
        const bool mayComeBack = !m_scenario.isExclusive || m_scenario.has(Fault::Duplicated);
        if (!mayComeBack && storedAtStart + holding->lateTakes < quorumOf(m_masters.size()))
            report(Promise::Exclusion,
                holding->name + " was extended, though a majority had lost its token");
        holding->honestDeadline = honestDeadline;
    }
}

void Referee::onLost(Holding& holding)
{
    m_world.tell([&] { return holding.name + " is told that it is lost"; });
    if (++holding.losses > 1)
        return report(Promise::Told, holding.name + " was told twice of its loss");
    if (holding.hasEnded)
        return report(Promise::Told, holding.name + " was told of a loss after its end");
    const bool isEarly = holding.process->bootNow() + kEarliestReport < holding.honestDeadline;
    if (isEarly && m_scenario.keepsLocks && !holding.isFreed && !holding.isRevoked)
        report(Promise::Told,
            holding.name + " was told of a loss before its deadline, though a quorum stores it");
}

void Referee::onEnded(Holding& holding)
{
    holding.hasEnded = true;
}

void Referee::onGivenUp(const lock::Claim& claim, const Process& process, const std::string& what)
{
    if (m_world.now() < m_scenario.faultsEnd() && m_scenario.repeatsUndos())
        m_givenUp.emplace(claim.token().value(), &process);
    if (!m_world.isCalm())
        return;
    m_world.after(kUndoneAfter, [this, claim, text = std::make_shared<std::string>(what)] {
        for (const auto& master : m_masters) {
            for (const Resource& resource : claim.resources()) {
                if (master->stores(resource.value(), claim.token().value()))
                    report(Promise::Liveness,
                        *text + ", but master " + master->name() + " still stores its token");
            }
        }
    });
}

void Referee::checkUndone()
{
    for (const auto& master : m_masters) {
        for (const std::string& key : master->keys()) {
            const auto found = m_givenUp.find(master->stored(key)->value);
            if (found != m_givenUp.end() && found->second->isAlive())
                report(Promise::Liveness,
                    "what stored " + found->first + " in " + key + " on master " + master->name()
                        + " was not undone again");
        }
    }
}

void Referee::onFreed(const std::string& token)
{
    m_freed.insert(token);
    for (const HoldingPtr& holding : m_holdings) {
        if (holding->claim().token().value() == token)
            holding->isFreed = true;
    }
}

void Referee::onRevoked(const std::string& token)
{
    m_revoked.insert(token);
    for (const HoldingPtr& holding : m_holdings) {
        if (holding->claim().token().value() == token)
            holding->isRevoked = true;
    }
}

void Referee::onChange(std::size_t index, const Request& request, const Master::Changes& changes)
{
    const Master& master = *m_masters[index];
    for (const auto& change : changes) {
        checkChange(master, request, change);
        for (const HoldingPtr& holding : m_holdings) {
            if (holding->hasEnded || !holding->isOn(change.key))
                continue;
            countLateTake(*holding, request, change);
            checkStored(*holding);
        }
    }
}

/// A take that is executed late may give a lease back what an operator has freed.
void Referee::countLateTake(
    Holding& holding, const Request& request, const tests::FakeRedis::Change& change)
{
    const bool isTake = request.arguments[0] == "SET"
        || (request.isScript()
            && (request.arguments[1] == lock::takeAllScript().source()
                || request.arguments[1] == lock::takeFencedScript().source()));
    if (isTake && !change.before && request.token == holding.claim().token().value())
        ++holding.lateTakes;
}

/// No command may change what stores the token of another try, shorten a TTL or lower a counter.
void Referee::checkChange(
    const Master& master, const Request& request, const tests::FakeRedis::Change& change)
{
    if (!change.before)
        return;
    const auto* const now = master.stored(change.key);
    if (isCounter(change.key))
        return checkCounter(change, now);
    const auto& before = *change.before;
    if (before.value != request.token)
        return report(Promise::NoLateDamage,
            "a command of the token " + request.token + " changed " + change.key + " on master "
                + master.name() + ", which stored " + before.value);
    const bool isShorter = now != nullptr && now->value == before.value && now->expires
        && (!before.expires || *now->expires < *before.expires);
    if (isShorter)
        report(Promise::NoLateDamage,
            "a command shortened the TTL of " + change.key + " on master " + master.name());
}

void Referee::checkCounter(
    const tests::FakeRedis::Change& change, const tests::FakeRedis::Stored* now)
{
    const auto& before = *change.before;
    const bool isLower = now == nullptr || numberIn(now->value) < numberIn(before.value);
    const bool endsSooner
        = now != nullptr && now->expires && before.expires && *now->expires < *before.expires;
    if (isLower || endsSooner)
        report(Promise::Fencing, "the counter " + change.key + " was lowered or ends sooner");
}

/// While a lease is held, a quorum of masters must store its token.
void Referee::checkStored(const Holding& holding)
{
    if (!m_scenario.keepsLocks || !holding.isClaimed())
        return;
    for (const Resource& resource : holding.claim().resources()) {
        const auto stored = std::ranges::count_if(m_masters,
            [&](const auto& master) { return isProtectedOn(*master, holding, resource.value()); });
        if (static_cast<std::size_t>(stored) < quorumOf(m_masters.size()))
            return report(Promise::Exclusion,
                holding.name + " holds " + resource.value() + ", but only " + std::to_string(stored)
                    + " of " + std::to_string(m_masters.size()) + " masters store its token");
    }
}

bool Referee::isProtectedOn(
    const Master& master, const Holding& holding, std::string_view key) const
{
    const auto* const stored = master.stored(key);
    return stored != nullptr
        && (stored->value == holding.claim().token().value()
            || (holding.isRevoked && stored->value.starts_with(observe::kTombstonePrefix)));
}

void Referee::watchDeadline(const HoldingPtr& holding)
{
    m_world.at(holding->process->whenShown(holding->honestDeadline) - 1ns,
        [this, holding] { onDeadline(holding); });
}

/// Just before the deadline: keys that expire make no event of their own.
void Referee::onDeadline(const HoldingPtr& holding)
{
    if (holding->hasEnded || !holding->process->isAlive())
        return;
    if (holding->process->bootNow() + 1us < holding->honestDeadline)
        return watchDeadline(holding);
    checkStored(*holding);
    m_world.after(2ms, [this, holding] { onAfterDeadline(holding); });
}

void Referee::onAfterDeadline(const HoldingPtr& holding)
{
    const Process& process = *holding->process;
    if (holding->hasEnded || !process.isAlive())
        return;
    if (process.bootNow() < holding->honestDeadline)
        return watchDeadline(holding);
    holding->isOver = true;
    if (holding->lease->isHeld())
        return report(Promise::HonestDeadline, holding->name + " is held after its deadline");
    if (holding->losses > 0)
        return;
    if (process.lastStopped() < m_world.now() - 20ms)
        return report(Promise::Told, holding->name + " was not told that it is over");
    m_world.after(25ms, [this, holding] { onAfterDeadline(holding); });
}

/// Numbers grow from holder to holder. Where two may hold at a time, the guard of the data sorts
/// them out: only what a holder got before the next one began to try must be smaller.
void Referee::checkFence(const Holding& holding)
{
    const auto fence = holding.lease->fence();
    if (!fence || !m_scenario.keepsCounters)
        return;
    constexpr std::size_t kRemembered = 32;
    for (const Resource& resource : holding.claim().resources()) {
        auto& grants = m_fences[resource.value()];
        for (const Grant& grant : grants) {
            const bool isEarlier
                = (m_scenario.isExclusive && !holding.isFreed) || grant.at < holding.tryStart;
            if (grant.fence == fence->value || (isEarlier && grant.fence > fence->value))
                return report(Promise::Fencing,
                    holding.name + " got fencing token " + std::to_string(fence->value) + " after "
                        + std::to_string(grant.fence));
        }
        if (grants.size() == kRemembered)
            grants.erase(grants.begin());
        grants.push_back({fence->value, m_world.now()});
    }
}

std::size_t Referee::mastersStoring(const lock::Claim& claim) const
{
    const auto stores = [&](const auto& master) {
        return std::ranges::all_of(claim.resources(), [&](const Resource& resource) {
            return master->stores(resource.value(), claim.token().value());
        });
    };
    return static_cast<std::size_t>(std::ranges::count_if(m_masters, stores));
}

void Referee::checkEnd()
{
    for (const auto& master : m_masters) {
        for (const std::string& key : master->keys()) {
            if (!isCounter(key))
                report(Promise::Liveness, key + " is left on master " + master->name());
        }
    }
}

} // namespace lockkeeper::simulation
