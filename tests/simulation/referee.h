// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lock/lease_state.h"
#include "tests/simulation/master.h"
#include "tests/simulation/process.h"

#include <optional>

namespace lockkeeper::simulation {

/// Checks the promises of docs/guarantees.md. It knows all leases that any client believes to hold,
/// and the data of all masters.
class Referee {
public:
    using Masters = std::vector<std::unique_ptr<Master>>;

    Referee(World& world, const Masters& masters)
        : m_world(world)
        , m_masters(masters)
    { }

    /// A client got a lease. `name` is the lease's name in the story. Checks that nobody else holds
    /// it.
    void onHeld(const std::string& name, const std::shared_ptr<lock::LeaseState>& lease,
        const Process& process);
    /// A lease is about to be released or left to its TTL.
    void onEnded(const lock::LeaseState& lease);
    /// A master has changed these keys. Checks the leases on them.
    void onChange(const std::vector<std::string>& keys);
    /// Checks all leases. Call it regularly.
    void look();
    /// Notes a breach; the first one ends the run.
    void report(const std::string& breach);

    [[nodiscard]] const std::optional<std::string>& breach() const noexcept { return m_breach; }
    [[nodiscard]] std::size_t acquisitions() const noexcept { return m_acquisitions; }

private:
    struct Holding {
        std::string name;
        std::shared_ptr<lock::LeaseState> lease;
        const Process* process;
    };
    void checkStored(const Holding& holding);
    void checkTold(const Holding& holding);
    void checkFence(const Holding& holding);

    World& m_world;
    const Masters& m_masters;
    std::vector<Holding> m_holdings;
    std::map<std::string, std::uint64_t> m_fences; ///< latest fencing token by resource
    std::size_t m_acquisitions = 0;
    std::optional<std::string> m_breach; ///< the first
};

} // namespace lockkeeper::simulation
