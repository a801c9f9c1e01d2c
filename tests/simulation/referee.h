// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/simulation/holding.h"
#include "tests/simulation/master.h"
#include "tests/simulation/scenario.h"

#include <map>
#include <optional>

namespace lockkeeper::simulation {

/// The promises of docs/guarantees.md.
enum class Promise { Exclusion, HonestDeadline, Fencing, NoLateDamage, Liveness, Told, Bounded };
[[nodiscard]] std::string_view nameOf(Promise promise) noexcept;

/// A promise that was broken.
struct Breach {
    Promise promise;
    std::string text;
};

/// Checks the promises at each step of a run. It knows all leases that any client believes to hold,
/// and the data of all masters.
class Referee {
public:
    using Masters = std::vector<std::unique_ptr<Master>>;

    Referee(World& world, const Masters& masters, const Scenario& scenario)
        : m_world(world)
        , m_masters(masters)
        , m_scenario(scenario)
    { }

    /// A client got a lease.
    void onHeld(const HoldingPtr& holding);
    /// An extension was won: the lease with this token now has another honest deadline.
    /// `storedAtStart`: on how many masters it was stored when the extension began.
    void onExtended(const lock::Claim& claim, SteadyTime honestDeadline, std::size_t storedAtStart);
    /// The loss of a lease is reported to its holder.
    void onLost(Holding& holding);
    /// A lease is about to be released or left to its TTL.
    void onEnded(Holding& holding);
    /// A try was lost, or a lease was released, by a client of this process. In the calm part of a
    /// run, no master may store its token any more a moment later.
    void onGivenUp(const lock::Claim& claim, const Process& process, const std::string& what);
    /// Faults have ended long enough ago for every undo to be repeated: no master may store the
    /// token of what was given up before.
    void checkUndone();
    /// An operator frees or revokes what stores the token.
    void onFreed(const std::string& token);
    void onRevoked(const std::string& token);
    /// A master has changed these keys.
    void onChange(std::size_t index, const Request& request, const Master::Changes& changes);
    /// The run is over: nothing may be left on the masters.
    void checkEnd();
    /// Notes a breach; the first one ends the run.
    void report(Promise promise, const std::string& text);

    /// On how many masters all resources of the claim store its token.
    [[nodiscard]] std::size_t mastersStoring(const lock::Claim& claim) const;
    [[nodiscard]] const std::optional<Breach>& breach() const noexcept { return m_breach; }
    [[nodiscard]] const bool& isOver() const noexcept { return m_isOver; }
    [[nodiscard]] std::size_t acquisitions() const noexcept { return m_acquisitions; }

private:
    struct Grant {
        std::uint64_t fence;
        TrueTime at;
    };
    void watchDeadline(const HoldingPtr& holding);
    void onDeadline(const HoldingPtr& holding);
    void onAfterDeadline(const HoldingPtr& holding);
    void checkAlone(const Holding& holding);
    void checkStored(const Holding& holding);
    void checkFence(const Holding& holding);
    static void countLateTake(
        Holding& holding, const Request& request, const tests::FakeRedis::Change& change);
    void checkChange(
        const Master& master, const Request& request, const tests::FakeRedis::Change& change);
    void checkCounter(const tests::FakeRedis::Change& change, const tests::FakeRedis::Stored* now);
    [[nodiscard]] bool isProtectedOn(
        const Master& master, const Holding& holding, std::string_view key) const;

    World& m_world;
    const Masters& m_masters;
    const Scenario& m_scenario;
    std::vector<HoldingPtr> m_holdings;
    std::map<std::string, const Process*, std::less<>> m_givenUp; ///< tokens, before calm
    std::set<std::string> m_freed; ///< tokens
    std::set<std::string> m_revoked; ///< tokens
    std::map<std::string, std::vector<Grant>> m_fences; ///< latest by resource
    std::size_t m_acquisitions = 0;
    std::optional<Breach> m_breach; ///< the first
    bool m_isOver = false;
};

} // namespace lockkeeper::simulation
