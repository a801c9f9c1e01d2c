// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/command_line.h"

#include "app/ctl/base/console.h"
#include "app/ctl/base/exit_codes.h"
#include "app/ctl/base/moments.h"
#include "app/ctl/base/resource_option.h"
#include "app/ctl/base/target.h"
#include "app/ctl/completion/completion_command.h"
#include "app/ctl/look_options.h"
#include "app/ctl/output/table_output.h"
#include "core/redis/glob.h"
#include "core/redis/url_login.h"
#include "core/release/journal_entry.h"
#include "core/text/ascii.h"
#include "core/text/display_safe.h"
#include "core/text/duration_text.h"
#include "core/text/hex.h"
#include "core/text/translate.h"

#include <CLI/CLI.hpp>
#include <absl/strings/str_cat.h>
#include <absl/strings/substitute.h>
#include <algorithm>
#include <array>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

namespace lockkeeper::ctl {

/// The help of lockctl and its commands in the chosen language, laid out as CLI11 does it, but also
/// aligned where characters take two columns. Titles of groups are translated when they are
/// printed, other texts when the options are added. Needs a UTF-8 LC_CTYPE.
class HelpFormatter : public CLI::Formatter {
public:
    HelpFormatter();

    std::string make_group(
        std::string group, bool isPositional, std::vector<const CLI::Option*> opts) const override;
    std::string make_usage(const CLI::App* app, std::string name) const override;
    std::string make_subcommands(const CLI::App* app, CLI::AppFormatMode mode) const override;
    std::string make_subcommand(const CLI::App* sub) const override;
    std::string make_option(const CLI::Option* opt, bool isPositional) const override;

private:
    [[nodiscard]] std::string lineOf(const std::string& name, const std::string& about) const;
};

namespace {

std::string titleLine(const char* title)
{
    return absl::StrCat("\n", absl::Substitute(tr("$0:", "title"), title), "\n");
}

} // namespace

HelpFormatter::HelpFormatter()
{
    label("Positionals", tr("Positionals"));
    label("OPTIONS", tr("OPTIONS"));
    label("SUBCOMMAND", tr("SUBCOMMAND"));
    label("REQUIRED", tr("REQUIRED"));
    label("Needs", tr("Needs"));
    label("Excludes", tr("Excludes"));
}

std::string HelpFormatter::make_group(
    std::string group, bool isPositional, std::vector<const CLI::Option*> opts) const
{
    std::string text = titleLine(tr(group.c_str()));
    for (const CLI::Option* option : opts)
        text += make_option(option, isPositional);
    return text;
}

std::string HelpFormatter::make_usage(const CLI::App* app, std::string name) const
{
    const std::string title = "Usage: ";
    const std::string usage = CLI::Formatter::make_usage(app, std::move(name));
    return absl::Substitute(tr("$0: $1"), tr("Usage"), usage.substr(title.size()));
}

std::string HelpFormatter::make_subcommands(const CLI::App* app, CLI::AppFormatMode /*mode*/) const
{
    const auto commands = app->get_subcommands({});
    if (commands.empty())
        return {};
    std::string text = titleLine(tr("Subcommands"));
    for (const CLI::App* command : commands)
        text += make_subcommand(command);
    return text;
}

std::string HelpFormatter::make_subcommand(const CLI::App* sub) const
{
    return lineOf(sub->get_display_name(true), sub->get_description());
}

std::string HelpFormatter::make_option(const CLI::Option* opt, bool isPositional) const
{
    return lineOf(
        make_option_name(opt, isPositional) + make_option_opts(opt), make_option_desc(opt));
}

std::string HelpFormatter::lineOf(const std::string& name, const std::string& about) const
{
    const std::size_t column = get_column_width();
    const std::string left = "  " + name;
    const bool isAlone = displayWidth(left) >= column;
    return (isAlone ? left + "\n" + std::string(column, ' ') : padded(left, column)) + about + "\n";
}

namespace {

constexpr const char* kCommonGroup = trNoop("Options of every command");

/// CLI11's sentences about mistakes, as far as lockctl can get them. Others stay English.
[[maybe_unused]] constexpr std::array kSentences{trNoop("A subcommand is required", "data"),
    trNoop("$0 is required", "data"), trNoop("$0 requires $1", "data"),
    trNoop("$0 excludes $1", "data"), trNoop("The following argument was not expected: $0", "data"),
    trNoop("The following arguments were not expected: $0", "data"),
    trNoop("Could not convert: $0 = $1", "data"),
    trNoop("$0: Should be true/false or a number", "data"),
    trNoop("$0: too many inputs for a flag", "data"), trNoop("$0: $1 required $2 missing", "data"),
    trNoop("$0: At Most $1 required but received $2", "data"),
    trNoop("$0: At least $1 required but received $2", "data"),
    trNoop("$0 was given a disallowed flag override", "data"),
    trNoop("$0: Value $1 not in range $2 to $3", "data")};

std::string footer()
{
    return absl::StrCat("\n",
        tr("Masters can also be named in the environment, as URLs with spaces between them; that "
           "keeps\npasswords out of the process list:"),
        "\n  LOCKKEEPER_MASTERS=\"redis://user:password@10.0.0.1 "
        "redis://user:password@10.0.0.2\" lockctl list\n\n",
        tr("Exit codes: 0 done; 1 not acquired, nothing released; 2 no quorum; 64 usage; 69 "
           "unreachable;\n74 the output can't be written; 77 refused by the server. `run` exits as "
           "its command does\n(128 + n if signal n ended it); `check` exits with 0 fine, 1 "
           "warning, "
           "2 critical, 3 unknown."));
}

/// The values of a command line before they are checked.
struct RawOptions {
    GlobalOptions globals;
    ListOptions list;
    AcquireCommandOptions acquire;
    RunOptions run;
    ReleaseOptions release;
    WatchCommandOptions watch;
    HistoryOptions history;
    TypedLook look;
    std::string since;
    bool isBusiest = false;
    bool isLongest = false;
    bool isContention = false;
    bool isTrends = false;
    TypedResource resource;
    std::string ttl;
    std::string wait;
    std::string onDeadlock = "wait";
    bool isUnrenewed = false;
};

// Without allow_extra_args(false), CLI11 takes the arguments after the value of a repeatable option
// as further values, and splits values in brackets at commas.
void addRepeatable(CLI::App& app, const std::string& name, std::vector<std::string>& values,
    const std::string& help, const std::string& placeholder)
{
    app.add_option(name, values, help)->allow_extra_args(false)->type_name(placeholder);
}

void addGlobals(CLI::App& app, GlobalOptions& globals)
{
    // Options that are added from here on are of this group.
    app.option_defaults()->group(kCommonGroup);
    addRepeatable(app, "--master", globals.masters,
        tr("A master: redis://[user[:password]@]host[:port][/db], the same with rediss:// for TLS, "
           "or unix:///path; one per vote"),
        "URL");
    CLI::Option* config = app.add_option("--config", globals.config,
        tr("The file that names deployments (default: ~/.config/lockkeeper/deployments.toml)"));
    config->type_name("FILE")->excludes("--master");
    CLI::Option* deployment = app.add_option("--deployment", globals.deployment,
        tr("The deployment of that name; may be left out if --config names a file with only one"));
    deployment->type_name("NAME")->excludes("--master");
    app.add_option("--expect-deployment", globals.expected,
           tr("Refuse any other deployment than that of this id: of lines that were printed to be "
              "pasted"))
        ->type_name("ID");
    addRepeatable(app, "--match", globals.patterns,
        tr("Look only at keys that match; give it again for each further GLOB"), "GLOB");
    app.add_flag(
           "--sandbox", globals.isSandbox, tr("Use a sandbox of five servers with demo locks"))
        ->excludes("--master")
        ->excludes(config)
        ->excludes(deployment);
    app.add_flag("--possible", globals.arePossibleWanted,
        tr("Also show keys of which only the name or the value looks like a lock's"));
    app.add_flag("--json", globals.isJson, tr("Print JSON"));
    app.add_option("--journal", globals.journal,
           tr("The journal of releases (default: ~/.local/state/lockkeeper/journal.jsonl)"))
        ->type_name("FILE");
    app.add_option("--history", globals.history,
           tr("The history (default: a file for these masters in "
              "~/.local/state/lockkeeper/history)"))
        ->type_name("FILE");
    app.option_defaults()->group(trNoop("Options")); // CLI11's own
    app.set_version_flag("--version", "lockctl " LOCKKEEPER_VERSION,
        tr("Display program version information and exit"));
}

// Help of a command has only its own options otherwise. `app` must outlive its commands' help.
void showGlobalsInHelp(CLI::App& app)
{
    const std::function<std::string()> text = [&app] {
        const CLI::App& constApp = app;
        return HelpFormatter().make_group(kCommonGroup, false,
            constApp.get_options(
                [](const CLI::Option* option) { return option->get_group() == kCommonGroup; }));
    };
    for (CLI::App* command : app.get_subcommands({}))
        command->footer(text);
}

CLI::App* addResourceCommand(
    CLI::App& app, RawOptions& typed, const std::string& name, const std::string& help)
{
    CLI::App* command = app.add_subcommand(name, help);
    addResource(*command, typed.resource);
    return command;
}

void addWaiting(
    CLI::App& command, RawOptions& typed, bool isTtlRequired, const std::string& waitHelp)
{
    command
        .add_option("--ttl", typed.ttl,
            isTtlRequired
                ? tr("How long the lock lives unless renewed: 500ms, 30s, 5m, 2h")
                : tr("How long the lock lives unless renewed: 500ms, 30s, 5m, 2h (default 30s)"))
        ->required(isTtlRequired)
        ->type_name("TIME");
    command.add_option("--wait", typed.wait, waitHelp)->type_name("TIME");
    command
        .add_option("--on-deadlock", typed.onDeadlock,
            tr("fail: end a wait that is part of a deadlock. Says that the script which runs this "
               "waits for it (default wait)"))
        ->check([](const std::string& value) {
            return value == "wait" || value == "fail" ? "" : tr("must be wait or fail");
        })
        ->type_name("wait|fail");
}

void addHistory(CLI::App& app, RawOptions& typed)
{
    CLI::App* history
        = app.add_subcommand("history", tr("What was recorded: who held a lock, and when"));
    // Not in an option group: a name behind "--" does not find its way into one.
    addResource(*history, typed.resource, tr("The lock's name: who held it, and when"));
    history->add_flag("--busiest", typed.isBusiest, tr("The locks that are taken most often"));
    history->add_flag("--longest", typed.isLongest, tr("The locks that were held longest"));
    history->add_flag(
        "--contention", typed.isContention, tr("The locks that go from hand to hand most often"));
    history->add_flag("--trends", typed.isTrends,
        tr("What happened in each hour, what is usual then, hand-overs, longest waits"));
    history
        ->add_option("--since", typed.since,
            tr("Only what happened since: 24h, 2026-11-21 or 2026-11-21T03:14 (UTC)"))
        ->type_name("TIME");
}

void addWide(CLI::App& command, bool& isWide)
{
    command.add_flag(
        "--wide", isWide, tr("All columns, with whole names, on a narrow terminal too"));
}

void addRelease(CLI::App& app, RawOptions& typed, const std::string& name, const std::string& help)
{
    CLI::App* command = addResourceCommand(app, typed, name, help);
    command->add_option("--token", typed.release.token, tr("The fingerprint that `list` shows"))
        ->required()
        ->type_name("FINGERPRINT");
    command
        ->add_option("--reason", typed.release.reason,
            name == "revoke" ? tr("Why; goes to the journal, and into the lock's value")
                             : tr("Why; goes to the journal"))
        ->type_name("TEXT");
    command->add_flag(
        "--dry-run", typed.release.isDryRun, tr("Show what would be sent, send nothing"));
    command->add_flag("--yes", typed.release.isConfirmed, tr("Do not ask"));
}

void addCommands(CLI::App& app, RawOptions& typed)
{
    CLI::App* list = app.add_subcommand("list", tr("One look at all locks, then exit"));
    list->add_flag(
        "--stale", typed.list.isStaleOnly, tr("Only locks with evidence of being stale"));
    addWide(*list, typed.list.isWide);
    CLI::App* watch
        = app.add_subcommand("watch", tr("Follow changes: a table on a terminal, else JSON lines"));
    watch->add_flag("--record", typed.watch.isRecorded, tr("Record what is seen into the history"));
    addWide(*watch, typed.watch.isWide);
    addLookCommands(app, typed.look);
    addHistory(app, typed);

    CLI::App* acquire = addResourceCommand(app, typed, "acquire", tr("Take a lock"));
    addWaiting(*acquire, typed, true,
        tr("Keep trying this long while another owner holds it (default 0s)"));
    CLI::Option* hold = acquire->add_flag("--hold", typed.acquire.isHeld,
        tr("Hold and renew it until interrupted, then release it; else it is left to its TTL"));
    acquire->add_flag("--no-renew", typed.isUnrenewed, tr("Hold it for one TTL only"))->needs(hold);

    CLI::App* run = addResourceCommand(app, typed, "run", tr("Hold a lock while a command runs"));
    run->footer(tr("The command follows the options: lockctl run RESOURCE -- COMMAND ..."));
    addWaiting(
        *run, typed, false, tr("Give up after this long (default: wait for as long as it takes)"));
    run->add_flag("--keep-passwords", typed.run.arePasswordsKept,
        tr("Leave the variables with masters' passwords in the command's environment: for a "
           "script that calls lockctl"));

    addRelease(app, typed, "release", tr("Free somebody else's lock at once"));
    addRelease(app, typed, "revoke",
        tr("Take a lock from its holder: nobody gets it before its TTL has passed"));

    app.add_subcommand("sandbox", tr("Start a sandbox, print its URLs, run until interrupted"));
}

std::chrono::milliseconds timeOf(const std::string& option, const std::string& text)
{
    const auto duration = parseDuration(text);
    if (!duration)
        throw CLI::ValidationError(option, trData(duration.error().text));
    return *duration;
}

void checkTimes(RawOptions& typed)
{
    if (!typed.ttl.empty()) {
        typed.acquire.ttl = typed.run.ttl = timeOf("--ttl", typed.ttl);
        if (typed.acquire.ttl.count() == 0)
            throw CLI::ValidationError("--ttl", tr("must be at least 1ms"));
    }
    if (!typed.wait.empty()) {
        typed.acquire.wait = timeOf("--wait", typed.wait);
        typed.run.wait = typed.acquire.wait;
    }
}

void checkRelease(const ReleaseOptions& typed)
{
    const bool isHex = isLowerHex(toAsciiLower(typed.token));
    if (!isHex || typed.token.size() < 8 || typed.token.size() > 40)
        throw CLI::ValidationError(
            "--token", tr("is a fingerprint as `lockctl list` shows it: 8 to 40 hex digits"));
    if (!typed.isDryRun && typed.reason.find_first_not_of(" \t\n") == std::string::npos)
        throw CLI::ValidationError("--reason", tr("is required: it goes to the journal"));
    if (release::isReasonTooLong(typed.reason))
        throw CLI::ValidationError("--reason",
            absl::Substitute(tr("has more than $0 characters, of which the journal keeps no more"),
                release::kMostOfReason));
}

HistoryOptions checkedHistory(const RawOptions& typed)
{
    using Question = HistoryOptions::Question;
    HistoryOptions history;
    const auto questions
        = std::ranges::count(std::array{typed.resource.resource.has_value(), typed.isBusiest,
                                 typed.isLongest, typed.isContention, typed.isTrends},
            true);
    if (questions != 1)
        throw CLI::ValidationError("history",
            tr("takes one of RESOURCE, --busiest, --longest, --contention and --trends"));
    if (typed.isBusiest)
        history.question = Question::Busiest;
    else if (typed.isLongest)
        history.question = Question::Longest;
    else if (typed.isContention)
        history.question = Question::Contention;
    else if (typed.isTrends)
        history.question = Question::Trends;
    else
        history.resource = checkedResource(typed.resource, EmptyName::Encoded);
    if (!typed.since.empty()) {
        const auto since = parsePastTime(typed.since, systemClock().wallNow());
        if (!since)
            throw CLI::ValidationError("--since", trData(since.error().text));
        history.since = *since;
    }
    return history;
}

void checkPatterns(const GlobalOptions& globals)
{
    for (const std::string& pattern : globals.patterns) {
        if (const auto checked = redis::checkGlob(pattern); !checked)
            throw CLI::ValidationError("--match", trData(checked.error().text));
    }
}

void takeMastersFromEnvironment(GlobalOptions& globals)
{
    if (!globals.isSandbox && globals.masters.empty() && !globals.config && !globals.deployment)
        globals.masters = mastersOfEnvironment();
}

Invocation makeInvocation(
    const CLI::App& app, RawOptions typed, std::vector<std::string> commandToRun)
{
    Invocation invocation;
    if (app.get_subcommands().empty())
        throw CLI::ValidationError(tr("no command is given"));
    const std::string name = app.get_subcommands().front()->get_name();
    if (name != "run" && !commandToRun.empty())
        throw CLI::ExtrasError(commandToRun);
    if (typed.globals.isJson && (name == "metrics" || name == "run"))
        throw CLI::ValidationError("--json", absl::Substitute(tr("$0 prints no JSON"), name));
    checkTimes(typed);
    checkPatterns(typed.globals);
    takeMastersFromEnvironment(typed.globals);
    if (name == "acquire" || name == "run")
        typed.acquire.resource = typed.run.resource
            = checkedResource(typed.resource, EmptyName::Refused);
    if (name == "release" || name == "revoke")
        typed.release.resource = checkedResource(typed.resource, EmptyName::Encoded);
    typed.acquire.isRenewed = !typed.isUnrenewed;
    typed.acquire.onDeadlock = typed.run.onDeadlock
        = typed.onDeadlock == "fail" ? lock::OnDeadlock::Fail : lock::OnDeadlock::Wait;
    typed.run.command = std::move(commandToRun);
    if (name == "list")
        invocation.command = typed.list;
    else if (name == "watch")
        invocation.command = typed.watch;
    else if (name == "history")
        invocation.command = checkedHistory(typed);
    else if (name == "acquire")
        invocation.command = std::move(typed.acquire);
    else if (name == "run") {
        if (typed.run.command.empty())
            throw CLI::RequiredError("COMMAND (lockctl run RESOURCE -- COMMAND ...)");
        invocation.command = std::move(typed.run);
    } else if (name == "release" || name == "revoke") {
        typed.release.isRevoke = name == "revoke";
        checkRelease(typed.release);
        invocation.command = std::move(typed.release);
    } else if (auto look = makeReadOnlyCommand(name, typed.look, typed.globals))
        invocation.command = std::move(*look);
    else
        invocation.command = SandboxOptions{};
    invocation.globals = std::move(typed.globals);
    return invocation;
}

// The first argument that is neither an option nor the value of one; empty if there is none.
std::string commandOf(const CLI::App& app, const std::vector<std::string>& arguments)
{
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        if (!arguments[i].starts_with('-'))
            return arguments[i];
        const CLI::Option* option = app.get_option_no_throw(arguments[i]);
        if (option != nullptr && option->get_items_expected_max() > 0)
            ++i;
    }
    return {};
}

/// Throws if an option or an argument is empty, unless that may be meant.
void refuseEmptyValues(const CLI::App& app)
{
    // An empty RESOURCE is refused with words of its own.
    constexpr std::array<std::string_view, 3> kMayBeEmpty{"--reason", "--resource-b64", "RESOURCE"};
    for (const CLI::Option* option : app.get_options()) {
        const std::string name = option->get_name();
        const auto& values = option->results();
        const bool isEmpty = std::ranges::find(values, std::string()) != values.end();
        if (isEmpty && std::ranges::find(kMayBeEmpty, name) == kMayBeEmpty.end())
            throw CLI::ValidationError(name, tr("is empty: perhaps a variable that is not set"));
    }
    for (const CLI::App* command : app.get_subcommands())
        refuseEmptyValues(*command);
}

/// True if a program asks for JSON, which may have made a mistake: it reads errors in English.
bool isForPrograms(const std::vector<std::string>& arguments)
{
    const auto end = std::find(arguments.begin(), arguments.end(), "--");
    return std::find(arguments.begin(), end, "--json") != end
        && arguments.front() != kCompletionCommand;
}

} // namespace

