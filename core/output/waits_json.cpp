// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/output/waits_json.h"

#include "core/output/board_json.h"

#include <algorithm>

namespace lockkeeper::output {
namespace {

void writeOwner(JsonWriter& out, const lock::Owner& owner)
{
    out.field("host", owner.host);
    out.field("pid", owner.pid);
    out.field("app", owner.app);
}

void writeWaiter(JsonWriter& out, const lock::WaitAnnouncement& announced)
{
    out.openObject();
    out.key("resources").openArray();
    for (const Resource& resource : announced.resources) {
        out.openObject();
        writeResource(out, resource);
        out.closeObject();
    }
    out.closeArray();
    writeOwner(out, announced.owner);
    out.field("since_unix_ms", sinceEpoch(announced.since).count());
    out.field("id", announced.id);
    out.field("knowledge", "announced");
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
        const lock::WaitAnnouncement& waiter = waits.waiters()[link.waiter].announced;
        out.openObject();
        writeResource(out, link.resource);
        out.field("token", link.token.shortHex());
        out.field("waiting", link.waiting);
        out.field("proposed", &link == &deadlock.links[deadlock.proposed]);
        out.field("holder_pid", link.holderPid == 0 ? std::nullopt : std::optional(link.holderPid));
        out.key("waiter").openObject();
        writeOwner(out, waiter.owner);
        out.field("since_unix_ms", sinceEpoch(waiter.since).count());
        out.field("id", waiter.id);
        out.closeObject();
        out.closeObject();
    }
    out.closeArray();
    out.closeObject();
}

} // namespace

void writeWaits(JsonWriter& out, const observe::Waits& waits, const std::optional<Resource>& only)
{
    out.key("waiters").openArray();
    for (const observe::Waiter& waiter : waits.waiters()) {
        const auto& resources = waiter.announced.resources;
        if (!only || std::ranges::find(resources, *only) != resources.end())
            writeWaiter(out, waiter.announced);
    }
    out.closeArray();
    out.key("deadlocks").openArray();
    for (const observe::Deadlock& deadlock : waits.deadlocks())
        writeDeadlock(out, waits, deadlock);
    out.closeArray();
}

} // namespace lockkeeper::output
