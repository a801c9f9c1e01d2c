// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/base/console.h"
#include "app/ctl/base/exit_codes.h"
#include "app/ctl/base/target.h"
#include "app/ctl/command.h"
#include "app/ctl/output/table_output.h"
#include "core/observe/facts_look.h"
#include "core/output/board_json.h"
#include "core/text/display_safe.h"
#include "core/text/translate.h"
#include "core/words/fact_words.h"
#include "core/words/master_words.h"

#include <absl/strings/substitute.h>

namespace lockkeeper::ctl {
namespace {

using observe::MasterStatus;
using words::FactState;
using words::MasterFact;

std::vector<Error> failuresOf(const std::vector<MasterStatus>& masters)
{
    std::vector<Error> failures;
    for (const MasterStatus& master : masters) {
        if (master.link.state == redis::LinkState::Up)
            continue;
        failures.push_back(master.link.error.value_or(
            Error{ErrorClass::Unreachable, trNoop("it did not answer", "data"), {}}));
        failures.back().master = master.id;
    }
    return failures;
}

void writeFact(output::JsonWriter& out, const MasterFact& fact)
{
    out.object("topic", words::factTopicName(fact.topic), "state",
        fact.state == FactState::Unknown ? "unknown" : words::factStateName(fact.state), "text",
        fact.text, "why", fact.why, "cure", output::unlessEmpty(fact.cure));
}

void writeStatus(output::JsonWriter& out, const MasterStatus& master, SteadyTime now)
{
    const auto* const facts = master.facts ? &*master.facts : nullptr;
    out.openObject();
    output::writeMasterLink(out, master);
    out.field("error", output::errorText(master.link.error));
    out.key("server");
    if (facts && facts->product)
        out.object("name", facts->product->name, "version", facts->product->version);
    else
        out.value(nullptr);
    if (facts && facts->clock)
        out.field(
            "clock_ahead_ms", facts->clock->ahead, "clock_tolerance_ms", facts->clock->tolerance);
    else
        out.field("clock_ahead_ms", nullptr, "clock_tolerance_ms", nullptr);
    out.list("facts", words::factsOf(master, now), [&](const auto& fact) { writeFact(out, fact); });
    out.closeObject();
}

void printJson(const config::Deployment& deployment, const std::vector<MasterStatus>& masters)
{
    const SteadyTime now = systemClock().now();
    print(output::objectLine([&](output::JsonWriter& out) {
        out.field("deployment", deployment.name, "quorum", deployment.quorum());
        out.list("masters", masters, [&](const auto& one) { writeStatus(out, one, now); });
    }));
}

/// The fact's lines. What is fine needs no reason.
std::string factLines(const MasterFact& fact)
{
    const std::string indent(26, ' ');
    std::string text = "  " + padded(words::factTopicName(fact.topic), 13)
        + padded(words::factStateName(fact.state), 11) + fact.text + "\n";
    if (fact.state == FactState::Advice || fact.state == FactState::Warning)
        text.append(indent).append(absl::Substitute(tr("why: $0\n"), fact.why));
    if (!fact.cure.empty())
        text.append(indent).append(absl::Substitute(tr("cure: $0\n"), fact.cure));
    return text;
}

std::string masterText(const MasterStatus& master, SteadyTime now)
{
    std::string text = displaySafe(master.id.value()) + "  " + displaySafe(master.url) + "  "
        + words::linkStateText(master.link, now);
    if (const std::string product = words::productText(master); !product.empty())
        text.append("  ").append(product);
    text += '\n';
    if (master.link.state != redis::LinkState::Up)
        return text;
    for (const MasterFact& fact : words::factsOf(master, now))
        text += factLines(fact);
    return text;
}

class MastersCommand final : public Command {
public:
    void addOptions(CLI::App& masters) override
    {
        masters.footer(
            absl::StrCat(tr("Clock, restarts, eviction, memory, persistence. Reads no keys.\n"),
                tr("Exit codes: 0 told; 2 too few masters told; 64 usage; 69 unreachable; 77 "
                   "refused.")));
    }
    int run(const GlobalOptions& globals) override;
};

int MastersCommand::run(const GlobalOptions& globals)
{
    const auto target = openTarget(globals, TargetUse::Look);
    if (!target)
        return printErrorAndExitCode(target.error());
    const SystemClock clock;
    const config::Deployment& deployment = target->deployment;
    const std::vector<MasterStatus> masters = observe::lookAtMasters(deployment, clock);
    if (globals.isJson)
        printJson(deployment, masters);
    const SteadyTime now = clock.now();
    for (const MasterStatus& master : masters) {
        if (!globals.isJson)
            print(masterText(master, now));
    }
    const std::vector<Error> failures = failuresOf(masters);
    for (const Error& failure : failures)
        complainAbout(failure, deployment);
    return exitCodeForFailures(failures, masters.size(), deployment.quorum());
}

const CommandEntry<MastersCommand> kMastersEntry(
    120, "masters", trNoop("What of the masters matters for their locks, and what mends it"));

} // namespace
} // namespace lockkeeper::ctl
