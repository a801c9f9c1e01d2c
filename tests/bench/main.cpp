// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/deployment.h"
#include "tests/bench/ballast/ballast.h"
#include "tests/bench/lock/lock_bench.h"
#include "tests/bench/observe/observe_bench.h"
#include "tests/bench/soak/soak.h"

#include <CLI/CLI.hpp>
#include <thread>

namespace {

using namespace lockkeeper::bench;

void checkVariant(const SoakOptions& options)
{
    if (options.variant == "any-order" && !options.isOrdered)
        throw CLI::RequiresError("--variant any-order", "--ordered");
    if (options.variant == "no-quarantine" && !options.isForgetful)
        throw CLI::RequiresError("--variant no-quarantine", "--forgetful");
}

CLI::App* addSoak(CLI::App& app, SoakOptions& options)
{
    constexpr std::uint64_t kGreatestSeed = 1'000'000'000'000'000'000;
    const CLI::Range contenders(1U, kMostContenders);
    CLI::App* soak = app.add_subcommand(
        "soak", "Looks for two holders at a time while masters and holders are killed and stopped");
    soak->add_option("--seconds", options.seconds, "How long")->check(CLI::Range(1U, 1'000'000U));
    soak->add_option("--masters", options.masters, "redis-servers")
        ->check(CLI::Range(1U, unsigned{lockkeeper::config::kMostMasters}));
    soak->add_option("--processes", options.processes, "That take locks")->check(contenders);
    soak->add_option("--threads", options.threads, "Of each process")->check(contenders);
    soak->add_option("--resources", options.resources, "To be taken")->check(contenders);
    soak->add_option("--seed", options.seed, "Of an earlier run; 0: a random one")
        ->check(CLI::Range(kGreatestSeed));
    soak->add_option("--variant", options.variant,
            "What to break, to see it noticed; any-order with --ordered, no-quarantine with "
            "--forgetful")
        ->check(CLI::IsMember({"none", "no-compare-release", "del-release", "half-quorum",
            "late-extend", "any-order", "no-quarantine"}));
    soak->add_flag("--forgetful", options.isForgetful,
        "Masters lose their data when they are killed, one at a time");
    soak->add_flag("--ordered", options.isOrdered,
        "Take locks one after the other, in one order, while a watcher looks for deadlocks");
    soak->add_flag(
        "--proxies", options.hasProxies, "Let the network fail, too, for each process apart");
    soak->add_flag("--json", options.isJson, "Print JSON");
    soak->callback([&options] { checkVariant(options); });
    return soak;
}

CLI::App* addBallast(CLI::App& app, BallastOptions& options)
{
    CLI::App* ballast = app.add_subcommand(
        "ballast", "Memory, descriptors and threads under many waiters, masters and clients");
    ballast->add_option("--waiters", options.waiters, "For one lock")->check(CLI::PositiveNumber);
    ballast->add_option("--masters", options.masters, "Of one client")->check(CLI::Range(1, 64));
    ballast->add_option("--clients", options.clients, "Of one process")->check(CLI::PositiveNumber);
    return ballast;
}

CLI::App* addObserve(CLI::App& app, ObserveBenchOptions& options)
{
    CLI::App* observe
        = app.add_subcommand("observe", "Cost and delay of watching locks, by sweep and by push");
    observe->add_option("--rounds", options.rounds, "In which all contenders take turns")
        ->check(CLI::PositiveNumber);
    observe->add_option("--locks", options.locks, "On five masters")->check(CLI::PositiveNumber);
    observe->add_option("--many", options.many, "Locks, to see how a sweep grows; 0: not seen");
    observe->add_option("--seconds", options.seconds, "Of each measurement that takes a time")
        ->check(CLI::PositiveNumber);
    observe->add_option("--only", options.only, "One part of the measurements")
        ->check(CLI::IsMember({"sweep", "footprint", "noise", "push", "many"}));
    observe->add_flag("--json", options.isJson, "Print JSON");
    return observe;
}

int runCommandLine(int argc, char* argv[])
{
    CLI::App app("Measures the library against bare socket loops, on servers of its own");
    app.require_subcommand(1);
    app.option_defaults()->always_capture_default(); // for --help

    LockBenchOptions lockOptions;
    CLI::App* lock = app.add_subcommand("lock", "Speed of acquire, release, renewal and hand-over");
    lock->add_option("--rounds", lockOptions.rounds, "In which all contenders take turns")
        ->check(CLI::PositiveNumber);
    lock->add_option("--pairs", lockOptions.pairs, "Of each contender in each round")
        ->check(CLI::PositiveNumber);
    lock->add_option("--leases", lockOptions.leases, "To be renewed")->check(CLI::PositiveNumber);
    unsigned gone = 60;
    lock->add_option("--gone", gone, "Seconds for which a master is missed")
        ->check(CLI::PositiveNumber);
    lock->add_option("--only", lockOptions.only, "One part of the measurements")
        ->check(CLI::IsMember({"pairs", "network", "many", "gone", "hand-over", "renewal"}));
    lock->add_flag("--json", lockOptions.isJson, "Print JSON");

    ObserveBenchOptions observeOptions;
    CLI::App* observe = addObserve(app, observeOptions);

    BallastOptions ballastOptions;
    CLI::App* ballast = addBallast(app, ballastOptions);

    SoakOptions soakOptions;
    CLI::App* soak = addSoak(app, soakOptions);

    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? 0 : 64;
    }
    lockOptions.gone = std::chrono::seconds(gone);
    if (ballast->parsed())
        return runBallast(ballastOptions);
    if (observe->parsed())
        return runObserveBench(observeOptions);
    return soak->parsed() ? runSoak(soakOptions) : runLockBench(lockOptions);
}

} // namespace

int main(int argc, char* argv[])
{
    if (const auto exitCode = lockkeeper::bench::runSoakPart(argc, argv))
        return *exitCode;
    return runCommandLine(argc, argv);
}
