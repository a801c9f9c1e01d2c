// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/clock.h"

#include <CLI/CLI.hpp>
#include <absl/strings/substitute.h>
#include <chrono>
#include <functional>
#include <optional>
#include <string>

// Wrong values throw CLI::ValidationError. Targets must outlive the parsing.
namespace lockkeeper::ctl {

/// 500ms, 30s, 5m, 2h.
CLI::Option* addTime(CLI::App& command, const std::string& name,
    std::function<void(std::chrono::milliseconds)> take, const std::string& help);

/// Without a unit, in seconds.
CLI::Option* addSeconds(CLI::App& command, const std::string& name,
    std::function<void(std::chrono::milliseconds)> take, const std::string& help);

/// A duration before now (`24h`) or UTC: `2026-11-21`, `2026-11-21T03:14:15Z`; seconds and `Z` are
/// optional.
CLI::Option* addPastTime(CLI::App& command, const std::string& name, std::optional<WallTime>& time,
    const std::string& help);

void addOutput(CLI::App& command, std::string& file);

void addWide(CLI::App& command, bool& isWide);

void addPerLock(CLI::App& command, bool& isPerLock);

void checkReason(const std::string& reason);

[[nodiscard]] std::string isGiven(const std::string& value);

template <class T> CLI::Validator range(T least, T most, const char* description)
{
    CLI::Validator check = CLI::Range(least, most);
    check.description(absl::Substitute(description, least, most));
    return check;
}

} // namespace lockkeeper::ctl
