// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/agent/wire_basics.h"
#include "core/observe/waits/waits.h"
#include "core/redis/transport.h"

// What locks, waiters and masters consist of. Of tokens only fingerprints are passed: a board has
// nothing else of them.

namespace lockkeeper::agent {

template <> inline Fingerprint blank<Fingerprint>()
{
    static const Fingerprint none = Fingerprint::ofString({});
    return none;
}
template <> inline observe::Deadlock::Link blank<observe::Deadlock::Link>()
{
    return {.resource = {}, .token = blank<Fingerprint>()};
}

template <class Tag> void pass(WireReader& wire, StrongString<Tag>& text)
{
    text = StrongString<Tag>(std::string(wire.bytes()));
}
template <class Tag> void pass(WireWriter& wire, const StrongString<Tag>& text)
{
    wire.bytes(text.value());
}

inline void pass(WireWriter& wire, const Fingerprint& token)
{
    wire.raw(token.hex());
}
inline void pass(WireReader& wire, Fingerprint& token)
{
    constexpr std::size_t kDigits = 40;
    const auto read = Fingerprint::fromHex(wire.raw(kDigits));
    wire.expect(read.has_value());
    token = read.value_or(blank<Fingerprint>());
}

template <Wire W> void pass(W& wire, typename W::template Of<Error>& error)
{
    pass(wire, error.kind);
    pass(wire, error.text);
    pass(wire, error.master);
}

template <Wire W> void pass(W& wire, typename W::template Of<observe::Holder>& holder)
{
    pass(wire, holder.host);
    pass(wire, holder.pid);
    pass(wire, holder.thread);
    pass(wire, holder.app);
    pass(wire, holder.since);
    pass(wire, holder.process);
    pass(wire, holder.mayOutliveProcess);
    pass(wire, holder.detail);
}

template <Wire W> void pass(W& wire, typename W::template Of<observe::WaitCount>& count)
{
    pass(wire, count.least);
    pass(wire, count.most);
    pass(wire, count.gone);
}

template <Wire W> void pass(W& wire, typename W::template Of<lock::Owner>& owner)
{
    pass(wire, owner.host);
    pass(wire, owner.pid);
    pass(wire, owner.app);
    pass(wire, owner.process);
    pass(wire, owner.mayOutliveProcess);
}

template <Wire W> void pass(W& wire, typename W::template Of<lock::WaitAnnouncement>& announced)
{
    pass(wire, announced.resources);
    pass(wire, announced.owner);
    pass(wire, announced.since);
    pass(wire, announced.id);
    pass(wire, announced.holding);
    pass(wire, announced.isHoldingCertain);
    pass(wire, announced.failsOnDeadlock);
}

template <Wire W> void pass(W& wire, typename W::template Of<observe::Waiter::Queued>& queued)
{
    pass(wire, queued.library);
    pass(wire, queued.holder);
    pass(wire, queued.token);
    pass(wire, queued.isGone);
}

template <Wire W> void pass(W& wire, typename W::template Of<observe::Waiter>& waiter)
{
    pass(wire, waiter.announced);
    pass(wire, waiter.from);
    pass(wire, waiter.until);
    pass(wire, waiter.queued);
}

template <Wire W> void pass(W& wire, typename W::template Of<observe::Deadlock::Link>& link)
{
    pass(wire, link.resource);
    pass(wire, link.token);
    pass(wire, link.waiter);
    pass(wire, link.waiting);
    pass(wire, link.holderPid);
}

template <Wire W> void pass(W& wire, typename W::template Of<observe::Deadlock>& deadlock)
{
    pass(wire, deadlock.links);
    pass(wire, deadlock.isCertain);
    pass(wire, deadlock.since);
    pass(wire, deadlock.proposed);
    pass(wire, deadlock.areTimesKnown);
    if constexpr (W::kIsReading)
        wire.expect(deadlock.proposed < deadlock.links.size());
}

template <Wire W> void pass(W& wire, typename W::template Of<redis::Move>& move)
{
    pass(wire, move.from);
    pass(wire, move.to);
    pass(wire, move.at);
    pass(wire, move.count);
}

template <Wire W> void pass(W& wire, typename W::template Of<redis::LinkStatus>& link)
{
    pass(wire, link.state);
    pass(wire, link.latency);
    pass(wire, link.role);
    pass(wire, link.lastReply);
    pass(wire, link.commands);
    pass(wire, link.unanswered);
    pass(wire, link.error);
    pass(wire, link.runId);
    pass(wire, link.uptime);
    pass(wire, link.loggedInAt);
    pass(wire, link.restartedAt);
    pass(wire, link.forgotAt);
    pass(wire, link.address);
    pass(wire, link.move);
    pass(wire, link.outage);
}

} // namespace lockkeeper::agent
