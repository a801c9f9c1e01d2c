// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/deployment.h"

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace lockkeeper::lab {

/// What a contender is told when it is started.
struct ContenderOptions {
    std::string control; ///< the socket of the stage
    char who = 'A';
    std::string scheme;
    std::vector<std::string> urls; ///< of the masters, by way of the taps
    std::chrono::milliseconds ttl{};
    std::chrono::milliseconds timeout{}; ///< of a command
    bool isRenewed = false;
    double longest = 0; ///< in TTLs
    bool isFenced = false;
    bool isReentrant = false;
    bool isProtected = true;
    bool isGivingUp = false; ///< in a deadlock
    // In TTLs.
    double polling = 0;
    double jitter = 0;
    std::string value; ///< that it always stores; empty: a fresh one for each try
    config::RestartQuarantine quarantine = config::RestartQuarantine::Auto;
};

/// The arguments that make this program a contender, and the other way round.
[[nodiscard]] std::vector<std::string> contenderArguments(const ContenderOptions& options);

/// Contenders are this program, started again with a hidden first argument. Call this first in
/// main(): if that argument is present, it takes and frees locks as the stage tells it to, until
/// that is gone, and returns the exit code; else nullopt.
[[nodiscard]] std::optional<int> runContender(int argc, char* argv[]);

} // namespace lockkeeper::lab
