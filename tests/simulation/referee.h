// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lock/lease_state.h"
#include "tests/simulation/master.h"
#include "tests/simulation/process.h"

#include <optional>

namespace lockkeeper::simulation {

/// Knows all leases that anybody believes to hold, and sees all masters: says when a promise of
/// docs/guarantees.md is broken.
class Referee {
public:
    using Masters = std::vector<std::unique_ptr<Master>>;

    Referee(World& world, const Masters& masters)
        : m_world(world)
        , m_masters(masters)
    { }

    /// A lease was handed to somebody, of this name in the story.
    void onHeld(const std::string& name, const std::shared_ptr<lock::LeaseState>& lease,
        const Process& process);
    /// It is about to be released, or left to its TTL.
    void onEnded(const lock::LeaseState& lease);
    /// A master has changed these keys.
    void onChange(const std::vector<std::string>& keys);
    /// Looks at all leases.
    void look();
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
    std::map<std::string, std::uint64_t> m_fences; ///< the latest by resource
    std::size_t m_acquisitions = 0;
    std::optional<std::string> m_breach; ///< the first
};

} // namespace lockkeeper::simulation
