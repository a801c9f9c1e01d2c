// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/completion/completer.h"

#include "app/ctl/completion/last_look.h"
#include "app/ctl/target.h"
#include "core/config/deployments_file.h"
#include "core/observe/formats/format_set.h"
#include "core/text/display_safe.h"

#include <absl/strings/str_split.h>
#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <utility>

namespace lockkeeper::ctl {
namespace {

constexpr const char* kDashes = "--";

/// What the words before the last one mean.
struct Before {
    const CLI::App* command = nullptr;
    const CLI::Option* pending = nullptr; ///< the last word is its value
    bool isBehindDashes = false; ///< "--" was there: no options follow
    std::size_t arguments = 0; ///< of the command
    std::map<std::string, std::vector<std::string>> values; ///< by option

    [[nodiscard]] std::optional<std::string> valueOf(const std::string& option) const
    {
        const auto found = values.find(option);
        return found == values.end() ? std::nullopt : std::optional(found->second.back());
    }
};

/// The option of the command, or of every command.
const CLI::Option* optionOf(const CLI::App* command, const std::string& name)
{
    for (; command != nullptr; command = command->get_parent()) {
        if (const CLI::Option* option = command->get_option_no_throw(name))
            return option;
    }
    return nullptr;
}

bool takesValue(const CLI::Option& option)
{
    return option.get_items_expected_max() > 0;
}

const CLI::App* subcommandOf(const CLI::App& command, const std::string& name)
{
    const auto found
        = command.get_subcommands([&](const CLI::App* one) { return one->get_name() == name; });
    return found.empty() ? nullptr : found.front();
}

void readOption(Before& before, const std::string& word)
{
    const auto end = word.find('=');
    const std::string name = word.substr(0, end);
    const CLI::Option* option = optionOf(before.command, name);
    if (end != std::string::npos)
        before.values[name].push_back(word.substr(end + 1));
    else if (option != nullptr && takesValue(*option))
        before.pending = option;
    else
        before.values[name].emplace_back();
}

Before readWords(const CLI::App& app, const std::vector<std::string>& words)
{
    Before before{.command = &app};
    for (std::size_t i = 0; i + 1 < words.size(); ++i) {
        const std::string& word = words[i];
        if (before.pending != nullptr)
            before.values[std::exchange(before.pending, nullptr)->get_name()].push_back(word);
        else if (before.isBehindDashes)
            ++before.arguments; // NOLINT(bugprone-branch-clone): the order counts
        else if (word == kDashes)
            before.isBehindDashes = true;
        else if (word.starts_with('-'))
            readOption(before, word);
        else if (const CLI::App* command = subcommandOf(*before.command, word);
                 command != nullptr && before.arguments == 0)
            before.command = command;
        else
            ++before.arguments;
    }
    return before;
}

config::DeploymentsFile deploymentsFile(const Before& before)
{
    const auto path = config::DeploymentsFile::pathOf(before.valueOf("--config"));
    return config::DeploymentsFile::load(
        path.value_or(std::filesystem::path()), observe::formatNames());
}

std::vector<std::string> deploymentNames(const Before& before)
{
    const auto file = deploymentsFile(before);
    std::vector<std::string> names;
    for (const config::Deployment& deployment : file.deployments()) {
        if (displaySafe(deployment.name) == deployment.name)
            names.push_back(deployment.name);
    }
    return names;
}

/// The deployment that the words name, without its passwords.
std::optional<config::Deployment> namedDeployment(const Before& before)
{
    if (before.values.contains("--sandbox"))
        return config::Deployment{.isSandbox = true};
    const auto name = before.valueOf("--deployment");
    if (name || before.values.contains("--config")) {
        const auto file = deploymentsFile(before);
        const auto& all = file.deployments();
        const auto found = name
            ? std::ranges::find(all, *name, [](const auto& one) { return one.name; })
            : (all.size() == 1 ? all.begin() : all.end());
        return found == all.end() ? std::nullopt : std::optional(*found);
    }
    const auto masters = before.values.find("--master");
    auto deployment = config::deploymentFromUrls(
        "command-line", masters != before.values.end() ? masters->second : mastersOfEnvironment());
    return deployment ? std::optional(std::move(*deployment)) : std::nullopt;
}

void add(Completions& found, const std::string& word, std::string text, std::string about = {})
{
    if (text.starts_with(word))
        found.values.push_back({std::move(text), std::move(about)});
}

/// The values of an option. `prefix` stands before each: it is "--option=", or empty.
Completions optionValues(const CLI::Option& option, const Before& before, const std::string& prefix,
    const std::string& word)
{
    Completions found;
    const std::string type = option.get_type_name();
    if (option.get_name() == "--deployment") {
        for (const std::string& name : deploymentNames(before))
            add(found, word, prefix + name);
    } else if (type == "FILE") {
        found.kind = Completions::Kind::Files;
    } else if (type.find('|') != std::string::npos) {
        const std::vector<std::string> values = absl::StrSplit(type, '|');
        for (const std::string& value : values)
            add(found, word, prefix + value);
    }
    return found;
}

/// True if the option can't be given with those that were.
bool isOutOfPlace(const CLI::Option& option, const Before& before)
{
    constexpr std::array<std::string_view, 2> kRepeatable{"--master", "--match"};
    const std::string name = option.get_name();
    if (before.values.contains(name) && std::ranges::find(kRepeatable, name) == kRepeatable.end())
        return true;
    return std::ranges::any_of(option.get_excludes(),
        [&](const CLI::Option* other) { return before.values.contains(other->get_name()); });
}

void addOptions(Completions& found, const Before& before, const std::string& word)
{
    for (const CLI::App* command = before.command; command != nullptr;
         command = command->get_parent()) {
        for (const CLI::Option* option : command->get_options()) {
            const bool isVersion = option->get_name() == "--version" && before.command != command;
            const bool isHelp = option->get_name() == "--help" && before.command != command;
            if (option->nonpositional() && !isVersion && !isHelp && !isOutOfPlace(*option, before))
                add(found, word, option->get_name(), option->get_description());
        }
    }
}

const CLI::Option* argumentOf(const CLI::App& command, std::size_t place)
{
    const auto arguments = command.get_options(
        [](const CLI::Option* option) { return option->get_positional() != 0; });
    return place < arguments.size() ? arguments[place] : nullptr;
}

void addNames(Completions& found, const Before& before, const std::string& word)
{
    const auto deployment = namedDeployment(before);
    if (!deployment)
        return;
    for (const std::string& name : keptNames(*deployment)) {
        if (before.isBehindDashes || !name.starts_with('-'))
            add(found, word, name);
    }
}

} // namespace

Completions complete(const CLI::App& app, const std::vector<std::string>& words)
{
    const Before before = readWords(app, words);
    const std::string& word = words.back();
    if (before.pending != nullptr)
        return optionValues(*before.pending, before, "", word);
    if (before.isBehindDashes && before.command->get_name() == "run")
        return {.kind = Completions::Kind::OtherCommand, .values = {}};
    Completions found;
    if (word.starts_with('-') && !before.isBehindDashes) {
        const auto end = word.find('=');
        const CLI::Option* option = optionOf(before.command, word.substr(0, end));
        if (end != std::string::npos)
            return option == nullptr || !takesValue(*option)
                ? found
                : optionValues(*option, before, word.substr(0, end + 1), word);
        addOptions(found, before, word);
        return found;
    }
    if (before.arguments == 0) {
        for (const CLI::App* command : before.command->get_subcommands({}))
            add(found, word, command->get_name(), command->get_description());
    }
    const CLI::Option* argument = argumentOf(*before.command, before.arguments);
    if (argument != nullptr && argument->get_name() == "FILE")
        return {.kind = Completions::Kind::Files, .values = {}};
    if (argument != nullptr && !before.values.contains("--resource-b64"))
        addNames(found, before, word);
    if (found.values.empty() && word.empty() && !before.isBehindDashes)
        addOptions(found, before, word);
    return found;
}

} // namespace lockkeeper::ctl
