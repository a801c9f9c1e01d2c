// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/words/wait_words.h"

#include "core/observe/formats/holder.h"
#include "core/text/display_safe.h"
#include "core/text/list_text.h"
#include "core/text/natural_order.h"
#include "core/text/translate.h"
#include "core/words/master_words.h"
#include "core/words/time_words.h"

#include <absl/strings/substitute.h>
#include <algorithm>
#include <unordered_map>

namespace lockkeeper::words {

namespace {

using absl::Substitute;

WaitingProcess groupOf(const observe::Waiter& waiter, const Resource& resource)
{
    const lock::WaitAnnouncement& announced = waiter.announced;
    WaitingProcess group{.resource = resource, .owner = announced.owner, .since = announced.since};
    if (waiter.queued) {
        const observe::Holder& holder = waiter.queued->holder;
        group.library = waiter.queued->library;
        group.client = holder.app || holder.host
            ? holderText(holder)
            : holder.detail.value_or(holder.thread ? "" : announced.id);
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

std::string threadsText(const std::vector<std::string>& names)
{
    constexpr std::size_t kMostNamed = 4;
    if (names.size() == 1)
        return Substitute(tr("thread $0"), displaySafe(names.front()));
    std::string text;
    for (std::size_t i = 0; i < std::min(names.size(), kMostNamed); ++i)
        addToList(text, displaySafe(names[i]));
    if (names.size() > kMostNamed)
        addToList(text, Substitute(tr("$0 more"), names.size() - kMostNamed));
    return Substitute(tr("threads $0"), text);
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
        if (only && resource != *only)
            continue;
        WaitingProcess& group = processes.emplace_back();
        group.resource = resource;
        group.library = unnamed.library;
        group.clients = unnamed.count;
        group.isHeldKnown = false;
    }
    std::ranges::stable_sort(processes, NaturalLess(), &WaitingProcess::resource);
    return processes;
}

std::string askText(const lock::Ask& ask)
{
    const std::string by = displaySafe(ask.by);
    return ask.reason.empty()
        ? Substitute(tr("$0 asks for the lock"), by)
        : Substitute(tr("$0 asks for the lock: $1"), by, displaySafe(ask.reason));
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

std::string waiterText(const observe::Waiter& waiter)
{
    return waiter.queued ? holderText(waiter.queued->holder, Ids::Short)
                         : ownerText(waiter.announced.owner);
}

std::string waitingText(const WaitingProcess& process, Ids ids)
{
    if (process.clients) {
        const bool isOne = process.clients->least == 1 || process.clients->most == 1;
        return Substitute(isOne ? tr("$0 client") : tr("$0 clients"), countText(*process.clients));
    }
    if (process.library.empty()) {
        const std::string owner = ownerText(process.owner);
        return process.threads == 1
            ? owner
            : owner + tr(", ", "between facts") + countText(process.threads, "thread");
    }
    std::string text;
    if (!process.client.empty())
        text = holderText(observe::Holder{.detail = process.client}, ids);
    if (!process.threadNames.empty())
        text.append(process.client.empty() ? "" : tr(", ", "between facts"))
            .append(threadsText(process.threadNames));
    return process.isGone ? Substitute(tr("gone: $0"), text) : text;
}

std::string knowledgeText(const WaitingProcess& process)
{
    return process.library.empty() ? tr("announced") : displaySafe(process.library);
}

std::string countText(const observe::WaitCount& count)
{
    const std::string least = std::to_string(count.least);
    if (count.least == count.most)
        return least;
    if (count.most == observe::WaitCount::kUnbounded)
        return Substitute(tr("at least $0"), least);
    return count.least == 0 ? Substitute(tr("at most $0"), count.most)
                            : Substitute(tr("$0 to $1"), least, count.most);
}

std::string waitingCountText(const observe::WaitCount& count)
{
    std::string text;
    if (count.most > 0)
        text = Substitute(tr("$0 waiting"), countText(count));
    if (count.gone > 0)
        text.append(text.empty() ? "" : tr(", ", "between facts"))
            .append(Substitute(tr("$0 gone from its queue"), count.gone));
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
        const std::string waiting = waitingText(process, Ids::Short);
        addClause(text,
            process.library.empty() ? waiting
                                    : Substitute(tr("$0: $1"), knowledgeText(process), waiting));
    }
    if (processes.size() > kMostNamed)
        addClause(text, Substitute(tr("$0 more"), processes.size() - kMostNamed));
    return text;
}

std::string deadlockText(const observe::Deadlock& deadlock)
{
    return Substitute(
        deadlock.isCertain ? tr("deadlock of $0 since $1") : tr("likely a deadlock of $0 since $1"),
        countText(deadlock.links.size(), "lock"), utcText(deadlock.since));
}

std::string linkText(
    const observe::Waits& waits, const observe::Deadlock& deadlock, std::size_t link)
{
    const observe::Deadlock::Link& held = deadlock.links[link];
    const observe::Deadlock::Link& next = deadlock.links[(link + 1) % deadlock.links.size()];
    const observe::Waiter& waiter = waits.waiters()[held.waiter];
    const std::string wanted
        = deadlock.links.size() == 1 ? tr("it, too") : displaySafe(next.resource.value());
    const std::string who = waiterText(waiter);
    // Threads of a session may have different names.
    if (waiter.queued && waiter.queued->holder.session)
        return Substitute(tr("held in the session of $0, who waits for $1"), who, wanted);
    if (held.holderPid == 0 || held.holderPid == waiter.announced.owner.pid)
        return Substitute(tr("held by $0, who waits for $1"), who, wanted);
    return Substitute(tr("held by pid $0, for which $1 waits for $2"), held.holderPid, who, wanted);
}

std::string proposalText(const observe::Deadlock& deadlock)
{
    const std::size_t waiting = deadlock.links[deadlock.proposed].waiting;
    const bool isMostWanted = std::ranges::none_of(deadlock.links, [&](const auto& link) {
        return &link != &deadlock.links[deadlock.proposed] && link.waiting >= waiting;
    });
    if (isMostWanted && deadlock.links.size() > 1)
        return Substitute(tr("$0 wait for it"), waiting);
    return deadlock.areTimesKnown ? tr("it was taken last")
                                  : tr("which was taken last is not known");
}

std::string adviceText(
    const observe::Waits& waits, const observe::Deadlock& deadlock, const Resource& resource)
{
    std::string text = deadlockText(deadlock);
    const auto own
        = std::ranges::find(deadlock.links, resource, &observe::Deadlock::Link::resource);
    if (own != deadlock.links.end())
        text = Substitute(tr("$0: $1"), text,
            linkText(waits, deadlock, static_cast<std::size_t>(own - deadlock.links.begin())));
    const Resource& proposed = deadlock.links[deadlock.proposed].resource;
    if (proposed == resource)
        return Substitute(
            tr("$0. Its release is proposed to end it: $1."), text, proposalText(deadlock));
    return Substitute(tr("$0. To end it, the release of $1 is proposed: $2."), text,
        displaySafe(proposed.value()), proposalText(deadlock));
}

} // namespace lockkeeper::words
