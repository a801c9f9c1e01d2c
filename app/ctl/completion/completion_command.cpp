// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/completion/completion_command.h"

#include "app/ctl/base/console.h"
#include "app/ctl/base/exit_codes.h"
#include "app/ctl/base/target.h"
#include "app/ctl/completion/last_look.h"
#include "core/config/deployments_file.h"
#include "core/observe/formats/format_set.h"
#include "core/text/ascii.h"
#include "core/text/display_safe.h"

#include <CLI/CLI.hpp>
#include <absl/strings/str_split.h>
#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lockkeeper::ctl {

struct Completions {
    enum class Kind {
        Values,
        Files,
        OtherCommand,
    };
    struct Value {
        std::string text;
        std::string about;
    };
    Kind kind = Kind::Values;
    std::vector<Value> values;
};

/// Completes the last of `words`, which follow the program's name. Asks no master. Blocks for the
/// disk.
[[nodiscard]] Completions complete(const CLI::App& app, const std::vector<std::string>& words);

namespace {

constexpr const char* kDashes = "--";

struct Before {
    const CLI::App* command = nullptr;
    const CLI::Option* pending = nullptr;
    bool isBehindDashes = false;
    std::size_t arguments = 0;
    std::map<std::string, std::vector<std::string>> values;

    [[nodiscard]] std::optional<std::string> valueOf(const std::string& option) const
    {
        const auto found = values.find(option);
        return found == values.end() ? std::nullopt : std::optional(found->second.back());
    }
};

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
    auto deployment = config::deploymentFromUrls("command-line",
        masters != before.values.end() ? masters->second : config::mastersOfEnvironment());
    return deployment ? std::optional(std::move(*deployment)) : std::nullopt;
}

void add(Completions& found, const std::string& word, std::string text, std::string about = {})
{
    if (text.starts_with(word))
        found.values.push_back({std::move(text), std::move(about)});
}

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
        const std::string typed
            = option.get_name() == "--on" ? word.substr(0, word.rfind(',') + 1) : std::string();
        const std::vector<std::string> named
            = absl::StrSplit(typed.substr(std::min(prefix.size(), typed.size())), ',');
        for (const std::string& value : values) {
            if (std::ranges::find(named, value) == named.end())
                add(found, word, (typed.empty() ? prefix : typed) + value);
        }
    }
    return found;
}

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
            // A command's option hides the global one: --all of kinds.
            if (option != optionOf(before.command, option->get_name()))
                continue;
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
    constexpr std::array<std::string_view, 4> kWithCommand{"run", "serve", "steal", "watch"};
    const Before before = readWords(app, words);
    const std::string& word = words.back();
    if (before.pending != nullptr)
        return optionValues(*before.pending, before, "", word);
    const std::string name = before.command->get_name();
    if (before.isBehindDashes && std::ranges::find(kWithCommand, name) != kWithCommand.end())
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

/// A command line up to bash's cursor. Executes nothing. Not thread-safe.
class BashLine {
public:
    /// `breaks`: COMP_WORDBREAKS; bash replaces only the text after the last of these. nullopt if
    /// quotes hide that part.
    [[nodiscard]] static std::optional<BashLine> read(
        std::string_view line, std::string_view breaks);

    /// Unquoted, without the command's name. The last one is at the cursor; may be empty.
    [[nodiscard]] const std::vector<std::string>& words() const noexcept { return m_words; }

    /// Makes the last word `value`, which begins with it. nullopt if open quotes prevent it.
    [[nodiscard]] std::optional<std::string> insertionFor(std::string_view value) const;

private:
    enum class Quotes { None, Single, Double };
    BashLine() = default;

    std::vector<std::string> m_words;
    Quotes m_quotes = Quotes::None; ///< at the last word's start
    std::size_t m_kept = 0; ///< last word's bytes that bash keeps
};

