// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/lock/contenders.h"

#include "core/config/quorum.h"

#include <algorithm>
#include <asio/io_context.hpp>
#include <atomic>
#include <latch>
#include <malloc.h>
#include <memory>
#include <thread>

namespace lockkeeper::bench {
namespace {

using namespace std::chrono_literals;

lock::AcquireOptions options()
{
    return {.ttl = lock::Ttl::from(30s).value()};
}

lock::Owner owner()
{
    return lock::Owner::thisProcess("bench");
}

Resource resource(std::string_view who, std::size_t index)
{
    return Resource(std::string("bench:").append(who).append(":").append(std::to_string(index)));
}

bool isLease(const Result<lock::AcquireOutcome>& outcome)
{
    return outcome && std::holds_alternative<lock::Lease>(*outcome);
}

std::string describe(const lock::MasterVote& vote)
{
    using State = lock::MasterVote::State;
    std::string text = vote.master.value();
    text.append(vote.state == State::Yes   ? " yes"
            : vote.state == State::No      ? " no"
            : vote.state == State::Pending ? " pending"
                                           : " failed");
    if (vote.latency)
        text.append(" after ").append(std::to_string(vote.latency->count())).append(" us");
    if (vote.error)
        text.append(": ").append(vote.error->text);
    return text;
}

std::string describe(const char* what, const std::vector<lock::MasterVote>& votes)
{
    std::string text = what;
    for (const lock::MasterVote& vote : votes)
        text.append("; ").append(describe(vote));
    return text;
}

/// Why it is no lease.
std::string describe(const Result<lock::AcquireOutcome>& outcome)
{
    if (!outcome)
        return "acquire: " + outcome.error().text;
    if (const auto* contended = std::get_if<lock::Contended>(&*outcome))
        return describe("acquire: contended", contended->votes);
    if (const auto* noQuorum = std::get_if<lock::NoQuorum>(&*outcome))
        return describe("acquire: no quorum", noQuorum->votes);
    return "acquire: deadlock";
}

/// Connects the masters, so that only locking is measured.
void warmUp(lock::LockClient& client)
{
    for (int i = 0; i < 200; ++i)
        (void)client.acquire(Resource("bench:warm-up"), options());
}

void releaseAndJudge(lock::Lease& lease, Run& run)
{
    const auto votes = lease.release();
    const auto freed
        = std::ranges::count(votes, lock::MasterVote::State::Yes, &lock::MasterVote::state);
    if (static_cast<std::size_t>(freed) < quorumOf(votes.size()))
        run.failures.add(describe("release", votes));
}

/// Runs pairs until `left`, which all threads share, is used up. So all threads work until the end.
Run pairsOfOneThread(
    lock::LockClient& client, const Resource& resource, std::atomic<std::ptrdiff_t>& left)
{
    Run run;
    run.latencies.reserve(static_cast<std::size_t>(std::max<std::ptrdiff_t>(left, 0)));
    while (left-- > 0) {
        const auto before = Steady::now();
        auto outcome = client.acquire(resource, options());
        if (isLease(outcome))
            releaseAndJudge(std::get<lock::Lease>(*outcome), run);
        else
            run.failures.add(describe(outcome));
        run.latencies.push_back(Steady::now() - before);
    }
    return run;
}

/// Runs pairs of acquire and release on one resource, one after the other, until `left` is used up.
class Chain {
public:
    Chain(lock::LockClient& client, Resource resource, Run& run, std::size_t& left)
        : m_client(client)
        , m_resource(std::move(resource))
        , m_run(run)
        , m_left(left)
    { }

