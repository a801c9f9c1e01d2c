// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lock/client_core.h"
#include "tests/observe/watching.h"
#include "tests/support/fault_proxy.h"
#include "tests/support/locking.h"

// What the tests of the fault matrix have in common.
namespace lockkeeper::tests {

inline const Resource kResource("orders:42");

/// A deployment of these servers. Its timeout is short enough for tests that let it run out, and
/// long enough for a busy machine.
[[nodiscard]] inline config::Deployment deploymentOf(const std::vector<std::string>& urls)
{
    auto deployment = config::deploymentFromUrls("test", urls).value();
    deployment.timeout = std::chrono::milliseconds(250);
    return deployment;
}

/// How many of the servers store the resource.
[[nodiscard]] inline std::int64_t stored(RedisServerFixture& servers)
{
    return countOnAll(servers, {"EXISTS", kResource.value()});
}

/// What an operator sees of some masters.
struct View {
    explicit View(const std::vector<std::string>& urls)
        : watcher(deploymentOf(urls), kClock, kProcesses, latest.handler())
    { }
    [[nodiscard]] redis::LinkState state(std::size_t master)
    {
        return latest.master(master).link.state;
    }
    /// The entry of the resource; null: there is none.
    [[nodiscard]] observe::LockEntryPtr entry(const Resource& resource = kResource)
    {
        return find(latest.get(), resource.value().c_str());
    }
    [[nodiscard]] observe::Verdict verdict(const Resource& resource = kResource)
    {
        const auto present = entry(resource);
        return present ? present->countVotes().verdict : observe::Verdict::Free;
    }
    LatestUpdate latest; // outlives the watcher
    observe::Watcher watcher;
};

/// Somebody who takes locks on some masters.
struct Taker {
    explicit Taker(const std::vector<std::string>& urls, const Clock& clock = systemClock())
        : client(deploymentOf(urls), lock::Owner::thisProcess("test"), clock)
    { }
    [[nodiscard]] Result<lock::AcquireOutcome> acquire(
        lock::AcquireOptions options, const Resource& resource = kResource)
    {
        return client.acquire(resource, std::move(options));
    }
    [[nodiscard]] std::optional<lock::Lease> take(
        lock::AcquireOptions options, const Resource& resource = kResource)
    {
        return leaseIn(acquire(std::move(options), resource));
    }
    lock::LockClient client;
};

/// The votes of an acquire that too few masters answered; else none.
[[nodiscard]] inline std::vector<lock::MasterVote> votesWithoutQuorum(
    const Result<lock::AcquireOutcome>& outcome)
{
    const auto* const missed = outcome ? std::get_if<lock::NoQuorum>(&*outcome) : nullptr;
    return missed ? missed->votes : std::vector<lock::MasterVote>();
}

/// Number of votes that failed with an error of this class.
[[nodiscard]] inline auto failedWith(const std::vector<lock::MasterVote>& votes, ErrorClass kind)
{
    return std::ranges::count_if(votes,
        [&](const lock::MasterVote& vote) { return vote.error && vote.error->kind == kind; });
}

} // namespace lockkeeper::tests
