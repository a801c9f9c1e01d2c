// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/base/console.h"
#include "app/ctl/base/exit_codes.h"
#include "app/ctl/base/target.h"
#include "app/ctl/commands/commands.h"
#include "core/output/incident.h"
#include "core/release/journal.h"
#include "core/release/lock_snapshot.h"

namespace lockkeeper::ctl {
namespace {

/// Asks the masters for a lock of the report.
Result<output::Sight> look(const config::Deployment& deployment, const Resource& resource)
{
    const Clock& clock = systemClock();
    const observe::LocalProcessProbe processes;
    auto found = release::readLock(
        deployment, resource, clock, processes, {.asksForClients = true, .asksForWaits = true});
    if (!found)
        return tl::make_unexpected(std::move(found.error()));
    output::Sight sight{.entry = found->entry,
        .failures = std::move(found->failures),
        .isOtherKey = found->isOtherKey};
    if (const auto token = sight.entry ? leadingToken(sight.entry->votes) : std::nullopt)
        sight.safety = release::assessSafety(*sight.entry, *token, processes, clock.now());
    return sight;
}

} // namespace

int runCommand(const GlobalOptions& globals, const ReportOptions& options)
{
    const auto target = openTarget(globals, TargetUse::Look);
    if (!target)
        return printErrorAndExitCode(target.error());
    const config::Deployment& deployment = target->deployment;
    output::Incident incident = output::gatherIncident(
        {.deployment = deployment,
            .resource = options.resource,
            .span = {.from = options.since, .to = options.until},
            .journal
            = globals.journal.empty() ? release::defaultJournalFile() : globals.journal.c_str(),
            .history = historyFileOf(globals, deployment)},
        systemClock());
    for (output::IncidentLock& lock : incident.locks) {
        auto sight = look(deployment, lock.resource);
        if (!sight)
            return printErrorAndExitCode(sight.error());
        lock.present = std::move(*sight);
    }
    // The present is later than the moment at which the files were read.
    incident.madeAt = systemClock().wallNow();
    incident.madeAtSteady = systemClock().now();
    const std::string text
        = globals.isJson ? output::asJson(incident) : output::asMarkdown(incident);
    return printInto(options.file, text, OutputSecrecy::Private) ? kExitDone : kExitOutputLost;
}

} // namespace lockkeeper::ctl
