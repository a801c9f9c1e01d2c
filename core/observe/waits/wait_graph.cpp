// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/waits/wait_graph.h"

#include <algorithm>
#include <deque>
#include <map>
#include <numeric>
#include <unordered_map>

namespace lockkeeper::observe {
namespace {

struct Edge {
    std::size_t holder; ///< a waiter
    const Resource* resource;
    const LockHolder* held;
    bool isCertain;
};

class Graph {
public:
    Graph(const std::vector<Waiter>& waiters, const HolderOf& holderOf);

    [[nodiscard]] std::size_t size() const noexcept { return m_edges.size(); }
    [[nodiscard]] const std::vector<Edge>& from(std::size_t waiter) const
    {
        return m_edges[waiter];
    }
    [[nodiscard]] std::size_t countWaiting(const Resource& resource) const
    {
        return m_locks.at(resource).waiting;
    }
    /// The shortest circle through `start`, without `passedOver` waiters. Empty: none.
    [[nodiscard]] std::vector<Edge> circleThrough(
        std::size_t start, bool isCertainOnly, const std::vector<bool>& passedOver) const;

private:
    struct Lock {
        std::optional<LockHolder> holder;
        std::size_t waiting = 0;
    };
    struct ByProcess {
        std::size_t waiter;
        const std::string* process;
        std::int64_t pid;
    };
    void addEdges(std::size_t waiter, const lock::Owner& owner, const Resource& resource);

