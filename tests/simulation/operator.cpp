// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/operator.h"

#include <algorithm>
#include <map>

namespace lockkeeper::simulation {

using namespace std::chrono_literals;

namespace {
constexpr std::uint64_t kStream = 500;
}

/// The tokens that the masters store.
struct Operator::Reading {
    release::Action action;
    std::string resource;
    std::size_t missing; ///< answers
    std::map<std::string, int> tokens; ///< number of masters
};

Operator::Operator(World& world, RequestPool& requests, const Scenario& scenario,
    const Referee::Masters& masters, Referee& referee)
    : m_world(world)
    , m_referee(referee)
    , m_timeout(scenario.habits.timeout)
    , m_process(world, LocalClock(1h, 0), scenario.stream(kStream), Bug::None)
{
    for (const auto& master : masters)
        m_links.push_back(std::make_unique<Link>(world, requests, m_process, *master, scenario,
            scenario.stream(kStream + 1 + master->index())));
}

void Operator::act(release::Action action, const std::string& resource)
{
    const auto reading = std::make_shared<Reading>(Reading{action, resource, m_links.size(), {}});
    for (const auto& link : m_links)
        link->send(
            {"GET", resource}, m_timeout, [this, reading](const Result<redis::Reply>& reply) {
                if (reply && reply->isString())
                    ++reading->tokens[reply->text];
                if (--reading->missing == 0)
                    onRead(reading);
            });
}

void Operator::onRead(const std::shared_ptr<Reading>& reading)
{
    const auto most = std::ranges::max_element(
        reading->tokens, {}, [](const auto& entry) { return entry.second; });
    if (most == reading->tokens.end() || most->first.starts_with(observe::kTombstonePrefix))
        return;
    const std::string& token = most->first;
    const bool isRevoke = reading->action == release::Action::Revoke;
    m_world.tell([&] {
        return std::string("an operator ") + (isRevoke ? "revokes " : "frees ") + reading->resource
            + " of " + token;
    });
    const release::Plan plan{.resource = Resource(reading->resource),
        .type = observe::ValueType::String,
        .token = Fingerprint::ofString(token),
        .action = reading->action,
        .tombstone = {"operator", m_process.wallNow(), "simulated"},
        .maxLease = std::chrono::hours(24)};
    isRevoke ? m_referee.onRevoked(token) : m_referee.onFreed(token);
    const redis::Command command = release::releaseCommand(plan, {});
    for (const auto& link : m_links)
        link->sendFor(token, command, m_timeout);
}

} // namespace lockkeeper::simulation