namespace {

bool isIn(char c, std::string_view set)
{
    return set.find(c) != std::string_view::npos;
}

struct Word {
    std::string text;
    bool isBegun = false;
    char openQuote = '\0';
    bool hasQuotes = false;
    bool beginsWithQuote = false;
    std::size_t kept = 0; ///< bytes up to the last break
};

void readInto(Word& word, std::string_view line, std::size_t& i, std::string_view breaks)
{
    const char c = line[i++];
    const bool isEscape = c == '\\' && word.openQuote != '\'' && i < line.size()
        && (word.openQuote == '\0' || isIn(line[i], "\\\"$`"));
    const bool isQuote = word.openQuote == '\0' ? isIn(c, "'\"") : c == word.openQuote;
    if (isEscape) {
        word.text += line[i++];
    } else if (isQuote) {
        word.beginsWithQuote = word.beginsWithQuote || !word.isBegun;
        word.hasQuotes = true;
        word.openQuote = word.openQuote == '\0' ? c : '\0';
    } else {
        word.text += c;
        if (word.openQuote == '\0' && isIn(c, breaks))
            word.kept = word.text.size();
    }
    word.isBegun = true;
}

std::string afterBackslashes(std::string_view value)
{
    std::string text;
    for (const char c : value) {
        const bool isPlain = isAsciiAlphanumeric(c) || isIn(c, "_-.:/@%+=,")
            || static_cast<unsigned char>(c) >= 0x80;
        text.append(isPlain ? "" : "\\").append(1, c);
    }
    return text;
}

} // namespace

std::optional<BashLine> BashLine::read(std::string_view line, std::string_view breaks)
{
    BashLine read;
    Word word;
    for (std::size_t i = 0; i < line.size();) {
        if (word.openQuote != '\0' || !isIn(line[i], " \t\n")) {
            readInto(word, line, i, breaks);
            continue;
        }
        if (word.isBegun)
            read.m_words.push_back(std::move(word.text));
        word = {};
        ++i;
    }
    const bool isWholeInQuotes = word.openQuote != '\0' && word.beginsWithQuote && word.kept == 0;
    if (word.hasQuotes && !isWholeInQuotes)
        return std::nullopt;
    if (word.openQuote != '\0')
        read.m_quotes = word.openQuote == '"' ? Quotes::Double : Quotes::Single;
    read.m_kept = word.kept;
    read.m_words.push_back(std::move(word.text));
    read.m_words.erase(read.m_words.begin());
    if (read.m_words.empty())
        read.m_words.emplace_back();
    return read;
}

std::optional<std::string> BashLine::insertionFor(std::string_view value) const
{
    std::string text;
    switch (m_quotes) {
    case Quotes::None:
        return afterBackslashes(value.substr(m_kept));
    case Quotes::Single:
        for (const char c : value)
            text.append(c == '\'' ? "'\\''" : std::string(1, c));
        return text;
    case Quotes::Double:
        // "!" can't be escaped in double quotes
        if (value.find('!') != std::string_view::npos)
            return std::nullopt;
        for (const char c : value)
            text.append(isIn(c, "\\\"$`") ? "\\" : "").append(1, c);
        return text;
    }
    return std::nullopt;
}

namespace {

std::string headOf(const Completions& found)
{
    switch (found.kind) {
    case Completions::Kind::Files:
        return "files\n";
    case Completions::Kind::OtherCommand:
        return "command\n";
    case Completions::Kind::Values:
        break;
    }
    return "values\n";
}

std::string answerForBash(const CLI::App& app, const std::string& typed, const std::string& breaks)
{
    const auto line = BashLine::read(typed, breaks);
    if (!line)
        return {};
    const Completions found = complete(app, line->words());
    std::string text = headOf(found);
    for (const Completions::Value& value : found.values) {
        if (const auto insertion = line->insertionFor(value.text))
            text.append(*insertion).append("\n");
    }
    return text;
}

std::string answerInWords(const CLI::App& app, const std::vector<std::string>& words)
{
    const Completions found = complete(app, words);
    std::string text = headOf(found);
    for (const Completions::Value& value : found.values)
        text.append(value.text).append("\t").append(value.about).append("\n");
    return text;
}

} // namespace

int printCompletions(const CLI::App& app, const std::vector<std::string>& arguments)
{
    if (arguments.size() == 3 && arguments[0] == "bash")
        print(answerForBash(app, arguments[1], arguments[2]));
    else if (arguments.size() >= 2 && arguments[0] == "words")
        print(answerInWords(app, {arguments.begin() + 1, arguments.end()}));
    else
        return kExitUsage;
    return kExitDone;
}

} // namespace lockkeeper::ctl
