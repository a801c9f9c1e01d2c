// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/soak/worker.h"

#include "core/lock/client_core.h"
#include "tests/bench/soak/contender.h"

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string_view>
#include <thread>

namespace lockkeeper::bench {
namespace {

constexpr int kUsageError = 64;
/// The timeout of a command. Shorter than the TTLs, so that leases can be won although answers are
/// missing.
constexpr std::chrono::milliseconds kTimeout{100};

/// The command-line arguments of a worker, in order.
enum Argument {
    Name,
    Part,
    Log,
    Processes,
    Index,
    Threads,
    Resources,
    Seed,
    VariantName,
    IsOrdered,
    IsForgetful,
    FirstUrl
};

unsigned numberOf(const char* text)
{
    return static_cast<unsigned>(std::strtoul(text, nullptr, 10));
}

int work(const std::vector<const char*>& arguments)
{
    const unsigned threads = numberOf(arguments[Threads]);
    const unsigned index = numberOf(arguments[Index]);
    const auto variant = variantFrom(arguments[VariantName]);
    auto deployment
        = config::deploymentFromUrls("soak", {arguments.begin() + FirstUrl, arguments.end()});
    if (!deployment || !variant)
        return kUsageError;
    deployment->timeout = kTimeout;
    deployment->longestTtl = kLongestTtl;
    const bool isForgetful = numberOf(arguments[IsForgetful]) != 0;
    // Masters that keep their data need no quarantine.
    if (!isForgetful || *variant == Variant::NoQuarantine)
        deployment->restartQuarantine = config::RestartQuarantine::Off;

    SharedLog log(arguments[Log], numberOf(arguments[Processes]) * std::size_t{threads});
    // Never destroyed: releases may still be under way after the client's destructor.
    static auto* const sabotage = new Sabotage(*variant);
    lock::LockClient client(
        lock::ClientCore::create(*deployment, lock::Owner::thisProcess("soak"), sabotage->clock(),
            nullptr, [](lock::LockContext& context) { sabotage->buildInto(context); }));

    std::vector<std::jthread> contenders;
    for (unsigned thread = 0; thread < threads; ++thread) {
        const Place place{index, thread, numberOf(arguments[Resources]), *variant,
            numberOf(arguments[IsOrdered]) != 0, isForgetful};
        const auto seed = std::strtoull(arguments[Seed], nullptr, 10) + thread;
        contenders.emplace_back([&client, &log, place, seed, threads] {
            ContenderLog& own = log[place.process * std::size_t{threads} + place.thread];
            Contender contender(client, *sabotage, own, place, seed);
            while (!log.isOver())
                contender.takeTurn();
            own.promiseNone();
        });
    }
    contenders.clear();
    return 0;
}

} // namespace

Result<sandbox::ChildProcess> startWorker(
    const Workplace& workplace, unsigned index, unsigned generation)
{
    const SoakOptions& options = workplace.options;
    const std::uint64_t seed = options.seed + 1'000'003ULL * index + 7'919ULL * generation;
    std::vector<std::string> arguments{"lockkeeper-bench", kSoakPartArgument, workplace.log,
        std::to_string(options.processes), std::to_string(index), std::to_string(options.threads),
        std::to_string(options.resources), std::to_string(seed), options.variant,
        options.isOrdered ? "1" : "0", options.isForgetful ? "1" : "0"};
    const std::vector<std::string>& urls = workplace.urls.at(index);
    arguments.insert(arguments.end(), urls.begin(), urls.end());
    return sandbox::ChildProcess::start(sandbox::Program::self(std::move(arguments)));
}

std::optional<int> runSoakPart(int argc, char* argv[])
{
    if (argc < 2 || std::string_view(argv[Part]) != kSoakPartArgument)
        return std::nullopt;
    if (argc <= FirstUrl)
        return kUsageError;
    try {
        return work({argv, argv + argc});
    } catch (const std::exception& error) {
        std::fprintf(stderr, "soak worker: %s\n", error.what());
        return 1;
    }
}

} // namespace lockkeeper::bench
