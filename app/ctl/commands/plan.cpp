// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/commands/plan.h"

#include "app/ctl/base/board_look.h"
#include "app/ctl/base/console.h"
#include "app/ctl/base/exit_codes.h"
#include "app/ctl/base/option_values.h"
#include "app/ctl/output/name_words.h"
#include "app/ctl/output/table_output.h"
#include "core/files/private_file.h"
#include "core/files/system_error.h"
#include "core/files/write_all.h"
#include "core/output/board_json.h"
#include "core/text/display_safe.h"
#include "core/text/number.h"
#include "core/text/shell_text.h"
#include "core/text/translate.h"
#include "core/words/master_words.h"
#include "core/words/outcome_words.h"

#include <absl/strings/substitute.h>
#include <cerrno>
#include <unistd.h>

namespace lockkeeper::ctl {
namespace {

using release::Safety;

void takeHolder(output::PlanSelection& selection, const std::string& typed)
{
    const std::size_t colon = typed.rfind(':');
    selection.holder = typed;
    if (colon != std::string::npos) {
        if (const auto pid = numberIn<std::int64_t>(typed.substr(colon + 1))) {
            selection.holder = typed.substr(0, colon);
            selection.pid = *pid;
        }
    }
    if (selection.holder->empty())
        throw CLI::ValidationError(
            "--holder", tr("names nobody: write HOST, HOST:PID, or the id of a client"));
}

/// Leaves no file on failure.
Result<void> createFile(const std::string& path, std::string_view text)
{
    const auto name = [&path] { return displaySafe(path, 4096); };
    const auto file = createPrivateFile(path);
    if (!file)
        return fail(ErrorClass::System, name() + ": " + file.error().text);
    if (!*file)
        return fail(ErrorClass::System,
            absl::Substitute(
                trNoop("$0 is there already: nothing was written; name another file", "data"),
                name()));
    if (writeAll((*file)->get(), text) && ::fsync((*file)->get()) == 0)
        return {};
    const int number = errno;
    ::unlink(path.c_str());
    return fail(ErrorClass::System, name() + ": " + std::string(std::strerror(number)));
}

/// Without --match: the plan has its own.
std::string applyLine(const Target& target, const std::string& file, bool hasReason)
{
    return "lockctl" + target.placeOptions + " apply " + shellWord(file)
        + (hasReason ? "" : " --reason TEXT");
}

std::string tableText(const output::PlanFile& plan, const std::string& file)
{
    const char* const leftOut = tr("left out unless \"may_live\": true");
    std::vector<std::vector<std::string>> rows;
    const auto addRow = [&](Safety safety, const char* word, const char* note) {
        if (const std::size_t count = plan.count(safety); count > 0 || safety == Safety::SafeToFree)
            rows.push_back({std::to_string(count), word, note});
    };
    addRow(Safety::SafeToFree, tr("safe to free"), "");
    addRow(Safety::NotKnown, tr("not known", "safety"), leftOut);
    addRow(Safety::Alive, tr("alive"), leftOut);
    return absl::Substitute(plan.count(release::Action::Release) == 0 ? tr("$0: $1 to revoke\n")
                                                                      : tr("$0: $1 to release\n"),
               displaySafe(file, 4096), words::countText(plan.locks.size(), "lock"))
        + joinedLines(alignedLines(rows));
}

std::string planJson(const output::MadePlan& made, const std::string& file,
    const std::optional<std::string>& command)
{
    const output::PlanFile& plan = made.file;
    output::JsonWriter out;
    out.openObject();
    out.field("plan", plan.id);
    out.field("file", file);
    out.field("action", plan.action());
    out.field("deployment", plan.deployment);
    out.field("locks", plan.locks.size());
    out.field("safe_to_free", plan.count(Safety::SafeToFree));
    out.field("not_known", plan.count(Safety::NotKnown));
    out.field("alive", plan.count(Safety::Alive));
    out.key("left_out").openArray();
    for (const auto& lock : made.leftOut) {
        out.openObject();
        output::writeResource(out, lock.resource);
        out.field("reason", lock.reason.text);
        out.closeObject();
    }
    out.closeArray();
    out.field("command", command);
    out.closeObject();
    return out.text() + '\n';
}

int explainEmpty(const output::MadePlan& made, std::size_t locks)
{
    if (!made.leftOut.empty()) {
        printError(tr("none of them can be freed: no plan was written"));
        return kExitUsage;
    }
    printError(absl::Substitute(
        tr("no such lock among $0: no plan was written"), words::countText(locks, "lock")));
    return kExitNotDone;
}

} // namespace

CLI::Option* addPlan(CLI::App& command, PlanOptions& options)
{
    CLI::Option* const plan = command.add_option("--plan", options.file,
        tr("Free nothing, but write a plan for all locks that are selected by --holder, --stale "
           "and --match to FILE, which must not be there; `apply` carries it out"));
    plan->type_name("FILE");
    command
        .add_option_function<std::string>(
            "--holder",
            [&options](const std::string& typed) {
                if (!typed.empty())
                    takeHolder(options.selection, typed);
            },
            tr("Only locks of this host, of one process there, or of the client with this id"))
        ->type_name("HOST[:PID]")
        ->needs(plan);
    command
        .add_flag(
            "--stale", options.selection.isStaleOnly, tr("Only locks with evidence of being stale"))
        ->needs(plan);
    return plan;
}

void checkPlan(PlanOptions& options, const GlobalOptions& globals)
{
    options.selection.patterns = globals.patterns;
    if (!options.selection.holder && !options.selection.isStaleOnly && globals.patterns.empty())
        throw CLI::ValidationError(
            "--plan", tr("needs --holder, --stale or --match, which say which locks are meant"));
}

int makePlan(const GlobalOptions& globals, const PlanOptions& options, release::Action action,
    const std::string& reason)
{
    auto target = openTarget(
        globals, action == release::Action::Revoke ? TargetUse::Look : TargetUse::Watch);
    if (!target)
        return printErrorAndExitCode(target.error());
    const auto look = lookAtBoard(globals, std::move(*target));
    if (!look)
        return printErrorAndExitCode(look.error());
    if (const int code = printErrorAndExitCode(*look); code != kExitDone)
        return code;
    const SystemClock clock;
    const observe::LocalProcessProbe processes;
    const auto made = output::makePlan(look->deployment(), look->locks, options.selection, action,
        reason.empty() ? std::nullopt : std::optional(reason), clock, processes);
    if (!made)
        return printErrorAndExitCode(made.error());
    for (const auto& lock : made->leftOut)
        printError(absl::Substitute(
            tr("$0: not in the plan: $1"), nameText(lock.resource), words::errorText(lock.reason)));
    if (made->file.locks.empty())
        return explainEmpty(*made, look->locks.size());
    if (const auto written = createFile(options.file, output::formatPlan(made->file)); !written) {
        printError(trData(written.error().text));
        return kExitOutputLost;
    }
    const auto allowed = release::checkWritable(look->deployment());
    const std::string command = applyLine(look->target, options.file, !reason.empty());
    if (globals.isJson)
        print(planJson(*made, options.file, allowed ? std::optional(command) : std::nullopt));
    else
        print(tableText(made->file, options.file)
            + (allowed ? absl::Substitute(tr("read it, then: $0\n"), command)
                       : words::errorText(allowed.error()) + "\n"));
    return kExitDone;
}

} // namespace lockkeeper::ctl
