// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/base/target.h"
#include "core/lock/acquire_options.h"
#include "core/output/json_writer.h"
#include "core/release/forecast.h"
#include "core/release/journal.h"
#include "core/release/plan.h"
#include "core/release/report.h"
#include "core/release/safety.h"

#include <CLI/CLI.hpp>
#include <functional>
#include <optional>
#include <string>

namespace lockkeeper::ctl {

/// What is done to a lock. A steal revokes it first; an ask changes nothing of it.
enum class Deed { Release, Revoke, Steal, Ask };

struct ReleaseOptions {
    Deed deed = Deed::Release;
    Resource resource{};
    /// The first 8 to 40 hex digits of its fingerprint; (Ask) empty: that of the holder.
    std::string token{};
    std::string member{}; ///< the same of one holder of a shared lock; empty: the lock as a whole
    std::string waiter{}; ///< id of one who waits; empty: the holder is meant
    std::optional<std::int64_t> count{}; ///< what a number is set to
    std::optional<lock::AcquireOptions> taking{}; ///< (Steal) set
    std::string reason{};
    bool isDryRun = false;
    bool isConfirmed = false;

    [[nodiscard]] bool isRevoke() const { return deed == Deed::Revoke || deed == Deed::Steal; }
};

/// What a person, or a program, decides on.
struct Proposal {
    release::Plan plan;
    const observe::LockEntry& entry;
    release::SafetyVerdict safety;
    release::Forecast forecast;

    [[nodiscard]] bool isRevoke() const { return plan.action == release::Action::Revoke; }
    [[nodiscard]] Deed deed() const
    {
        return plan.action == release::Action::Ask ? Deed::Ask
            : plan.isSteal                         ? Deed::Steal
            : isRevoke()                           ? Deed::Revoke
                                                   : Deed::Release;
    }
};

/// Adds --token, --reason, --dry-run and --yes. Returns --token.
CLI::Option* addDeciding(CLI::App& command, ReleaseOptions& options);
/// Throws CLI::ParseError unless the token, if one was given, and the reason are fit.
void checkDeciding(const ReleaseOptions& options);

/// Carries out what was decided on, and returns the exit code.
using CarryOut = std::function<int(const Target& target, const Proposal& proposal)>;

/// Looks at the lock, shows what would be done, asks unless that is confirmed, and carries it out.
/// Returns the exit code.
[[nodiscard]] int decideAndDo(
    const GlobalOptions& globals, const ReleaseOptions& options, const CarryOut& carryOut);

/// Opens the journal, lets `execute` do what was decided on, and says what is wrong with either.
[[nodiscard]] Result<release::Report> journalled(const GlobalOptions& globals,
    const std::function<Result<release::Report>(release::Journal&, const Clock&)>& execute);

/// The answer to --json, as an object whose end `more` may add to. `report`: what came of it; null:
/// it is a dry run.
[[nodiscard]] std::string reportJson(const Proposal& proposal, const release::Report* report,
    const std::function<void(output::JsonWriter&)>& more = {});
/// What each master did, one line each.
[[nodiscard]] std::string reportLines(const release::Report& report);

/// Prints on standard error what was not done, and returns the exit code.
[[nodiscard]] int exitCodeOfReport(const Proposal& proposal, const release::Report& report);

} // namespace lockkeeper::ctl
