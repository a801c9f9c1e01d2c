// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/simulation.h"

#include <CLI/CLI.hpp>
#include <chrono>
#include <iostream>
#include <random>

namespace {

using namespace lockkeeper::simulation;

struct Options {
    std::uint64_t seed = 0; ///< seed of the first run; 0: a random one
    std::uint64_t runs = 0; ///< number of runs; 0: as many as `seconds` allow
    unsigned seconds = 30;
    std::size_t lines = 80; ///< last lines of a failed run's story to print
    bool isControl = false; ///< inject a known fault, and fail if it is not found
};

void printStory(std::uint64_t seed, const Options& options)
{
    const Outcome outcome
        = simulate(seed, {.isTelling = true, .doMastersShorten = options.isControl});
    const std::size_t size = outcome.story.size();
    for (std::size_t i = size - std::min(size, options.lines); i < size; ++i)
        std::cout << outcome.story[i] << '\n';
    std::cout << "seed " << seed << ": " << outcome.breach.value_or("nothing is wrong")
              << "\nagain: lockkeeper-simulation --runs 1 --seed " << seed
              << (options.isControl ? " --control\n" : "\n");
}

int search(const Options& options)
{
    const auto start = std::chrono::steady_clock::now();
    const std::uint64_t first
        = options.seed != 0 ? options.seed : (std::uint64_t{std::random_device{}()} << 16) + 1;
    std::uint64_t seed = first;
    std::size_t acquisitions = 0;
    while (true) {
        const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
        const bool isEnd
            = options.runs != 0 ? seed - first == options.runs : time.count() >= options.seconds;
        if (isEnd || seed == 0) {
            std::cout << seed - first << " runs from seed " << first << ", " << acquisitions
                      << " acquisitions in " << time.count() << " s: nothing is wrong\n";
            return options.isControl ? 1 : 0;
        }
        const Outcome outcome = simulate(seed, {.doMastersShorten = options.isControl});
        acquisitions += outcome.acquisitions;
        if (outcome.breach) {
            printStory(seed, options);
            std::cout << "found after " << seed - first + 1 << " runs, " << acquisitions
                      << " acquisitions, " << time.count() << " s\n";
            return options.isControl ? 0 : 1;
        }
        ++seed;
    }
}

} // namespace

int main(int argc, char* argv[])
{
    CLI::App app("Looks for two holders at a time in simulated runs of the lock library");
    Options options;
    app.add_option("--seed", options.seed, "Of the first run; those that follow count up");
    app.add_option("--runs", options.runs, "How many; without it as many as the time allows");
    app.add_option("--seconds", options.seconds, "How long");
    app.add_option("--lines", options.lines, "Of the story of a run that went wrong");
    app.add_flag("--control", options.isControl,
        "Let the masters shorten what is extended, and fail if that is not found");
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? 0 : 64;
    }
    return search(options);
}
