// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/base/all_deployments.h"
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
        if (master.link.isUp())
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

void writeStatus(output::JsonWriter& out, const MasterStatus& master,
    const std::vector<MasterStatus>& all, SteadyTime now)
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
    out.list(
        "facts", words::factsOf(master, now, all), [&](const auto& fact) { writeFact(out, fact); });
    out.closeObject();
}

struct MastersLook {
    config::Deployment deployment;
    std::vector<MasterStatus> masters;
};

void writeMasters(output::JsonWriter& out, const MastersLook& look)
{
    const SteadyTime now = systemClock().now();
    out.field("deployment", look.deployment.name, "quorum", look.deployment.quorum());
    out.list("masters", look.masters,
        [&](const auto& one) { writeStatus(out, one, look.masters, now); });
}

/// Good facts need no reason.
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

std::string masterText(const MasterStatus& master, const std::vector<MasterStatus>& all,
    const std::string& place, SteadyTime now)
{
    std::string text = (place.empty() ? "" : displaySafe(place) + "  ")
        + displaySafe(master.id.value()) + "  " + displaySafe(master.url) + "  "
        + words::linkStateText(master.link, now);
    if (const std::string product = words::productText(master); !product.empty())
        text.append("  ").append(product);
    text += '\n';
    if (!master.link.isUp())
        return text;
    for (const MasterFact& fact : words::factsOf(master, now, all))
        text += factLines(fact);
    return text;
}

void printText(const MastersLook& look, const std::string& place)
{
    const SteadyTime now = systemClock().now();
    for (const MasterStatus& master : look.masters)
        print(masterText(master, look.masters, place, now));
}

int endMasters(const MastersLook& look)
{
    const std::vector<Error> failures = failuresOf(look.masters);
    for (const Error& failure : failures)
        complainAbout(failure, look.deployment);
    return exitCodeForFailures(failures, look.masters.size(), look.deployment.quorum());
}

MastersLook lookAt(const config::Deployment& deployment)
{
    const SystemClock clock;
    return {deployment, observe::lookAtMasters(deployment, clock)};
}

int readMasters(const GlobalOptions& globals)
{
    const auto all = readTargets<MastersLook>(globals, TargetUse::Look,
        [](const Target& target) -> Result<MastersLook> { return lookAt(target.deployment); });
    if (!all)
        return printErrorAndExitCode(all.error());
    if (globals.isJson)
        printJson(globals, *all, writeMasters,
            [](const MastersLook& look) { return failuresOf(look.masters).empty(); });
    for (const Reading<MastersLook>& one : *all) {
        if (!globals.isJson && one.result)
            printText(*one.result, one.name);
    }
    return endAll(*all, endMasters);
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
    [[nodiscard]] bool takesAll() const override { return true; }
    int run(const GlobalOptions& globals) override { return readMasters(globals); }
};

const CommandEntry<MastersCommand> kMastersEntry(
    120, "masters", trNoop("What of the masters matters for their locks, and what mends it"));

} // namespace
} // namespace lockkeeper::ctl
