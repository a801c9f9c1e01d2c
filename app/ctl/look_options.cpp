// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/look_options.h"

#include "app/ctl/durations.h"

namespace lockkeeper::ctl {
namespace {

void addResource(CLI::App& command, TypedLook& typed)
{
    command.add_option("RESOURCE", typed.resource, "The lock's name")->required()->type_name("");
}

void addLimit(CLI::App& command, const std::string& name, Limits& limits, const std::string& what)
{
    command
        .add_option("--warn-" + name, limits.warn, "Warn of more than N " + what + " (default 0)")
        ->type_name("N");
    command.add_option("--crit-" + name, limits.crit, "More than N " + what + " are critical")
        ->type_name("N");
}

void addCheck(CLI::App& app, TypedLook& typed)
{
    CLI::App* check = app.add_subcommand("check", "One line and an exit code for monitoring");
    addLimit(*check, "stale", typed.check.stale, "locks with evidence of being stale");
    addLimit(*check, "unknown", typed.check.unknown, "locks with an unknown verdict");
    addLimit(*check, "split", typed.check.split, "locks that are split");
    check->add_option("--warn-held", typed.warnHeld, "Warn of a lock that is held longer")
        ->type_name("TIME");
    check->add_option("--crit-held", typed.critHeld, "A lock that is held longer is critical")
        ->type_name("TIME");
    check->footer("A master that does not answer is a warning, less than a quorum is critical.\n"
                  "Exit codes: 0 fine; 1 warning; 2 critical; 64 usage.");
}

void addOutput(CLI::App& command, std::string& file)
{
    command.add_option("--output", file, "Replace this file at once, instead of printing")
        ->type_name("FILE");
}

std::optional<std::chrono::milliseconds> optionalTime(
    const std::string& option, const std::string& text)
{
    if (text.empty())
        return std::nullopt;
    const auto time = parseDuration(text);
    if (!time)
        throw CLI::ValidationError(option, time.error().text);
    return *time;
}

CheckOptions checkedCheck(const TypedLook& typed)
{
    CheckOptions check = typed.check;
    check.warnHeld = optionalTime("--warn-held", typed.warnHeld);
    check.critHeld = optionalTime("--crit-held", typed.critHeld);
    return check;
}

ExportOptions checkedExport(const TypedLook& typed, const GlobalOptions& globals)
{
    if (typed.isCsv == globals.isJson)
        throw CLI::ValidationError("export", "needs one of --csv and --json");
    return typed.exported;
}

} // namespace

void addLookCommands(CLI::App& app, TypedLook& typed)
{
    addResource(*app.add_subcommand("show", "All that is known of one lock"), typed);
    addCheck(app, typed);
    CLI::App* exported = app.add_subcommand("export", "All locks as CSV, or as JSON with --json");
    exported->add_flag("--csv", typed.isCsv, "CSV after RFC 4180, fit for spreadsheets");
    addOutput(*exported, typed.exported.file);
    CLI::App* metrics = app.add_subcommand(
        "metrics", "Numbers for Prometheus, by the textfile collector of the node exporter");
    addOutput(*metrics, typed.metrics.file);
    metrics->add_flag(
        "--per-lock", typed.metrics.isPerLock, "Also one series for each lock; there may be many");
}

std::optional<Command> understoodLook(
    const std::string& name, const TypedLook& typed, const GlobalOptions& globals)
{
    if (name == "check")
        return checkedCheck(typed);
    if (name == "export")
        return checkedExport(typed, globals);
    if (name == "metrics")
        return typed.metrics;
    std::optional<Command> command;
    if (name == "show")
        command = ShowOptions{Resource(typed.resource)};
    const auto isEmpty = [](const auto& options) {
        if constexpr (requires { options.resource; })
            return options.resource.isEmpty();
        return false;
    };
    if (command && std::visit(isEmpty, *command))
        throw CLI::ValidationError("RESOURCE", "is empty");
    return command;
}

} // namespace lockkeeper::ctl
