// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/types.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace lockkeeper::check {

/// The steps of checking one master, in their order.
enum class Step : std::uint8_t {
    Lookup, ///< its name has an address; of a Sentinel group: the Sentinels name its master
    Connection, ///< its port or socket accepts a connection
    Encryption, ///< TLS, with a certificate that is trusted
    Login, ///< user and password
    Permissions, ///< the user may use the commands that watching needs
    Role, ///< it is a master
    Identity, ///< no other master of the deployment is the same server
    Clock, ///< its clock and ours agree
    Eviction, ///< it keeps locks when its memory is full
    Memory, ///< it has memory left to store locks
    Persistence, ///< it keeps locks over a crash
    Push, ///< it can push changes
    Keys, ///< a sample of its keys
};
inline constexpr std::size_t kSteps = static_cast<std::size_t>(Step::Keys) + 1;

enum class StepState : std::uint8_t {
    Pending,
    Done,
    Warning, ///< watching works, but not as well as it could
    Failed, ///< this master can't be used like this
    Skipped, ///< it does not apply, or an earlier step has failed
};

/// What is known of a step. Text comes from servers: pass it through displaySafe() before showing
/// it.
struct StepOutcome {
    StepState state = StepState::Pending;
    std::string text{}; ///< what was found, in one line; empty while Pending
    std::string cure{}; ///< one Redis command that mends it; empty: none is known
    friend bool operator==(const StepOutcome&, const StepOutcome&) = default;
};

/// The outcome of one step for one master.
struct StepReport {
    MasterId master;
    Step step = Step::Lookup;
    StepOutcome outcome;
};

} // namespace lockkeeper::check
