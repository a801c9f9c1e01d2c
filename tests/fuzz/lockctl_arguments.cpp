// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/base/console.h"
#include "app/ctl/base/exit_codes.h"
#include "app/ctl/base/target.h"
#include "app/ctl/command_line.h"
#include "app/ctl/completion/completion_command.h"
#include "tests/fuzz/input.h"
#include "tests/fuzz/target.h"

#include <cstdlib>

// The arguments of lockctl, whatever they are: a command that can be run, an answer on standard
// output, or a line about the mistake and the exit code for it. Nothing is run. The input is cut at
// its first byte.
namespace lockkeeper::fuzz {
namespace {

struct Printed {
    std::string output;
    std::vector<std::string> errors;
};

Printed& printed()
{
    static Printed texts;
    return texts;
}

constexpr std::size_t kMostArguments = 24;
constexpr std::chrono::hours kCentury{24 * 366 * 100};

void checkTime(std::chrono::milliseconds time)
{
    check(time.count() >= 0 && time <= kCentury, "a time is positive and can be added to a clock");
}

void checkCommand(const ctl::AcquireCommandOptions& acquire)
{
    check(!acquire.resource.isEmpty(), "a lock that is taken has a name");
    check(acquire.ttl.count() > 0, "a lock that is taken has a TTL");
    checkTime(acquire.ttl);
    checkTime(acquire.wait);
}

void checkCommand(const ctl::RunOptions& options)
{
    check(!options.resource.isEmpty(), "a lock that is taken has a name");
    check(!options.command.empty(), "there is a command to run");
    check(options.ttl.count() > 0, "a lock that is taken has a TTL");
    checkTime(options.ttl);
    checkTime(options.wait.value_or(std::chrono::milliseconds(0)));
}

void checkCommand(const ctl::ReleaseOptions& release)
{
    check(release.token.size() >= 8 && release.token.size() <= 40, "a release names its token");
    check(release.isDryRun || !release.reason.empty(), "a release has a reason");
}

void checkCommand(const ctl::CheckOptions& options)
{
    checkTime(options.warnHeld.value_or(std::chrono::milliseconds(0)));
    checkTime(options.critHeld.value_or(std::chrono::milliseconds(0)));
}

void checkCommand(const ctl::WhoisCommandOptions& whois)
{
    check(whois.monitor.time.value_or(std::chrono::seconds(1)) <= std::chrono::seconds(10),
        "nobody listens for long");
}

void checkCommand(const ctl::HistoryOptions& history)
{
    check(
        history.since.value_or(WallTime{}) <= systemClock().wallNow(), "a history is of the past");
}

void checkCommand(const ctl::ReportOptions& report)
{
    check(report.since < report.until, "a report is of a span of time");
}

void checkCommand(const auto& /*other*/) { }

void run(std::string_view input)
{
    // NOLINTNEXTLINE(concurrency-mt-unsafe): there are no other threads
    ::unsetenv("LOCKKEEPER_MASTERS");
    printed() = {};
    std::vector<std::string> words{"lockctl"};
    for (const std::string_view part : partsOf(input, kMostArguments))
        words.emplace_back(part.substr(0, part.find('\0')));
    std::vector<char*> arguments;
    for (std::string& word : words)
        arguments.push_back(word.data());
    arguments.push_back(nullptr);
    const auto parsed = ctl::parseCommandLine(static_cast<int>(words.size()), arguments.data());
    const Printed& texts = printed();
    if (const auto* const invocation = std::get_if<ctl::Invocation>(&parsed)) {
        check(texts.output.empty() && texts.errors.empty(), "a command prints nothing yet");
        std::visit([](const auto& command) { checkCommand(command); }, invocation->command);
        return;
    }
    const int code = std::get<int>(parsed);
    check(code == ctl::kExitDone || code == ctl::kExitUsage, "the exit code is 0 or 64");
    const bool isAnswer = code == ctl::kExitDone;
    check(texts.output.empty() != isAnswer, "an answer is printed, and nothing else is");
    check(texts.errors.size() == (isAnswer ? 0 : 1), "a mistake is told once");
    check(isAnswer || texts.errors.front().ends_with("; see lockctl --help"),
        "it is told where to look");
}

const Target kTarget("lockctl_arguments", run);

} // namespace
} // namespace lockkeeper::fuzz

// In the place of those of app/ctl/console.cpp, which write to the standard streams.
namespace lockkeeper::ctl {

void printError(std::string_view text)
{
    fuzz::printed().errors.emplace_back(text);
}

bool print(std::string_view text)
{
    fuzz::printed().output.append(text);
    return true;
}

int printCompletions(const CLI::App& /*app*/, const std::vector<std::string>& /*arguments*/)
{
    print("values\n");
    return kExitDone;
}

std::vector<std::string> mastersOfEnvironment()
{
    return {};
}

} // namespace lockkeeper::ctl
