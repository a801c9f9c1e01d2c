// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/agent/wire_basics.h"
#include "core/agent/wire_formats.h"
#include "core/observe/board/board_update.h"
#include "core/observe/board/votes/vote_parts.h"
#include "core/observe/board/waits.h"
#include "core/redis/transport.h"

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

template <Wire W> void pass(W& wire, typename W::template Of<observe::HolderSession>& session)
{
    pass(wire, session.id);
    pass(wire, session.address);
    pass(wire, session.timeout);
    pass(wire, session.queuedAt);
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
    pass(wire, holder.hearsAsks);
    pass(wire, holder.detail);
    pass(wire, holder.member);
    pass(wire, holder.node);
    pass(wire, holder.session);
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

namespace lockkeeper::agent {

template <> inline observe::RivalToken blank<observe::RivalToken>()
{
    return {.token = blank<Fingerprint>(), .lock = {}};
}

template <Wire W> void pass(W& wire, typename W::template Of<observe::ClockOffset>& offset)
{
    pass(wire, offset.ahead);
    pass(wire, offset.tolerance);
}

template <Wire W> void pass(W& wire, typename W::template Of<observe::DatabaseKeys>& database)
{
    pass(wire, database.database);
    pass(wire, database.keys);
}

template <Wire W> void pass(W& wire, typename W::template Of<observe::ServerProduct>& product)
{
    pass(wire, product.name);
    pass(wire, product.version);
}

template <Wire W> void pass(W& wire, typename W::template Of<observe::ServerFacts>& facts)
{
    pass(wire, facts.readAt);
    pass(wire, facts.user);
    pass(wire, facts.product);
    pass(wire, facts.clock);
    pass(wire, facts.clockError);
    pass(wire, facts.evictionPolicy);
    pass(wire, facts.memoryLimit);
    pass(wire, facts.usedMemory);
    pass(wire, facts.systemMemory);
    pass(wire, facts.evictedKeys);
    pass(wire, facts.hasAppendOnlyFile);
    pass(wire, facts.isAppendFailing);
    pass(wire, facts.isSnapshotFailing);
    pass(wire, facts.uptime);
    pass(wire, facts.database);
    pass(wire, facts.databases);
    pass(wire, facts.infoError);
}

template <Wire W> void pass(W& wire, typename W::template Of<observe::Loss>& loss)
{
    pass(wire, loss.at);
    pass(wire, loss.locks);
    pass(wire, loss.cause);
}

template <Wire W> void pass(W& wire, typename W::template Of<observe::MasterStatus>& master)
{
    pass(wire, master.id);
    pass(wire, master.url);
    pass(wire, master.link);
    pass(wire, master.isSweepComplete);
    pass(wire, master.sweepError);
    pass(wire, master.keysRead);
    pass(wire, master.isSweeping);
    pass(wire, master.isPushed);
    pass(wire, master.pushError);
    pass(wire, master.unreadKeys);
    pass(wire, master.readError);
    pass(wire, master.isUnreadable);
    pass(wire, master.freshness.since);
    pass(wire, master.freshness.until);
    pass(wire, master.waitsError);
    pass(wire, master.sessionsError);
    pass(wire, master.loss);
    pass(wire, master.quarantinedUntil);
    if constexpr (W::kIsReading) {
        std::optional<observe::ServerFacts> facts;
        pass(wire, facts);
        master.facts = facts ? std::make_shared<const observe::ServerFacts>(*facts) : nullptr;
    } else {
        pass(wire, master.facts ? std::optional(*master.facts) : std::nullopt);
    }
    pass(wire, master.group);
}

template <Wire W> void pass(W& wire, typename W::template Of<observe::LostLease>& lost)
{
    pass(wire, lost.holder);
    pass(wire, lost.isRunning);
    pass(wire, lost.masters);
    pass(wire, lost.cause);
    pass(wire, lost.takenAfter);
}

template <Wire W> void pass(W& wire, typename W::template Of<observe::Evidence>& evidence)
{
    pass(wire, evidence.kind);
    pass(wire, evidence.pid);
    pass(wire, evidence.isPidReused);
    pass(wire, evidence.isOfNode);
    pass(wire, evidence.isProposed);
    pass(wire, evidence.expiredAt);
    pass(wire, evidence.since);
    pass(wire, evidence.measure);
    pass(wire, evidence.votes);
    pass(wire, evidence.masters);
    if constexpr (W::kIsReading) {
        std::optional<observe::LostLease> lost;
        pass(wire, lost);
        evidence.lost = observe::LazyValue<observe::LostLease>(lost.value_or(observe::LostLease()));
    } else {
        const bool isLost = *evidence.lost != observe::LostLease();
        pass(wire, isLost ? std::optional(*evidence.lost) : std::nullopt);
    }
}

template <Wire W> void pass(W& wire, typename W::template Of<observe::VoteParts::Cell>& cell)
{
    pass(wire, cell.state);
    pass(wire, cell.hasStored);
    pass(wire, cell.isRemoved);
    pass(wire, cell.token);
    pass(wire, cell.ttl);
    pass(wire, cell.readAt);
}

template <Wire W> void pass(W& wire, typename W::template Of<observe::VoteParts>& parts)
{
    pass(wire, parts.cells);
    pass(wire, parts.tokens);
    pass(wire, parts.errors);
}

template <Wire W> void passTold(W& wire, typename W::template Of<observe::DecodedLock>& lock)
{
    pass(wire, lock.certainty.level);
    pass(wire, lock.certainty.reason);
    pass(wire, lock.holder);
    pass(wire, lock.expiresAt);
    pass(wire, lock.mode);
    observe::ValueScope::Kind scope = lock.scope;
    pass(wire, scope);
    if constexpr (W::kIsReading)
        lock.scope = scope;
    pass(wire, lock.holders);
    pass(wire, lock.waiting);
    pass(wire, lock.alternatives);
}

inline void passLock(WireWriter& wire, const observe::PackedLock& lock, FormatWriter& formats)
{
    formats.pass(wire, lock.format());
    if (lock.format())
        passTold(wire, lock.told());
}

inline void passLock(WireReader& wire, observe::PackedLock& lock, FormatReader& formats)
{
    observe::FormatPtr format;
    observe::DecodedLock told{.scope = observe::ValueScope::Shared};
    formats.pass(wire, format);
    if (!format)
        return;
    passTold(wire, told);
    lock = observe::PackedLock(std::move(format), std::move(told));
}

template <Wire W, class Formats>
void passRival(W& wire, typename W::template Of<observe::RivalToken>& rival, Formats& formats)
{
    pass(wire, rival.token);
    passLock(wire, rival.lock, formats);
    pass(wire, rival.type);
}

template <Wire W> void pass(W& wire, typename W::template Of<observe::Note>& note)
{
    pass(wire, note.kind);
    pass(wire, note.author);
    pass(wire, note.since);
    pass(wire, note.text);
    pass(wire, note.until);
}

/// Bit-fields have no references.
template <Wire W> void pass(W& wire, typename W::template Of<observe::Renewals>& renewals)
{
    std::uint32_t count = renewals.count;
    std::uint32_t steady = renewals.steady;
    std::uint32_t level = renewals.level;
    pass(wire, count);
    pass(wire, steady);
    pass(wire, level);
    pass(wire, renewals.interval);
    pass(wire, renewals.last);
    if constexpr (W::kIsReading) {
        renewals.count = count & 0xFFFFFU;
        renewals.steady = steady & 0xFU;
        renewals.level = level & 0xFFU;
        wire.expect(
            renewals.count == count && renewals.steady == steady && renewals.level == level);
    }
}

/// Passes all but the votes.
template <Wire W, class Formats>
void passEntry(W& wire, typename W::template Of<observe::LockEntry>& entry, Formats& formats)
{
    pass(wire, entry.resource);
    passLock(wire, entry.packedLock, formats);
    pass(wire, entry.asOf);
    pass(wire, entry.firstSeen);
    pass(wire, entry.revision);
    pass(wire, entry.renewals);
    pass(wire, entry.type);
    pass(wire, entry.isSettled);
    pass(wire, entry.isDecoded);
    const auto passEach = [&](auto& rival) { passRival(wire, rival, formats); };
    if constexpr (W::kIsReading) {
        std::vector<observe::Evidence> stale;
        std::optional<std::chrono::milliseconds> peakTtl;
        std::vector<observe::RivalToken> rivals;
        std::optional<observe::Note> note;
        pass(wire, stale);
        pass(wire, peakTtl);
        passList(wire, rivals, passEach);
        pass(wire, note);
        entry.stale = std::move(stale);
        entry.peakTtl = peakTtl ? observe::CompactTtl(*peakTtl) : observe::CompactTtl();
        entry.rivals = observe::LazyValue<std::vector<observe::RivalToken>>(std::move(rivals));
        entry.note = observe::LazyValue<observe::Note>(note.value_or(observe::Note()));
    } else {
        pass(wire, entry.stale.vector());
        pass(wire, entry.peakTtl.value());
        passList(wire, *entry.rivals, passEach);
        pass(wire, entry.note->isNone() ? std::nullopt : std::optional(*entry.note));
    }
}

/// All but the single locks and waiters.
template <Wire W> void passSummary(W& wire, typename W::template Of<observe::BoardUpdate>& update)
{
    pass(wire, update.masters);
    pass(wire, update.quorum);
    pass(wire, update.isComplete);
    pass(wire, update.otherKeys);
    pass(wire, update.error);
    pass(wire, update.locks);
    pass(wire, update.possible);
    pass(wire, update.asOf);
}

} // namespace lockkeeper::agent
