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

/// Steal revokes first; Ask changes nothing.
enum class Deed { Release, Revoke, Steal, Ask };

struct ReleaseOptions {
    Deed deed = Deed::Release;
    Resource resource{};
    /// 8 to 40 leading hex digits of a fingerprint; (Ask) empty: the holder's.
    std::string token{};
    std::string member{}; ///< the same for one holder of a shared lock
    std::string waiter{}; ///< to drop; empty: release the holder
    std::optional<std::int64_t> count{}; ///< a number's new value
    std::optional<lock::AcquireOptions> taking{}; ///< (Steal) set
    std::string reason{};
    bool isDryRun = false;
    bool isConfirmed = false;

    [[nodiscard]] bool isRevoke() const { return deed == Deed::Revoke || deed == Deed::Steal; }
};

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

CLI::Option* addDeciding(CLI::App& command, ReleaseOptions& options);
void checkDeciding(const ReleaseOptions& options);

using CarryOut = std::function<int(const Target& target, const Proposal& proposal)>;

/// Shows the deed, asks unless confirmed, performs it.
[[nodiscard]] int decideAndDo(
    const GlobalOptions& globals, ReleaseOptions options, const CarryOut& carryOut);

/// Warns if the journal was already broken.
[[nodiscard]] Result<release::Report> journalled(const GlobalOptions& globals,
    const std::function<Result<release::Report>(release::Journal&, const Clock&)>& execute);

/// `more` may add fields. `report`: null for a dry run.
[[nodiscard]] std::string reportJson(const Proposal& proposal, const release::Report* report,
    const std::function<void(output::JsonWriter&)>& more = {});
[[nodiscard]] std::string reportLines(const release::Report& report);

/// Of its outcomes; prints nothing.
[[nodiscard]] int exitCodeOfDeed(const release::Report& report);

/// Prints failures.
[[nodiscard]] int exitCodeOfReport(const Proposal& proposal, const release::Report& report);

} // namespace lockkeeper::ctl
