// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/output/waits_json.h"

#include "core/output/board_json.h"

#include <algorithm>

namespace lockkeeper::output {
namespace {

/// Who waits; null where that is not known.
void writeWho(JsonWriter& out, const observe::Waiter& waiter)
{
    const lock::WaitAnnouncement& announced = waiter.announced;
    if (!waiter.queued) {
        out.field("host", announced.owner.host);
        out.field("pid", announced.owner.pid);
        out.field("app", announced.owner.app);
        out.field("since_unix_ms", sinceEpoch(announced.since).count());
    } else {
        const observe::Holder& holder = waiter.queued->holder;
        out.field("host", holder.host);
        out.field("pid", holder.pid);
        out.field("app", holder.app);
        out.field("since_unix_ms", nullptr);
        out.field("seen_since_unix_ms", sinceEpoch(announced.since).count());
        out.field("thread", holder.thread);
        out.field("detail", holder.detail);
    }
    out.field("id", announced.id);
}

void writeWaiter(JsonWriter& out, const observe::Waiter& waiter)
{
    const lock::WaitAnnouncement& announced = waiter.announced;
    out.openObject();
    out.key("resources").openArray();
    for (const Resource& resource : announced.resources) {
        out.openObject();
        writeResource(out, resource);
        out.closeObject();
    }
    out.closeArray();
    writeWho(out, waiter);
    out.field("knowledge", waiter.queued ? "library" : "announced");
    if (waiter.queued) {
        out.field("library", waiter.queued->library);
        out.field("gone", waiter.queued->isGone);
    }
    out.key("holding");
    if (announced.holding) {
        out.openArray();
        for (const Fingerprint& token : *announced.holding)
            out.value(token.shortHex());
        out.closeArray();
    } else {
        out.value(nullptr);
    }
    out.field("holding_certain", announced.isHoldingCertain);
    out.closeObject();
}

void writeDeadlock(JsonWriter& out, const observe::Waits& waits, const observe::Deadlock& deadlock)
{
    out.openObject();
    out.field("certain", deadlock.isCertain);
    out.field("since_unix_ms", sinceEpoch(deadlock.since).count());
    out.key("locks").openArray();
    for (const observe::Deadlock::Link& link : deadlock.links) {
        out.openObject();
        writeResource(out, link.resource);
        out.field("token", link.token.shortHex());
        out.field("waiting", link.waiting);
        out.field("proposed", &link == &deadlock.links[deadlock.proposed]);
        out.field("holder_pid", link.holderPid == 0 ? std::nullopt : std::optional(link.holderPid));
        out.key("waiter").openObject();
        writeWho(out, waits.waiters()[link.waiter]);
        out.closeObject();
        out.closeObject();
    }
    out.closeArray();
    out.closeObject();
}

} // namespace

void writeWaitCount(JsonWriter& out, const observe::WaitCount& count)
{
    out.field("waiting", count.least);
    const bool isBounded = count.most != observe::WaitCount::kUnbounded;
    out.field("waiting_at_most", isBounded ? std::optional(count.most) : std::nullopt);
    out.field("gone", count.gone);
}

void writeWaits(JsonWriter& out, const observe::Waits& waits, const std::optional<Resource>& only)
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
        out.field("knowledge", "library");
        out.field("library", unnamed.library);
        writeWaitCount(out, unnamed.count);
        out.closeObject();
    }
    out.closeArray();
    out.key("deadlocks").openArray();
    for (const observe::Deadlock& deadlock : waits.deadlocks())
        writeDeadlock(out, waits, deadlock);
    out.closeArray();
}

} // namespace lockkeeper::output
