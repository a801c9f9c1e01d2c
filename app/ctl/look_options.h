// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/base/options.h"
#include "app/ctl/base/resource_option.h"

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

namespace lockkeeper::ctl {

/// The values of the read-only commands before they are checked.
struct TypedLook {
    CheckOptions check;
    ExportOptions exported;
    MetricsOptions metrics;
    MonitorOptions monitor;
    std::string monitorTime;
    TypedResource resource;
    KindsOptions kinds;
    std::string lock;
    std::string noLock;
    std::string warnHeld;
    std::string critHeld;
    bool isCsv = false;
    JournalVerifyOptions verified;
    ReportOptions report;
    ServeOptions serve;
    std::string staleAfter;
    std::string since;
    std::string until;
};

/// Adds the commands `show`, `check`, `export`, `metrics`, `whois`, `kinds`, `report`,
/// `waiters`, `deadlocks`, `masters`, `journal` and `serve` to `app`. Parsing fills `typed`, which
/// must outlive it.
void addLookCommands(CLI::App& app, TypedLook& typed);

/// The checked options of the command `name`; nullopt if it is none of addLookCommands(). Throws
/// CLI::ParseError for a wrong value.
[[nodiscard]] std::optional<Command> makeReadOnlyCommand(
    const std::string& name, const TypedLook& typed, const GlobalOptions& globals);

} // namespace lockkeeper::ctl
