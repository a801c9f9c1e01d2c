// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/output/waits_json.h"

#include "core/output/board_json.h"

#include <algorithm>

namespace lockkeeper::output {
namespace {

void writeWho(JsonWriter& out, const observe::Waiter& waiter)
{
    const lock::WaitAnnouncement& announced = waiter.announced;
    if (!waiter.queued) {
        out.field("host", announced.owner.host, "pid", announced.owner.pid);
        out.field("app", announced.owner.app, "since_unix_ms", announced.since);
    } else {
        const observe::Holder& holder = waiter.queued->holder;
        out.field("host", holder.host, "pid", holder.pid, "app", holder.app);
        out.field("since_unix_ms", nullptr, "seen_since_unix_ms", announced.since);
        out.field("thread", holder.thread, "detail", holder.detail);
        writeSession(out, holder.session);
    }
    out.field("id", announced.id);
}

void writeWaiter(JsonWriter& out, const observe::Waiter& waiter)
{
    const lock::WaitAnnouncement& announced = waiter.announced;
    out.openObject();
    out.list("resources", announced.resources, [&](const Resource& resource) {
        out.openObject();
        writeResource(out, resource);
        out.closeObject();
    });
    writeWho(out, waiter);
    out.field("knowledge", waiter.queued ? "library" : "announced");
    if (waiter.queued)
        out.field("library", waiter.queued->library, "gone", waiter.queued->isGone);
    out.field("holding", announced.holding, "holding_certain", announced.isHoldingCertain);
    out.closeObject();
}

} // namespace

void writeWaitCount(JsonWriter& out, const observe::WaitCount& count)
{
    out.field("waiting", count.least);
    // Pollers are never seen.
    const bool isBounded = count.most > 0 && count.most != observe::WaitCount::kUnbounded;
    out.field("waiting_at_most", isBounded ? std::optional(count.most) : std::nullopt);
    out.field("gone", count.gone);
}

void writeWaiters(JsonWriter& out, const observe::Waits& waits, const std::optional<Resource>& only)
{
    out.key("waiters").openArray();
    for (const observe::Waiter& waiter : waits.waiters()) {
        const auto& resources = waiter.announced.resources;
        if (!only || std::ranges::find(resources, *only) != resources.end())
            writeWaiter(out, waiter);
    }
    out.closeArray();
    out.key("unnamed_waiters").openArray();
    for (const auto& [resource, unnamed] : waits.unnamed()) {
        if (only && resource != *only)
            continue;
        out.openObject();
        writeResource(out, resource);
        out.field("knowledge", "library", "library", unnamed.library);
        writeWaitCount(out, unnamed.count);
        out.closeObject();
    }
    out.closeArray();
}

void writeDeadlock(JsonWriter& out, const observe::Waits& waits, const observe::Deadlock& deadlock)
{
    out.openObject();
    out.field("certain", deadlock.isCertain, "since_unix_ms", deadlock.since);
    out.list("locks", deadlock.links, [&](const observe::Deadlock::Link& link) {
        out.openObject();
        writeResource(out, link.resource);
        out.field("token", link.token, "waiting", link.waiting);
        out.field("proposed", &link == &deadlock.links[deadlock.proposed]);
        out.field("holder_pid", link.holderPid == 0 ? std::nullopt : std::optional(link.holderPid));
        out.key("waiter").openObject();
        writeWho(out, waits.waiters()[link.waiter]);
        out.closeObject();
        out.closeObject();
    });
    out.closeObject();
}

void writeWaits(JsonWriter& out, const observe::Waits& waits, const std::optional<Resource>& only)
{
    writeWaiters(out, waits, only);
    out.list("deadlocks", waits.deadlocks(),
        [&](const auto& deadlock) { writeDeadlock(out, waits, deadlock); });
}

} // namespace lockkeeper::output
