// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/base/console.h"
#include "app/ctl/base/exit_codes.h"
#include "app/ctl/base/option_values.h"
#include "app/ctl/base/resource_option.h"
#include "app/ctl/base/target.h"
#include "app/ctl/command.h"
#include "core/output/incident.h"
#include "core/release/journal.h"
#include "core/release/lock_snapshot.h"
#include "core/text/translate.h"

namespace lockkeeper::ctl {
namespace {

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
        .isOtherKey = found->isOtherKey,
        .waits = std::move(found->waits)};
    release::LivenessSource others(deployment, clock);
    if (const auto token = sight.entry ? leadingToken(sight.entry->votes) : std::nullopt)
        sight.safety = release::assessSafety(*sight.entry, *token, processes, others, clock);
    return sight;
}

class ReportCommand final : public Command {
public:
    void addOptions(CLI::App& report) override
    {
        addResource(report, m_typed, tr("The lock's name; without one, all of a span of time"));
        addPastTime(report, "--since", m_since,
            tr("Only what happened since: 24h, 2026-11-21 or 2026-11-21T03:14 (UTC)"));
        addPastTime(report, "--until", m_until, tr("Only what happened before; like --since"));
        addOutput(report, m_file);
        report.footer(
            tr("It is made of the journal of releases, of the history (`watch --record`), and "
               "of what the\nmasters answer now."));
    }
    void check(const GlobalOptions& /*globals*/) override
    {
        if (m_typed.resource)
            checkResource(m_typed, EmptyName::Encoded);
        else if (!m_since)
            throw CLI::ValidationError("report", tr("takes RESOURCE, --since TIME, or both"));
        if (m_until && *m_until <= m_since.value_or(WallTime()))
            throw CLI::ValidationError("--until", tr("is not later than --since"));
    }
    int run(const GlobalOptions& globals) override;

private:
    TypedResource m_typed;
    std::optional<WallTime> m_since;
    std::optional<WallTime> m_until;
    std::string m_file;
};

int ReportCommand::run(const GlobalOptions& globals)
{
    const auto target = openTarget(globals, TargetUse::Watch);
    if (!target)
        return printErrorAndExitCode(target.error());
    const config::Deployment& deployment = target->deployment;
    if (m_typed.resource)
        m_typed.resource = resourceIn(deployment, *m_typed.resource);
    output::Incident incident = output::gatherIncident(
        {.deployment = deployment,
            .resource = m_typed.resource,
            .span = {.from = m_since.value_or(WallTime()), .to = m_until.value_or(WallTime::max())},
            .journal = journalFileOf(globals),
            .history = historyOf(globals, deployment)},
        systemClock());
    for (output::IncidentLock& lock : incident.locks) {
        auto sight = look(deployment, lock.resource);
        if (!sight)
            return printErrorAndExitCode(sight.error());
        lock.present = std::move(*sight);
    }
    incident.madeAt = systemClock().wallNow();
    incident.madeAtSteady = systemClock().now();
    const std::string text
        = globals.isJson ? output::asJson(incident) : output::asMarkdown(incident);
    return printInto(m_file, text, OutputSecrecy::Private) ? kExitDone : kExitOutputLost;
}

const CommandEntry<ReportCommand> kReportEntry(90, "report",
    trNoop("What was seen, decided and sent, and what came of it, as Markdown or JSON"));

} // namespace
} // namespace lockkeeper::ctl
