// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/options.h"

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

namespace lockkeeper::ctl {

/// The texts of the commands that look and change nothing, before they are checked.
struct TypedLook {
    CheckOptions check;
    ExportOptions exported;
    MetricsOptions metrics;
    WhoisOptions whois;
    std::string monitor;
    std::string resource;
    std::string warnHeld;
    std::string critHeld;
    bool isCsv = false;
};

/// Adds `show`, `check`, `export`, `metrics` and `whois`. `typed` must outlive the parsing.
void addLookCommands(CLI::App& app, TypedLook& typed);

/// The command of that name, checked; nullopt: it is none of these. Throws CLI::ParseError.
[[nodiscard]] std::optional<Command> understoodLook(
    const std::string& name, const TypedLook& typed, const GlobalOptions& globals);

} // namespace lockkeeper::ctl
