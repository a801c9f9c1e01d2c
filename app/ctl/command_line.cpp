// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/command_line.h"

#include "app/ctl/base/console.h"
#include "app/ctl/base/exit_codes.h"
#include "app/ctl/base/target.h"
#include "app/ctl/completion/completion_command.h"
#include "app/ctl/output/table_output.h"
#include "core/config/deployments_file.h"
#include "core/redis/glob.h"
#include "core/redis/url_login.h"
#include "core/text/display_safe.h"
#include "core/text/list_text.h"
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

/// CLI11's help, translated, aligned for two-column characters too. Needs a UTF-8 LC_CTYPE.
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

/// Never quotes a URL: it may have a password.
std::string historyPlace(const std::string& text)
{
    if (!config::isHistoryUrl(text))
        return {};
    const auto server = config::HistoryServer::fromUrl(text);
    return server ? std::string() : trData(server.error().text);
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

[[maybe_unused]] constexpr std::array kSentences{trNoop("A subcommand is required", "data"),
    trNoop("$0 is required", "data"), trNoop("$0 requires $1", "data"),
    trNoop("$0 excludes $1", "data"), trNoop("The following argument was not expected: $0", "data"),
    trNoop("The following arguments were not expected: $0", "data"),
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

// Else CLI11 takes later arguments as values, and splits bracketed values at commas.
void addRepeatable(CLI::App& app, const std::string& name, std::vector<std::string>& values,
    const std::string& help, const std::string& placeholder)
{
    app.add_option(name, values, help)->allow_extra_args(false)->type_name(placeholder);
}

void addGlobals(CLI::App& app, GlobalOptions& globals)
{
    app.option_defaults()->group(kCommonGroup);
    addRepeatable(app, "--master", globals.masters,
        tr("A master: redis://[user[:password]@]host[:port][/db], the same with rediss:// for TLS, "
           "or unix:///path; one per vote. Or a ZooKeeper ensemble: "
           "zk://[user:password@]host[:port][,host...][/path], zks:// for TLS"),
        "URL");
    CLI::Option* config = app.add_option("--config", globals.config,
        tr("The file that names deployments (default: ~/.config/lockkeeper/deployments.toml)"));
    config->type_name("FILE")->excludes("--master");
    CLI::Option* deployment = app.add_option("--deployment", globals.deployment,
        tr("The deployment of that name; may be left out if --config names a file with only one"));
    deployment->type_name("NAME")->excludes("--master");
    CLI::Option* expected = app.add_option("--expect-deployment", globals.expected,
        tr("Refuse any other deployment than that of this id: of lines that were printed to be "
           "pasted"));
    expected->type_name("ID");
    addRepeatable(app, "--match", globals.patterns,
        tr("Look only at keys that match; give it again for each further GLOB"), "GLOB");
    CLI::Option* sandbox = app.add_flag(
        "--sandbox", globals.isSandbox, tr("Use a sandbox of five servers with demo locks"));
    sandbox->excludes("--master")->excludes(config)->excludes(deployment);
    CLI::Option* all = app.add_flag("--all", globals.isAll);
    all->excludes("--master")->excludes(deployment)->excludes(expected)->excludes(sandbox);
    app.add_flag("--possible", globals.arePossibleWanted,
        tr("Also show keys of which only the name or the value looks like a lock's"));
    app.add_flag("--json", globals.isJson, tr("Print JSON"));
    app.add_option("--journal", globals.journal,
           tr("The journal of releases (default: ~/.local/state/lockkeeper/journal.jsonl)"))
        ->type_name("FILE");
    app.add_option("--history", globals.history,
           tr("The history (default: a file for these masters in "
              "~/.local/state/lockkeeper/history), or postgresql://user@host/database"))
        ->type_name("FILE")
        ->check(historyPlace)
        ->excludes(all);
    app.option_defaults()->group(trNoop("Options"));
    app.set_version_flag("--version", "lockctl " LOCKKEEPER_VERSION,
        tr("Display program version information and exit"));
}

// `app` must outlive its commands' help.
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

void checkPatterns(const GlobalOptions& globals)
{
    for (const std::string& pattern : globals.patterns) {
        if (const auto checked = redis::checkGlob(pattern); !checked)
            throw CLI::ValidationError("--match", trData(checked.error().text));
    }
}

void takeMastersFromEnvironment(GlobalOptions& globals)
{
    const bool isNamed = globals.config || globals.deployment || globals.isSandbox || globals.isAll;
    if (!isNamed && globals.masters.empty())
        globals.masters = config::mastersOfEnvironment();
}

struct Offer {
    std::unique_ptr<Command> command;
    const CLI::App* options;
};

std::vector<Offer> addCommands(CLI::App& app)
{
    std::vector<Offer> offers;
    for (const auto& [place, known] : knownCommands()) {
        CLI::App* const options = app.add_subcommand(known.name, tr(known.help));
        offers.push_back({known.make(), options});
        offers.back().command->addOptions(*options);
    }
    return offers;
}

void describeAll(CLI::App& app, const std::vector<Offer>& offers)
{
    std::vector<std::string> names;
    for (const Offer& offer : offers) {
        if (offer.command->takesAll())
            names.push_back(offer.options->get_name());
    }
    app.get_option("--all")->description(
        absl::Substitute(tr("Look at all deployments of the file: with $0"), listText(names)));
}

Invocation invocationOf(const CLI::App& app, std::vector<Offer>& offers, GlobalOptions globals,
    std::vector<std::string> behindDashes)
{
    if (app.get_subcommands().empty())
        throw CLI::ValidationError(tr("no command is given"));
    const CLI::App* const given = app.get_subcommands().front();
    auto& command = std::ranges::find(offers, given, &Offer::options)->command;
    if (std::vector<std::string>* const arguments = command->argumentsBehindDashes())
        *arguments = std::move(behindDashes);
    if (globals.isJson && !command->printsJson())
        throw CLI::ValidationError(
            "--json", absl::Substitute(tr("$0 prints no JSON"), given->get_name()));
    if (globals.isAll && !command->takesAll())
        throw CLI::ValidationError("--all",
            absl::Substitute(
                tr("$0 works on one deployment: name it by --deployment"), given->get_name()));
    checkPatterns(globals);
    takeMastersFromEnvironment(globals);
    command->check(globals);
    return {std::move(globals), std::move(command)};
}

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

/// Refuses empty values, as from an unset variable, and options in place of a value, unless behind
/// `=`.
void refuseMissingValues(const CLI::App& app, const std::vector<const CLI::App*>& levels,
    const std::vector<std::string>& arguments)
{
    constexpr std::array<std::string_view, 2> kMayBeEmpty{"--resource-b64", "RESOURCE"};
    const auto isOption = [&](const std::string& value) {
        const std::string name = value.substr(0, value.find('='));
        return value.starts_with("--") && std::ranges::any_of(levels, [&](const CLI::App* level) {
            return level->get_option_no_throw(name) != nullptr;
        });
    };
    for (const CLI::Option* option : app.get_options()) {
        const std::string name = option->get_name();
        const auto& values = option->results();
        const bool isEmpty = std::ranges::find(values, std::string()) != values.end();
        if (isEmpty && std::ranges::find(kMayBeEmpty, name) == kMayBeEmpty.end())
            throw CLI::ValidationError(name, tr("is empty: perhaps a variable that is not set"));
        const auto isNext = [&](const std::string& value) {
            return isOption(value)
                && std::ranges::find(arguments, absl::StrCat(name, "=", value)) == arguments.end();
        };
        const auto next = std::ranges::find_if(values, isNext);
        if (next != values.end() && !option->get_positional())
            throw CLI::ValidationError(
                name, absl::Substitute(tr("needs a value, and $0 is an option"), *next));
    }
}

void refuseMissingValues(const CLI::App& app, const std::vector<std::string>& arguments)
{
    std::vector<const CLI::App*> levels{&app};
    for (std::size_t i = 0; i < levels.size(); ++i)
        for (const CLI::App* command : levels[i]->get_subcommands())
            levels.push_back(command);
    for (const CLI::App* level : levels)
        refuseMissingValues(*level, levels, arguments);
}

/// CLI11 would take the next argument for the value: `--master= list`.
void refuseEmptyValues(const CLI::App& app, const std::vector<std::string>& arguments)
{
    for (const std::string& argument : arguments) {
        if (argument == "--")
            return;
        if (!argument.starts_with("--") || !argument.ends_with('=')
            || argument.find('=') + 1 != argument.size())
            continue;
        const std::string name = argument.substr(0, argument.size() - 1);
        const auto takesIt = [&name](const CLI::App* level) {
            const CLI::Option* const option = level->get_option_no_throw(name);
            return option != nullptr && option->get_items_expected_max() > 0;
        };
        const auto commands = app.get_subcommands([](const CLI::App*) { return true; });
        if (takesIt(&app) || std::ranges::any_of(commands, takesIt))
            throw CLI::ValidationError(name, tr("is empty: perhaps a variable that is not set"));
    }
}

/// Programs get even usage errors in English.
bool isForPrograms(const std::vector<std::string>& arguments)
{
    const auto end = std::find(arguments.begin(), arguments.end(), "--");
    return std::find(arguments.begin(), end, "--json") != end
        && arguments.front() != kCompletionCommand;
}

bool takesCommand(const std::string& name, const std::vector<Offer>& offers)
{
    return std::ranges::any_of(offers, [&name](const Offer& offer) {
        return offer.options->get_name() == name
            && offer.command->argumentsBehindDashes() != nullptr;
    });
}

/// CLI11 would parse options after "--".
std::vector<std::string> takeBehindDashes(
    const CLI::App& app, const std::vector<Offer>& offers, std::vector<std::string>& arguments)
{
    const auto dashes = std::ranges::find(arguments, "--");
    if (dashes == arguments.end())
        return {};
    const std::string name = commandOf(app, {arguments.begin(), dashes});
    if (!takesCommand(name, offers))
        return {};
    std::vector<std::string> taken(dashes + 1, arguments.end());
    if (taken.empty())
        throw CLI::RequiredError(absl::Substitute("COMMAND (lockctl $0 ... -- COMMAND ...)", name));
    arguments.erase(dashes, arguments.end());
    return taken;
}

std::string mistakeText(const std::string& told)
{
    // CLI11's words for a number that is none.
    constexpr std::string_view kNoNumber = "Could not convert: ";
    constexpr std::string_view kIs = " = ";
    const std::size_t value = told.find(kIs);
    if (!told.starts_with(kNoNumber) || value == std::string::npos)
        return trData(told);
    return absl::Substitute(tr("$0: '$1' is no number, or too large"),
        told.substr(kNoNumber.size(), value - kNoNumber.size()),
        displaySafe(told.substr(value + kIs.size())));
}

Invocation parse(CLI::App& app, std::vector<Offer>& offers, const GlobalOptions& globals,
    std::vector<std::string> arguments)
{
    std::vector<std::string> behindDashes = takeBehindDashes(app, offers, arguments);
    // A later word may be an option's value.
    const std::string first = arguments.empty() ? std::string() : arguments.front();
    const auto isFirst = [&](const CLI::App* command) { return command->check_name(first); };
    if (!first.empty() && first.front() != '-'
        && std::as_const(app).get_subcommands(isFirst).empty())
        throw CLI::ValidationError(
            absl::Substitute(tr("there is no command '$0'"), displaySafe(first)));
    refuseEmptyValues(app, arguments);
    std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
    try {
        app.parse(reversed);
    } catch (const CLI::ExtrasError& error) {
        const std::string name = commandOf(app, arguments);
        const bool isOption = std::string_view(error.what()).find(": -") != std::string_view::npos;
        if (isOption || !behindDashes.empty() || !takesCommand(name, offers))
            throw;
        throw CLI::ValidationError(
            absl::Substitute(tr("$0; a command stands behind --: lockctl $1 ... -- COMMAND"),
                trData(error.what()), name));
    }
    refuseMissingValues(app, arguments);
    return invocationOf(app, offers, globals, std::move(behindDashes));
}

} // namespace

std::map<int, KnownCommand>& knownCommands()
{
    static std::map<int, KnownCommand> all; // entries register in any order
    return all;
}

std::variant<Invocation, EarlyAnswer> parseCommandLine(int argc, char* argv[])
{
    const std::vector<std::string> arguments(argv + std::min(argc, 1), argv + argc);
    if (isForPrograms(arguments))
        useCatalogue(nullptr);
    GlobalOptions globals;
    CLI::App app(tr("Shows who holds every lock in Redis, Valkey and ZooKeeper, and frees the "
                    "stuck ones safely"),
        "lockctl");
    app.formatter(std::make_shared<HelpFormatter>());
    app.set_help_flag("-h,--help", tr("Print this help message and exit"));
    app.footer(footer());
    app.fallthrough();
    app.require_subcommand(0, 1);
    addGlobals(app, globals);
    std::vector<Offer> offers = addCommands(app);
    describeAll(app, offers);
    showGlobalsInHelp(app);

    if (!arguments.empty() && arguments.front() == kCompletionCommand)
        return EarlyAnswer{
            .exitCode = printCompletions(app, {arguments.begin() + 1, arguments.end()})};
    try {
        return parse(app, offers, globals, arguments);
    } catch (const CLI::Success& answer) {
        std::ostringstream text;
        const int code = app.exit(answer, text, text);
        return EarlyAnswer{.exitCode = code, .text = text.str()};
    } catch (const CLI::ParseError& mistake) {
        const std::string name = commandOf(app, arguments);
        const bool isCommand = std::ranges::any_of(
            offers, [&](const Offer& offer) { return offer.options->get_name() == name; });
        return EarlyAnswer{.exitCode = kExitUsage,
            .mistake = absl::Substitute(tr("$0; see $1 --help"),
                redis::withoutLogin(mistakeText(mistake.what())),
                isCommand ? "lockctl " + name : "lockctl")};
    }
}

} // namespace lockkeeper::ctl
