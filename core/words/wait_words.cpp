// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/words/wait_words.h"

#include "core/observe/formats/holder.h"
#include "core/text/display_safe.h"
#include "core/words/lock_words.h"
#include "core/words/master_words.h"
#include "core/words/time_words.h"

#include <algorithm>

namespace lockkeeper::words {

std::vector<WaitingProcess> waitingProcesses(
    const observe::Waits& waits, const std::optional<Resource>& only)
{
    std::vector<WaitingProcess> processes;
    for (const observe::Waiter& waiter : waits.waiters()) {
        const lock::WaitAnnouncement& announced = waiter.announced;
        for (const Resource& resource : announced.resources) {
            if (only && resource != *only)
                continue;
            auto known = std::ranges::find_if(processes, [&](const WaitingProcess& one) {
                return one.resource == resource && one.owner == announced.owner;
            });
            if (known == processes.end())
                known = processes.insert(
                    processes.end(), {resource, announced.owner, 0, announced.since});
            WaitingProcess& process = *known;
            ++process.threads;
            process.held += announced.holding ? announced.holding->size() : 0;
            process.isHeldKnown = process.isHeldKnown && announced.holding.has_value();
        }
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

std::string waitingText(const WaitingProcess& process)
{
    const std::string owner = ownerText(process.owner);
    return process.threads == 1 ? owner : owner + ", " + countText(process.threads, "thread");
}

std::string waitersText(const observe::Waits& waits, const Resource& resource)
{
    constexpr std::size_t kMostNamed = 4;
    if (waits.waitersFor(resource).empty())
        return {};
    const auto processes = waitingProcesses(waits, resource);
    std::string text;
    for (std::size_t i = 0; i < std::min(processes.size(), kMostNamed); ++i)
        text.append(i == 0 ? "" : "; ").append(waitingText(processes[i]));
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
    const lock::Owner& waiter = waits.waiters()[held.waiter].announced.owner;
    const std::string wanted
        = deadlock.links.size() == 1 ? "it, too" : displaySafe(next.resource.value());
    if (held.holderPid == 0 || held.holderPid == waiter.pid)
        return "held by " + ownerText(waiter) + ", who waits for " + wanted;
    return "held by pid " + std::to_string(held.holderPid) + ", for which " + ownerText(waiter)
        + " waits for " + wanted;
}

std::string proposalText(const observe::Deadlock& deadlock)
{
    const std::size_t waiting = deadlock.links[deadlock.proposed].waiting;
    const bool isMostWanted = std::ranges::none_of(deadlock.links, [&](const auto& link) {
        return &link != &deadlock.links[deadlock.proposed] && link.waiting >= waiting;
    });
    return isMostWanted && deadlock.links.size() > 1 ? std::to_string(waiting) + " wait for it"
                                                     : "it was taken last";
}

} // namespace lockkeeper::words