    void next()
    {
        if (m_left == 0)
            return;
        --m_left;
        m_start = Steady::now();
        m_client.startAcquire(
            {m_resource}, options(), [this](Result<lock::AcquireOutcome> outcome) {
                if (!isLease(outcome)) {
                    m_run.failures.add(describe(outcome));
                    return next();
                }
                std::get<lock::Lease>(*outcome).startRelease([this](const auto&) {
                    m_run.latencies.push_back(Steady::now() - m_start);
                    next();
                });
            });
    }

private:
    lock::LockClient& m_client;
    Resource m_resource;
    Run& m_run;
    std::size_t& m_left;
    Steady::time_point m_start;
};

} // namespace

BlockingClient::BlockingClient(const config::Deployment& deployment, std::string name)
    : m_client(deployment, owner())
    , m_name(std::move(name))
{
    warmUp(m_client);
}

Run BlockingClient::pairs(std::size_t count, std::size_t threads)
{
    std::vector<Run> runs(threads);
    std::atomic<std::ptrdiff_t> left = static_cast<std::ptrdiff_t>(count);
    std::latch ready(static_cast<std::ptrdiff_t>(threads));
    std::vector<std::jthread> workers;
    for (std::size_t i = 1; i < threads; ++i)
        workers.emplace_back([&, i] {
            ready.arrive_and_wait();
            runs[i] = pairsOfOneThread(m_client, resource(m_name, i), left);
        });
    ready.arrive_and_wait();
    const RoundTimer timer;
    runs.front() = pairsOfOneThread(m_client, resource(m_name, 0), left);
    workers.clear();
    Run all;
    timer.stop(all);
    for (const Run& run : runs) {
        all.latencies.insert(all.latencies.end(), run.latencies.begin(), run.latencies.end());
        all.failures.add(run.failures);
    }
    return all;
}

Run asyncPairs(const config::Deployment& deployment, std::size_t count, std::size_t inFlight)
{
    asio::io_context context(1);
    lock::LockClient client(deployment, owner(), systemClock(), context);
    const auto runChains = [&](std::size_t pairs) {
        Run run;
        run.latencies.reserve(pairs);
        std::size_t left = pairs;
        std::vector<std::unique_ptr<Chain>> chains;
        const RoundTimer timer;
        for (std::size_t i = 0; i < inFlight; ++i) {
            chains.push_back(std::make_unique<Chain>(client, resource("async", i), run, left));
            chains.back()->next();
        }
        while (run.latencies.size() + run.failures.count < pairs)
            context.run_one();
        timer.stop(run);
        return run;
    };
    (void)runChains(200);
    return runChains(count);
}

Run handOvers(
    const config::Deployment& deployment, std::size_t count, std::chrono::milliseconds pause)
{
    lock::LockClient first(deployment, owner());
    lock::LockClient second(deployment, owner());
    warmUp(first);
    warmUp(second);
    const Resource contested("bench:hand-over");
    Run run;
    run.duration = 1ns;
    std::atomic<Steady::time_point> released{};
    std::atomic<bool> isWaiting{false};
    for (std::size_t i = 0; i < count; ++i) {
        auto held = first.acquire(contested, options());
        if (!isLease(held)) {
            run.failures.add(describe(held));
            continue;
        }
        isWaiting = false;
        std::jthread waiter([&] {
            auto patient = options();
            patient.wait = 10s;
            isWaiting = true;
            const auto outcome = second.acquire(contested, patient);
            const auto now = Steady::now();
            if (isLease(outcome))
                run.latencies.push_back(now - released.load());
            else
                run.failures.add(describe(outcome));
        });
        while (!isWaiting)
            std::this_thread::yield();
        // By the end of this pause, the waiter's first try has failed and it waits.
        std::this_thread::sleep_for(pause);
        released = Steady::now();
        std::get<lock::Lease>(*held).release();
    }
    return run;
}

double bytesInUse()
{
    const auto info = ::mallinfo2();
    return static_cast<double>(info.uordblks + info.hblkhd);
}

double idlePercentOfCore(std::chrono::seconds time)
{
    const double cpu = cpuSeconds();
    std::this_thread::sleep_for(time);
    return 100 * (cpuSeconds() - cpu) / std::chrono::duration<double>(time).count();
}

LeaseCost renewLeases(
    const config::Deployment& deployment, std::size_t count, std::chrono::seconds time)
{
    lock::LockClient client(deployment, owner());
    warmUp(client);
    std::vector<lock::Lease> leases;
    leases.reserve(count);
    LeaseCost cost;
    const double before = bytesInUse();
    for (std::size_t i = 0; i < count; ++i) {
        auto outcome = client.acquire(resource("lease", i), options());
        if (isLease(outcome))
            leases.push_back(std::move(std::get<lock::Lease>(*outcome)));
        else
            cost.failures.add(describe(outcome));
    }
    const double bytes = bytesInUse() - before;
    cost.percentOfCore = idlePercentOfCore(time);
    cost.bytesPerLease = bytes / static_cast<double>(count);
    for (const lock::Lease& lease : leases) {
        if (!lease.isHeld())
            cost.failures.add(describe("renewal: lost", lease.failedVotes()));
    }
    return cost;
}

} // namespace lockkeeper::bench
