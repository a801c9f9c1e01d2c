// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/base/exit_codes.h"
#include "app/ctl/command_line.h"
#include "app/ctl/completion/completion_command.h"
#include "tests/fuzz/input.h"
#include "tests/fuzz/target.h"

#include <algorithm>
#include <cstdlib>

// The arguments of lockctl, whatever they are: a command that can be run, an answer, or a line
// about the mistake and the exit code for it. Nothing is run. The input is cut at its first byte.
namespace lockkeeper::fuzz {
namespace {

constexpr std::size_t kMostArguments = 24;

bool has(const std::vector<std::string>& words, auto isMeant)
{
    return std::ranges::any_of(words, isMeant);
}

/// As the user reads it: `--token TEXT` or `--token=TEXT`.
bool isFingerprint(const std::string& word)
{
    const std::string text = word.substr(word.find('=') + 1);
    return text.size() >= 8 && text.size() <= 40
        && text.find_first_not_of("0123456789abcdefABCDEF") == std::string::npos;
}

/// What must have been typed for a command that changes locks, looked for word by word.
void checkTyped(const std::string& command, const std::vector<std::string>& words)
{
    const auto begins = [&words](const char* prefix) {
        return has(words, [prefix](const std::string& word) { return word.starts_with(prefix); });
    };
    const bool hasName = has(words, [&command](const std::string& word) {
        return !word.empty() && word != "lockctl" && word != command;
    });
    if (command == "acquire")
        check(hasName && begins("--ttl"), "a lock that is taken has a name and a TTL");
    if (command == "run")
        check(hasName && begins("--"), "there is a name, and a command to run");
    const bool isPlanned
        = begins("--plan") && (begins("--holder") || begins("--stale") || begins("--match"));
    if ((command == "release" || command == "revoke" || command == "steal") && !isPlanned) {
        check(has(words, isFingerprint), "a release names its token");
        check(begins("--reason") || begins("--dry-run"), "a release has a reason");
    }
}

void run(std::string_view input)
{
    // NOLINTNEXTLINE(concurrency-mt-unsafe): there are no other threads
    ::unsetenv("LOCKKEEPER_MASTERS");
    std::vector<std::string> words{"lockctl"};
    for (const std::string_view part : partsOf(input, kMostArguments))
        words.emplace_back(part.substr(0, part.find('\0')));
    if (words.size() > 1 && words[1] == ctl::kCompletionCommand)
        return; // asks the disk
    std::vector<char*> arguments;
    for (std::string& word : words)
        arguments.push_back(word.data());
    arguments.push_back(nullptr);
    const auto parsed = ctl::parseCommandLine(static_cast<int>(words.size()), arguments.data());
    if (const auto* const invocation = std::get_if<ctl::Invocation>(&parsed)) {
        check(invocation->command != nullptr, "there is a command to run");
        for (const char* name : {"acquire", "run", "release", "revoke", "steal"}) {
            // Its own name is the only one of them, and no value of an option.
            if (words.size() > 1 && words[1] == name)
                checkTyped(name, words);
        }
        return;
    }
    const auto& answer = std::get<ctl::EarlyAnswer>(parsed);
    check(answer.exitCode == ctl::kExitDone || answer.exitCode == ctl::kExitUsage,
        "the exit code is 0 or 64");
    const bool isAnswer = answer.exitCode == ctl::kExitDone;
    check(answer.text.empty() != isAnswer, "an answer is printed, and nothing else is");
    check(answer.mistake.empty() == isAnswer, "a mistake is told");
    check(isAnswer || answer.mistake.ends_with(" --help"), "it is told where to look");
}

const Target kTarget("lockctl_arguments", run);

} // namespace
} // namespace lockkeeper::fuzz
