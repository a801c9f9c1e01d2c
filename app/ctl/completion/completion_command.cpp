// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/completion/completion_command.h"

#include "app/ctl/completion/bash_line.h"
#include "app/ctl/completion/completer.h"
#include "app/ctl/console.h"
#include "app/ctl/exit_codes.h"

namespace lockkeeper::ctl {
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
