// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/types.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace lockkeeper::check {

enum class Step : std::uint8_t {
    Lookup, ///< its name has an address, or the Sentinels name a master
    Connection,
    Encryption, ///< TLS with a trusted certificate
    Login,
    Permissions, ///< may send what watching needs
    Role,
    Identity, ///< no other master is this server
    Clock, ///< agrees with ours
    Eviction, ///< locks stay when memory is full
    Memory, ///< has room for locks
    Persistence, ///< locks survive a crash
    Push, ///< can push changes
    Keys, ///< a sample
};
inline constexpr std::size_t kSteps = static_cast<std::size_t>(Step::Keys) + 1;

enum class StepState : std::uint8_t {
    Pending,
    Done,
    Warning, ///< watching works, not at its best
    Failed, ///< this master can't be used
    Skipped, ///< does not apply, or an earlier step failed
};

/// Server text: use displaySafe() to show it.
struct StepOutcome {
    StepState state = StepState::Pending;
    std::string text{}; ///< one line
    std::string cure{}; ///< a Redis command that mends it; empty: none known
    bool isClusterNode = false; ///< named as a master: name the Cluster instead
    friend bool operator==(const StepOutcome&, const StepOutcome&) = default;
};

struct StepReport {
    MasterId master;
    Step step = Step::Lookup;
    StepOutcome outcome;
};

} // namespace lockkeeper::check
