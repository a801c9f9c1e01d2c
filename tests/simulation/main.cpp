// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/search.h"
#include "tests/simulation/shrink.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <iomanip>
#include <iostream>
#include <random>

namespace {

using namespace lockkeeper::simulation;

constexpr int kFine = 0;
constexpr int kBroken = 1;
constexpr int kUsage = 64;
constexpr int kCantWrite = 74;

struct Options {
    std::uint64_t seed = 0; ///< seed of the first run; 0: none is given
    SearchLimits limits;
    std::string state;
    std::string bug;
    std::string seedsFile;
    std::uint64_t lines = 80;
    bool listsBugs = false;
    bool triesBugs = false;
    bool printsDigest = false;
    bool isWhole = false;
};

Setup setupOf(const Options& options)
{
    Setup setup;
    setup.bug = findBug(options.bug).value_or(Bug::None);
    return setup;
}

/// Tells what a seed's run breaks, and how.
void explain(std::uint64_t seed, Setup setup, const Options& options)
{
    if (!options.isWhole)
        setup = shrink(seed, setup);
    setup.isTelling = true;
    const Outcome outcome = simulate(seed, setup);
    const std::size_t most = options.isWhole ? outcome.story.size() : options.lines;
    for (const std::string& line : essence(outcome.story, most))
        std::cout << line << '\n';
    std::cout << "seed " << seed << " breaks "
              << (outcome.breach ? nameOf(outcome.breach->promise) : "nothing") << ": "
              << (outcome.breach ? outcome.breach->text : "")
              << "\nagain: lockkeeper-sim --runs 1 --seed " << seed
              << (options.bug.empty() ? "" : " --bug " + options.bug)
              << " (with --whole: all that happened)\n";
}

void printTotals(const Totals& totals, std::uint64_t first)
{
    std::cout << totals.runs << " runs from seed " << first << ", " << totals.acquisitions
              << " acquisitions, " << std::fixed << std::setprecision(1) << totals.seconds
              << " s of processor time";
    if (totals.seconds > 0)
        std::cout << " (" << std::setprecision(0)
                  << static_cast<double>(totals.acquisitions) / totals.seconds << " a second)";
    std::cout << '\n';
}

int complain(const std::string& file, const char* what, int code)
{
    std::cerr << file << ": " << what << '\n';
    return code;
}

/// Reads the totals of a state that is there, and checks that it can be written. Returns an exit
/// code. Links are refused: to replace one would leave the file that it names as it was.
int openState(const Options& options, Totals& totals)
{
    std::error_code error;
    const auto status = std::filesystem::symlink_status(options.state, error);
    if (std::filesystem::exists(status)) {
        if (!std::filesystem::is_regular_file(status))
            return complain(options.state, "is no regular file", kUsage);
        const auto kept = readTotals(options.state);
        if (!kept)
            return complain(options.state, "is no state of lockkeeper-sim", kUsage);
        if (options.seed != 0)
            return complain(options.state, "has the next seed already: omit --seed", kUsage);
        totals = *kept;
    }
    if (!writeTotals(options.state, totals))
        return complain(options.state, "can't be written", kCantWrite);
    return kFine;
}

int search(const Options& options)
{
    Totals totals;
    totals.nextSeed
        = options.seed != 0 ? options.seed : (std::uint64_t{std::random_device{}()} << 16U) + 1;
    if (!options.state.empty()) {
        if (const int code = openState(options, totals); code != kFine)
            return code;
    }
    const std::uint64_t first = totals.nextSeed - totals.runs;
    Search search(totals, setupOf(options), options.state);
    const auto broken = search.run(options.limits);
    printTotals(search.totals(), first);
    if (broken)
        explain(*broken, setupOf(options), options);
    else if (options.bug.empty())
        std::cout << "nothing is broken\n";
    else
        std::cout << "NOT FOUND: " << options.bug << " is put in, and nothing is broken\n";
    if (!search.isSaved())
        return complain(options.state, "can't be written", kCantWrite);
    return broken.has_value() == options.bug.empty() ? kBroken : kFine;
}

/// Puts in each bug, one after the other, and looks for it.
int tryBugs(const Options& options)
{
    int result = kFine;
    for (const BugName& one : allBugs()) {
        Setup setup;
        setup.bug = one.bug;
        Totals totals;
        totals.nextSeed = std::max(options.seed, std::uint64_t{1});
        Search search(totals, setup, {});
        const auto broken = search.run(options.limits);
        std::cout << std::left << std::setw(28) << one.name;
        if (broken)
            std::cout << "found after " << search.totals().acquisitions
                      << " acquisitions: " << nameOf(simulate(*broken, setup).breach->promise)
                      << '\n';
        else
            std::cout << "NOT FOUND in " << search.totals().acquisitions << " acquisitions\n";
        if (!broken)
            result = kBroken;
    }
    return result;
}

/// Runs the seeds that once broke a promise.
int replay(const Options& options)
{
    const auto seeds = readSeeds(options.seedsFile);
    if (!seeds) {
        std::cerr << seeds.error().text << '\n';
        return kUsage;
    }
    int result = kFine;
    for (const KnownSeed& known : *seeds) {
        if (!simulate(known.seed, setupOf(options)).breach)
            continue;
        std::cout << "seed " << known.seed << " is back: " << known.text << '\n';
        explain(known.seed, setupOf(options), options);
        result = kBroken;
    }
    std::cout << seeds->size() << " seeds\n";
    return result;
}

/// One line a seed. Recording the story must not change what happens.
int printDigests(const Options& options)
{
    Setup setup = setupOf(options);
    const std::uint64_t first = std::max(options.seed, std::uint64_t{1});
    const std::uint64_t runs = std::max(options.limits.runs, std::uint64_t{1});
    for (std::uint64_t seed = first; seed < first + runs; ++seed) {
        setup.isTelling = false;
        const std::uint64_t silent = simulate(seed, setup).digest;
        setup.isTelling = true;
        const std::uint64_t told = simulate(seed, setup).digest;
        std::cout << seed << ' ' << std::hex << silent << std::dec << '\n';
        if (silent != told) {
            std::cout << "seed " << seed << " happens differently when its story is recorded\n";
            return kBroken;
        }
    }
    return kFine;
}

int listBugs()
{
    for (const BugName& one : allBugs())
        std::cout << std::left << std::setw(28) << one.name << one.text << '\n';
    return kFine;
}

void addFile(CLI::App& app, const std::string& name, std::string& file, const std::string& help)
{
    app.add_option(name, file, help)->option_text("FILE")->check([](const std::string& value) {
        return value.empty() ? "is empty" : "";
    });
}

void addNumber(
    CLI::App& app, const std::string& name, std::uint64_t& number, const std::string& help)
{
    constexpr std::uint64_t kMost = 1'000'000'000'000'000'000;
    app.add_option(name, number, help)
        ->option_text("N")
        ->check(CLI::Range(std::uint64_t{1}, kMost));
}

void addOptions(CLI::App& app, Options& options)
{
    SearchLimits& limits = options.limits;
    addNumber(app, "--seed", options.seed,
        "Seed of the first run; the others count up from it (default: a random one; 1 with "
        "--digest and --try-bugs)");
    addNumber(app, "--runs", limits.runs, "Stop after N runs");
    addNumber(app, "--acquisitions", limits.acquisitions,
        "Stop after N acquisitions, with those that --state has counted");
    addNumber(app, "--seconds", limits.seconds,
        "Stop after N seconds (default 30, unless there is another limit)");
    addFile(app, "--state", options.state,
        "File with the next seed and the totals, to go on from and to write to");
    addNumber(app, "--lines", options.lines,
        "At most N lines of the story of a run that broke a promise (default 80)");
    app.add_flag("--whole", options.isWhole, "Print all that happened, and shrink nothing");
    app.add_option("--bug", options.bug, "Put in this bug, and fail if it is not found")
        ->option_text("NAME")
        ->check([](const std::string& name) {
            return findBug(name) ? "" : "there is no bug '" + name + "': see --bugs";
        });
    app.add_flag("--bugs", options.listsBugs, "List the bugs");
    app.add_flag("--try-bugs", options.triesBugs,
        "Put in each bug, one at a time with the same limits, and fail if one is not found");
    addFile(app, "--replay", options.seedsFile, "Run the seeds of this file");
    app.add_flag("--digest", options.printsDigest,
        "Print a digest of all events of each of --runs runs (default 1) from --seed");
}

/// CLI::Option::excludes() would do the same, but fill --help with these lists.
void refuseContradictions(const CLI::App& app)
{
    struct Unused {
        std::string by;
        std::vector<std::string> options;
    };
    const std::array<Unused, 5> kUnused{{
        {"--bugs",
            {"--seed", "--runs", "--acquisitions", "--seconds", "--state", "--lines", "--whole",
                "--bug", "--try-bugs", "--replay", "--digest"}},
        {"--try-bugs", {"--state", "--lines", "--whole", "--bug", "--replay", "--digest"}},
        {"--replay", {"--seed", "--runs", "--acquisitions", "--seconds", "--state", "--digest"}},
        {"--digest", {"--acquisitions", "--seconds", "--state", "--lines", "--whole"}},
        {"--whole", {"--lines"}},
    }};
    for (const Unused& unused : kUnused) {
        for (const std::string& option : unused.options) {
            if (app.count(unused.by) > 0 && app.count(option) > 0)
                throw CLI::ExcludesError(unused.by, option);
        }
    }
}

} // namespace

int main(int argc, char* argv[])
{
    CLI::App app("Looks for broken promises in simulated runs of the lock library");
    Options options;
    addOptions(app, options);
    try {
        app.parse(argc, argv);
        refuseContradictions(app);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? kFine : kUsage;
    }
    SearchLimits& limits = options.limits;
    if (limits.runs == 0 && limits.acquisitions == 0 && limits.seconds == 0)
        limits.seconds = 30;
    if (options.listsBugs)
        return listBugs();
    if (options.triesBugs)
        return tryBugs(options);
    if (!options.seedsFile.empty())
        return replay(options);
    if (options.printsDigest)
        return printDigests(options);
    return search(options);
}