    std::unordered_map<Resource, Lock> m_locks;
    struct ByToken {
        std::size_t waiter;
        bool isCertain;
    };
    std::multimap<Fingerprint, ByToken> m_byToken;
    std::vector<ByProcess> m_byProcess;
    std::vector<std::vector<Edge>> m_edges;
};

Graph::Graph(const std::vector<Waiter>& waiters, const HolderOf& holderOf)
    : m_edges(waiters.size())
{
    // Newer circles must not hide older ones.
    std::vector<std::size_t> byAge(waiters.size());
    std::iota(byAge.begin(), byAge.end(), std::size_t{0});
    std::ranges::stable_sort(byAge, {}, [&](std::size_t i) { return waiters[i].from; });
    for (const std::size_t i : byAge) {
        const lock::WaitAnnouncement& announced = waiters[i].announced;
        if (waiters[i].isGone())
            continue;
        if (waiters[i].queued && waiters[i].queued->token)
            m_byToken.emplace(*waiters[i].queued->token, ByToken{i, true});
        if (!announced.holding && !announced.owner.process.empty())
            m_byProcess.push_back({i, &announced.owner.process, announced.owner.pid});
        for (const Fingerprint& token : announced.holding.value_or(std::vector<Fingerprint>()))
            m_byToken.emplace(token, ByToken{i, announced.isHoldingCertain});
        for (const Resource& resource : announced.resources) {
            const auto [found, isNew] = m_locks.try_emplace(resource);
            if (isNew)
                found->second.holder = holderOf(resource);
            ++found->second.waiting;
        }
    }
    for (std::size_t i = 0; i < waiters.size(); ++i) {
        if (waiters[i].isGone())
            continue;
        for (const Resource& resource : waiters[i].announced.resources)
            addEdges(i, waiters[i].announced.owner, resource);
    }
}

void Graph::addEdges(std::size_t waiter, const lock::Owner& owner, const Resource& resource)
{
    const auto found = m_locks.find(resource);
    if (!found->second.holder)
        return;
    const LockHolder& held = *found->second.holder;
    // A session's holder equals each of its waiters.
    constexpr std::ptrdiff_t kMost = 16;
    auto [holder, last] = m_byToken.equal_range(held.token);
    const bool isAnnounced = holder != last;
    for (std::ptrdiff_t i = 0; i < kMost && holder != last; ++i, ++holder) {
        const auto [other, isCertain] = holder->second;
        m_edges[waiter].push_back({other, &found->first, &held, isCertain});
    }
    if (isAnnounced)
        return;
    // Threads of a process often wait for each other, and for what they just got.
    if (held.process.empty() || (held.process == owner.process && held.pid == owner.pid))
        return;
    for (const ByProcess& other : m_byProcess) {
        if (*other.process == held.process && other.pid == held.pid)
            m_edges[waiter].push_back({other.waiter, &found->first, &held, false});
    }
}

std::vector<Edge> Graph::circleThrough(
    std::size_t start, bool isCertainOnly, const std::vector<bool>& passedOver) const
{
    std::unordered_map<std::size_t, std::pair<std::size_t, const Edge*>> cameBy;
    std::deque<std::size_t> next{start};
    while (!next.empty()) {
        const std::size_t waiter = next.front();
        next.pop_front();
        for (const Edge& edge : m_edges[waiter]) {
            if (passedOver[edge.holder] || (isCertainOnly && !edge.isCertain)
                || !cameBy.emplace(edge.holder, std::pair(waiter, &edge)).second)
                continue;
            if (edge.holder != start) {
                next.push_back(edge.holder);
                continue;
            }
            std::vector<Edge> circle;
            std::size_t at = start;
            do {
                const auto& [before, by] = cameBy.at(at);
                circle.insert(circle.begin(), *by);
                at = before;
            } while (at != start);
            return circle;
        }
    }
    return {};
}

bool haveMet(const std::vector<Edge>& circle, const std::vector<Waiter>& waiters)
{
    SteadyTime from = SteadyTime::min();
    SteadyTime until = SteadyTime::max();
    for (const Edge& edge : circle) {
        const Waiter& holder = waiters[edge.holder];
        from = std::max(from, holder.from);
        until = std::min(until, holder.until);
        // A queue does not show what its waiter holds.
        if (holder.queued
            && (edge.held->lastSeen < holder.from || edge.held->firstSeen > holder.until))
            return false;
    }
    return from <= until;
}

Deadlock deadlockOf(
    std::vector<Edge> circle, const std::vector<Waiter>& waiters, const Graph& graph)
{
    const auto first = std::ranges::min_element(
        circle, {}, [](const Edge& edge) { return edge.resource->value(); });
    std::ranges::rotate(circle, first);
    Deadlock deadlock{
        .links = {}, .isCertain = std::ranges::all_of(circle, &Edge::isCertain), .since = {}};
    std::pair<std::size_t, std::optional<WallTime>> best;
    for (const Edge& edge : circle) {
        const std::size_t waiting = graph.countWaiting(*edge.resource);
        deadlock.since = std::max(deadlock.since, waiters[edge.holder].announced.since);
        deadlock.areTimesKnown = deadlock.areTimesKnown && edge.held->since.has_value();
        const std::pair gain(waiting, edge.held->since);
        if (deadlock.links.empty() || best < gain) {
            best = gain;
            deadlock.proposed = deadlock.links.size();
        }
        deadlock.links.push_back(
            {*edge.resource, edge.held->token, edge.holder, waiting, edge.held->pid});
    }
    return deadlock;
}

} // namespace

std::size_t removeServed(std::vector<Waiter>& waiters, const HolderOf& holderOf)
{
    constexpr std::chrono::milliseconds kWithdrawal{200}; // from the masters, once it has the lock
    std::set<Resource> served;
    return std::erase_if(waiters, [&](const Waiter& waiter) {
        const lock::WaitAnnouncement& announced = waiter.announced;
        const auto hasGot = [&](const Resource& resource) {
            const auto holder = holderOf(resource);
            return holder && holder->process == announced.owner.process
                && holder->pid == announced.owner.pid && holder->since >= announced.since
                && waiter.until < holder->firstSeen + kWithdrawal && served.insert(resource).second;
        };
        return !announced.owner.process.empty() && std::ranges::any_of(announced.resources, hasGot);
    });
}

FoundDeadlocks findDeadlocks(const std::vector<Waiter>& waiters, const HolderOf& holderOf)
{
    FoundDeadlocks found;
    const Graph graph(waiters, holderOf);
    std::vector<bool> passedOver(graph.size(), false);
    for (const bool isCertainOnly : {true, false}) {
        std::vector<bool> seen = passedOver;
        for (std::size_t i = 0; i < graph.size(); ++i) {
            if (seen[i])
                continue;
            auto circle = graph.circleThrough(i, isCertainOnly, passedOver);
            for (const Edge& edge : circle)
                seen[edge.holder] = true;
            if (circle.empty())
                continue;
            if (!haveMet(circle, waiters)) {
                for (const Edge& edge : circle)
                    found.unconfirmed.insert(*edge.resource);
                continue;
            }
            for (const Edge& edge : circle)
                passedOver[edge.holder] = true;
            found.deadlocks.push_back(deadlockOf(std::move(circle), waiters, graph));
        }
    }
    return found;
}

} // namespace lockkeeper::observe
