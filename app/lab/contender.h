// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/deployment.h"

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace lockkeeper::lab {

struct ContenderOptions {
    std::string control;
    char who = 'A';
    std::string scheme;
    std::vector<std::string> urls;
    std::chrono::milliseconds ttl{};
    std::chrono::milliseconds timeout{};
    bool isRenewed = false;
    double longest = 0;
    bool isFenced = false;
    bool isReentrant = false;
    bool isProtected = true;
    bool isGivingUp = false;
    // In TTLs.
    double polling = 0;
    double jitter = 0;
    std::string value; ///< empty: a new token per try
    config::RestartQuarantine quarantine = config::RestartQuarantine::Auto;
};

[[nodiscard]] std::vector<std::string> contenderArguments(const ContenderOptions& options);

/// Contenders are this program with a hidden first argument. Call it first in main(): with that
/// argument, it obeys the stage until the stage is gone, and returns the exit code.
[[nodiscard]] std::optional<int> runContender(int argc, char* argv[]);

} // namespace lockkeeper::lab
