// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/words/wait_words.h"

#include "core/observe/formats/holder.h"
#include "core/text/display_safe.h"
#include "core/words/master_words.h"
#include "core/words/time_words.h"

#include <algorithm>
#include <unordered_map>

namespace lockkeeper::words {

namespace {

/// A group without members: the one to which the waiter belongs.
WaitingProcess groupOf(const observe::Waiter& waiter, const Resource& resource)
{
    const lock::WaitAnnouncement& announced = waiter.announced;
    WaitingProcess group{.resource = resource, .owner = announced.owner, .since = announced.since};
    if (waiter.queued) {
        const observe::Holder& holder = waiter.queued->holder;
        group.library = waiter.queued->library;
        group.client = holder.detail.value_or(holder.thread ? "" : announced.id);
        group.isGone = waiter.queued->isGone;
    }
    return group;
}

void addTo(WaitingProcess& group, const observe::Waiter& waiter)
{
    const auto& holding = waiter.announced.holding;
    ++group.threads;
    group.held += holding ? holding->size() : 0;
    group.isHeldKnown = group.isHeldKnown && holding.has_value();
    if (waiter.queued && waiter.queued->holder.thread)
        group.threadNames.push_back(*waiter.queued->holder.thread);
}

std::string groupKey(const WaitingProcess& group)
{
    return group.resource.value() + '\0' + group.owner.connectionName() + '\0' + group.owner.process
        + '\0' + group.library + '\0' + group.client + (group.isGone ? "-" : "+");
}

/// "thread 7"; "threads 7, 9 and 3 more".
std::string threadsText(const std::vector<std::string>& names)
{
    constexpr std::size_t kMostNamed = 4;
    std::string text = names.size() == 1 ? "thread " : "threads ";
    for (std::size_t i = 0; i < std::min(names.size(), kMostNamed); ++i)
        text.append(i == 0 ? "" : ", ").append(displaySafe(names[i]));
    if (names.size() > kMostNamed)
        text.append(" and ").append(std::to_string(names.size() - kMostNamed)).append(" more");
    return text;
}

std::string waiterText(const observe::Waiter& waiter)
{
    return waiter.queued ? holderText(waiter.queued->holder, Ids::Short)
                         : ownerText(waiter.announced.owner);
}

} // namespace

bool WaitingProcess::isOf(const observe::Waiter& waiter) const
{
    if (clients)
        return false;
    const WaitingProcess its = groupOf(waiter, resource);
    return its.owner == owner && its.library == library && its.client == client
        && its.isGone == isGone;
}

std::vector<WaitingProcess> waitingProcesses(
    const observe::Waits& waits, const std::optional<Resource>& only)
{
    std::vector<WaitingProcess> processes;
    std::unordered_map<std::string, std::size_t> known;
    for (const observe::Waiter& waiter : waits.waiters()) {
        for (const Resource& resource : waiter.announced.resources) {
            if (only && resource != *only)
                continue;
            WaitingProcess group = groupOf(waiter, resource);
            const auto [found, isNew] = known.emplace(groupKey(group), processes.size());
            if (isNew)
                processes.push_back(std::move(group));
            addTo(processes[found->second], waiter);
        }
    }
    for (const auto& [resource, unnamed] : waits.unnamed()) {
        if (!only || resource == *only)
            processes.push_back({.resource = resource,
                .library = unnamed.library,
                .clients = unnamed.count,
                .isHeldKnown = false});
    }
    std::ranges::stable_sort(processes, {}, &WaitingProcess::resource);
    return processes;
}

std::string ownerText(const lock::Owner& owner)
{
    observe::Holder holder;
    holder.host = owner.host;
    holder.pid = owner.pid;
    if (!owner.app.empty())
        holder.app = owner.app;
    return holderText(holder);
}

std::string waitingText(const WaitingProcess& process, Ids ids)
{
    if (process.clients) {
        const bool isOne = process.clients->least == 1 || process.clients->most == 1;
        return countText(*process.clients) + (isOne ? " client" : " clients");
    }
    if (process.library.empty()) {
        const std::string owner = ownerText(process.owner);
        return process.threads == 1 ? owner : owner + ", " + countText(process.threads, "thread");
    }
    std::string text(process.isGone ? "gone: " : "");
    if (!process.client.empty())
        text += holderText(observe::Holder{.detail = process.client}, ids);
    if (!process.threadNames.empty())
        text.append(process.client.empty() ? "" : ", ").append(threadsText(process.threadNames));
    return text;
}

std::string knowledgeText(const WaitingProcess& process)
{
    return process.library.empty() ? "announced" : displaySafe(process.library);
}

std::string countText(const observe::WaitCount& count)
{
    const std::string least = std::to_string(count.least);
    if (count.least == count.most)
        return least;
    if (count.most == observe::WaitCount::kUnbounded)
        return "at least " + least;
    const std::string most = std::to_string(count.most);
    return count.least == 0 ? "at most " + most : least + " to " + most;
}

std::string waitingCountText(const observe::WaitCount& count)
{
    std::string text;
    if (count.most > 0)
        text = countText(count) + " waiting";
    if (count.gone > 0)
        text.append(text.empty() ? "" : ", ")
            .append(std::to_string(count.gone))
            .append(" gone from its queue");
    return text;
}

std::string waitersText(const observe::Waits& waits, const Resource& resource)
{
    constexpr std::size_t kMostNamed = 4;
    if (waits.countFor(resource).isNone())
        return {};
    const auto processes = waitingProcesses(waits, resource);
    std::string text;
    for (std::size_t i = 0; i < std::min(processes.size(), kMostNamed); ++i) {
        const WaitingProcess& process = processes[i];
        text.append(i == 0 ? "" : "; ");
        if (!process.library.empty())
            text.append(knowledgeText(process)).append(": ");
        text.append(waitingText(process, Ids::Short));
    }
    if (processes.size() > kMostNamed)
        text.append("; ").append(std::to_string(processes.size() - kMostNamed)).append(" more");
    return text;
}

std::string deadlockText(const observe::Deadlock& deadlock)
{
    return (deadlock.isCertain ? "deadlock of " : "probably a deadlock of ")
        + countText(deadlock.links.size(), "lock") + " since " + utcText(deadlock.since);
}

std::string linkText(
    const observe::Waits& waits, const observe::Deadlock& deadlock, std::size_t link)
{
    const observe::Deadlock::Link& held = deadlock.links[link];
    const observe::Deadlock::Link& next = deadlock.links[(link + 1) % deadlock.links.size()];
    const observe::Waiter& waiter = waits.waiters()[held.waiter];
    const std::string wanted
        = deadlock.links.size() == 1 ? "it, too" : displaySafe(next.resource.value());
    if (held.holderPid == 0 || held.holderPid == waiter.announced.owner.pid)
        return "held by " + waiterText(waiter) + ", who waits for " + wanted;
    return "held by pid " + std::to_string(held.holderPid) + ", for which " + waiterText(waiter)
        + " waits for " + wanted;
}

std::string proposalText(const observe::Deadlock& deadlock)
{
    const std::size_t waiting = deadlock.links[deadlock.proposed].waiting;
    const bool isMostWanted = std::ranges::none_of(deadlock.links, [&](const auto& link) {
        return &link != &deadlock.links[deadlock.proposed] && link.waiting >= waiting;
    });
    if (isMostWanted && deadlock.links.size() > 1)
        return std::to_string(waiting) + " wait for it";
    return deadlock.areTimesKnown ? "it was taken last" : "which was taken last is not known";
}

std::string adviceText(
    const observe::Waits& waits, const observe::Deadlock& deadlock, const Resource& resource)
{
    std::string text = deadlockText(deadlock);
    const auto own
        = std::ranges::find(deadlock.links, resource, &observe::Deadlock::Link::resource);
    if (own != deadlock.links.end())
        text += ": "
            + linkText(waits, deadlock, static_cast<std::size_t>(own - deadlock.links.begin()));
    if (const std::string obstacle = obstacleText(waits, deadlock); !obstacle.empty())
        return text + ". No release ends it: " + obstacle + ".";
    const Resource& proposed = deadlock.links[deadlock.proposed].resource;
    text += proposed == resource
        ? ". Its release is proposed to end it: "
        : ". To end it, the release of " + displaySafe(proposed.value()) + " is proposed: ";
    return text + proposalText(deadlock) + ".";
}

std::string obstacleText(const observe::Waits& waits, const observe::Deadlock& deadlock)
{
    const Resource& resource = deadlock.links[deadlock.proposed].resource;
    const bool isQueued = std::ranges::any_of(waits.waitersFor(resource),
        [&](std::size_t waiter) { return waits.waiters()[waiter].queued.has_value(); });
    return isQueued ? "its waiters stand in a queue, which can't be woken from outside: end one of "
                      "these clients, or interrupt its thread"
                    : std::string();
}

} // namespace lockkeeper::words
