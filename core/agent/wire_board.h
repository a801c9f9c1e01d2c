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
    passAll(wire, error.kind, error.text, error.master);
}

template <Wire W> void pass(W& wire, typename W::template Of<observe::HolderSession>& session)
{
    passAll(wire, session.id, session.address, session.timeout, session.queuedAt);
}

template <Wire W> void pass(W& wire, typename W::template Of<observe::Holder>& holder)
{
    passAll(wire, holder.host, holder.pid, holder.thread, holder.app, holder.since, holder.process,
        holder.mayOutliveProcess, holder.hearsAsks, holder.detail, holder.member, holder.node,
        holder.session);
}

template <Wire W> void pass(W& wire, typename W::template Of<observe::WaitCount>& count)
{
    passAll(wire, count.least, count.most, count.gone);
}

template <Wire W> void pass(W& wire, typename W::template Of<lock::Owner>& owner)
{
    passAll(wire, owner.host, owner.pid, owner.app, owner.process, owner.mayOutliveProcess);
}

template <Wire W> void pass(W& wire, typename W::template Of<lock::WaitAnnouncement>& announced)
{
    passAll(wire, announced.resources, announced.owner, announced.since, announced.id,
        announced.holding, announced.isHoldingCertain, announced.failsOnDeadlock);
}

template <Wire W> void pass(W& wire, typename W::template Of<observe::Waiter::Queued>& queued)
{
    passAll(wire, queued.library, queued.holder, queued.token, queued.isGone);
}

template <Wire W> void pass(W& wire, typename W::template Of<observe::Waiter>& waiter)
{
    passAll(wire, waiter.announced, waiter.from, waiter.until, waiter.queued);
}

template <Wire W> void pass(W& wire, typename W::template Of<observe::Deadlock::Link>& link)
{
    passAll(wire, link.resource, link.token, link.waiter, link.waiting, link.holderPid);
}

template <Wire W> void pass(W& wire, typename W::template Of<observe::Deadlock>& deadlock)
{
    passAll(wire, deadlock.links, deadlock.isCertain, deadlock.since, deadlock.proposed,
        deadlock.areTimesKnown);
    if constexpr (W::kIsReading)
        wire.expect(deadlock.proposed < deadlock.links.size());
}

template <Wire W> void pass(W& wire, typename W::template Of<redis::Move>& move)
{
    passAll(wire, move.from, move.to, move.at, move.count);
}

template <Wire W> void pass(W& wire, typename W::template Of<redis::LinkStatus>& link)
{
    passAll(wire, link.state, link.latency, link.role, link.lastReply, link.commands,
        link.unanswered, link.error, link.runId, link.uptime, link.loggedInAt, link.restartedAt,
        link.forgotAt, link.address, link.move, link.outage);
}

template <> inline observe::RivalToken blank<observe::RivalToken>()
{
    return {.token = blank<Fingerprint>(), .lock = {}};
}

template <Wire W> void pass(W& wire, typename W::template Of<observe::ClockOffset>& offset)
{
    passAll(wire, offset.ahead, offset.tolerance);
}

template <Wire W> void pass(W& wire, typename W::template Of<observe::DatabaseKeys>& database)
{
    passAll(wire, database.database, database.keys);
}

template <Wire W> void pass(W& wire, typename W::template Of<observe::ServerProduct>& product)
{
    passAll(wire, product.name, product.version);
}

template <Wire W> void pass(W& wire, typename W::template Of<observe::ServerFacts>& facts)
{
    passAll(wire, facts.readAt, facts.user, facts.product, facts.clock, facts.clockError,
        facts.evictionPolicy, facts.memoryLimit, facts.usedMemory, facts.systemMemory,
        facts.evictedKeys, facts.hasAppendOnlyFile, facts.isAppendFailing, facts.isSnapshotFailing,
        facts.uptime, facts.database, facts.databases, facts.infoError);
}

template <Wire W> void pass(W& wire, typename W::template Of<observe::Loss>& loss)
{
    passAll(wire, loss.at, loss.locks, loss.cause);
}

template <Wire W> void pass(W& wire, typename W::template Of<observe::MasterStatus>& master)
{
    passAll(wire, master.id, master.url, master.link, master.isSweepComplete, master.sweepError,
        master.keysRead, master.isSweeping, master.isPushed, master.pushError, master.unreadKeys,
        master.readError, master.isUnreadable, master.freshness.since, master.freshness.until,
        master.waitsError, master.sessionsError, master.loss, master.quarantinedUntil);
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
    passAll(wire, lost.holder, lost.isRunning, lost.masters, lost.cause, lost.takenAfter);
}

template <Wire W> void pass(W& wire, typename W::template Of<observe::Evidence>& evidence)
{
    passAll(wire, evidence.kind, evidence.pid, evidence.isPidReused, evidence.isOfNode,
        evidence.isProposed, evidence.expiredAt, evidence.since, evidence.measure, evidence.votes,
        evidence.masters);
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
    passAll(wire, cell.state, cell.hasStored, cell.isRemoved, cell.token, cell.ttl, cell.readAt);
}

template <Wire W> void pass(W& wire, typename W::template Of<observe::VoteParts>& parts)
{
    passAll(wire, parts.cells, parts.tokens, parts.errors);
}

template <Wire W> void passTold(W& wire, typename W::template Of<observe::DecodedLock>& lock)
{
    passAll(
        wire, lock.certainty.level, lock.certainty.reason, lock.holder, lock.expiresAt, lock.mode);
    observe::ValueScope::Kind scope = lock.scope;
    pass(wire, scope);
    if constexpr (W::kIsReading)
        lock.scope = scope;
    passAll(wire, lock.holders, lock.waiting, lock.alternatives);
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
    passAll(wire, note.kind, note.author, note.since, note.text, note.until);
}

/// Bit-fields have no references.
template <Wire W> void pass(W& wire, typename W::template Of<observe::Renewals>& renewals)
{
    std::uint32_t count = renewals.count;
    std::uint32_t steady = renewals.steady;
    std::uint32_t level = renewals.level;
    passAll(wire, count, steady, level, renewals.interval, renewals.last);
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
    passAll(wire, entry.asOf, entry.firstSeen, entry.revision, entry.renewals, entry.type,
        entry.isSettled, entry.isDecoded);
    const auto passEach = [&](auto& rival) { passRival(wire, rival, formats); };
    if constexpr (W::kIsReading) {
        std::vector<observe::Evidence> stale;
        std::optional<std::chrono::milliseconds> peakTtl;
        std::vector<observe::RivalToken> rivals;
        std::optional<observe::Note> note;
        passAll(wire, stale, peakTtl);
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
    passAll(wire, update.masters, update.quorum, update.isComplete, update.otherKeys, update.error,
        update.locks, update.possible, update.asOf);
}

} // namespace lockkeeper::agent
