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

// Options whose values are of the same kind in several commands. A wrong value is a
// CLI::ValidationError that says what is right; what they fill must outlive the parsing.
namespace lockkeeper::ctl {

/// An option for a time: 500ms, 30s, 5m, 2h.
CLI::Option* addTime(CLI::App& command, const std::string& name,
    std::function<void(std::chrono::milliseconds)> take, const std::string& help);

/// The same for a short time: a number without a unit is in seconds.
CLI::Option* addSeconds(CLI::App& command, const std::string& name,
    std::function<void(std::chrono::milliseconds)> take, const std::string& help);

/// An option for a moment in the past: a duration before now (`24h`), or a UTC time (`2026-11-21`,
/// `2026-11-21T03:14` or `2026-11-21T03:14:15`, with or without a `Z`), not before 1970.
CLI::Option* addPastTime(CLI::App& command, const std::string& name, std::optional<WallTime>& time,
    const std::string& help);

/// --output: the file to write to instead of standard output.
void addOutput(CLI::App& command, std::string& file);

/// --wide: cut nothing, whatever the width of the terminal.
void addWide(CLI::App& command, bool& isWide);

/// --per-lock: a series for each lock, too.
void addPerLock(CLI::App& command, bool& isPerLock);

/// Throws CLI::ValidationError for a --reason of which the journal would not keep all.
void checkReason(const std::string& reason);

/// A check that a value is not empty.
[[nodiscard]] std::string isGiven(const std::string& value);

/// CLI11's check of a range, with `description` as CLI11 has it in a help, translated.
template <class T> CLI::Validator range(T least, T most, const char* description)
{
    CLI::Validator check = CLI::Range(least, most);
    check.description(absl::Substitute(description, least, most));
    return check;
}

} // namespace lockkeeper::ctl
