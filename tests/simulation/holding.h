// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lock/lease_state.h"
#include "tests/simulation/process.h"

#include <memory>
#include <string>

namespace lockkeeper::simulation {

/// What the referee knows of one lease.
struct Holding {
    std::string name; ///< in the story
    const Process* process = nullptr;
    std::shared_ptr<lock::LeaseState> lease{}; ///< null: not won yet
    /// By the process' right steady clock: the deadline that the start of the latest operation
    /// gives, which a quorum has agreed to.
    SteadyTime honestDeadline{};
    TrueTime tryStart{}; ///< of the try that won
    int losses = 0; ///< how often a loss was reported
    std::size_t lateTakes = 0; ///< masters that have executed a take since it was got
    bool hasEnded = false; ///< released or left to its TTL
    bool isOver = false; ///< its honest deadline has passed
    bool isFreed = false; ///< by an operator: it protects nothing any more
    bool isRevoked = false; ///< by an operator: tombstones protect it

    [[nodiscard]] const lock::Claim& claim() const { return lease->claim(); }
    /// True if its holder may rely on it now.
    [[nodiscard]] bool isClaimed() const
    {
        return !hasEnded && !isFreed && process->isAlive() && lease->isHeld();
    }
    [[nodiscard]] bool isOn(std::string_view key) const
    {
        for (const Resource& resource : claim().resources()) {
            if (resource.value() == key)
                return true;
        }
        return false;
    }
};
using HoldingPtr = std::shared_ptr<Holding>;

} // namespace lockkeeper::simulation