std::variant<Invocation, int> parseCommandLine(int argc, char* argv[])
{
    std::vector<std::string> arguments(argv + std::min(argc, 1), argv + argc);
    if (isForPrograms(arguments))
        useCatalogue(nullptr);
    RawOptions typed;
    CLI::App app(
        tr("Shows who holds every Redis lock, and frees the stuck ones safely"), "lockctl");
    app.formatter(std::make_shared<HelpFormatter>());
    app.set_help_flag("-h,--help", tr("Print this help message and exit"));
    app.footer(footer());
    app.fallthrough();
    app.require_subcommand(0, 1);
    addGlobals(app, typed.globals);
    addCommands(app, typed);
    showGlobalsInHelp(app);

    if (!arguments.empty() && arguments.front() == kCompletionCommand)
        return printCompletions(app, {arguments.begin() + 1, arguments.end()});
    // Arguments after "--" are the command of `run`; they must not be parsed as options.
    std::vector<std::string> commandToRun;
    const auto end = std::find(arguments.begin(), arguments.end(), "--");
    if (end != arguments.end() && commandOf(app, {arguments.begin(), end}) == "run") {
        commandToRun.assign(end + 1, arguments.end());
        arguments.erase(end, arguments.end());
    }
    // A word behind an unknown option may be its value, so only the first one is looked at.
    const std::string first = arguments.empty() ? std::string() : arguments.front();
    const auto isFirst = [&](const CLI::App* command) { return command->check_name(first); };
    std::reverse(arguments.begin(), arguments.end()); // CLI11 parses from the back
    try {
        if (!first.empty() && first.front() != '-'
            && std::as_const(app).get_subcommands(isFirst).empty())
            throw CLI::ValidationError(
                absl::Substitute(tr("there is no command '$0'"), displaySafe(first)));
        app.parse(arguments);
        refuseEmptyValues(app);
        return makeInvocation(app, std::move(typed), std::move(commandToRun));
    } catch (const CLI::Success& answer) {
        std::ostringstream text;
        const int code = app.exit(answer, text, text);
        print(text.str());
        return code;
    } catch (const CLI::ParseError& mistake) {
        printError(absl::Substitute(
            tr("$0; see lockctl --help"), redis::withoutLogin(trData(mistake.what()))));
        return kExitUsage;
    }
}

} // namespace lockkeeper::ctl
