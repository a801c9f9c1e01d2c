// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/observe/board/board_update.h"
#include "core/observe/board/votes/vote_parts.h"

#include <string>

namespace lockkeeper::tests {

/// Names the first field in which two values differ; empty: they are the same. Looks at each field
/// itself, so that one which was forgotten on both sides of a transfer is found.
class Difference {
public:
    template <class T> void look(const char* field, const T& a, const T& b)
    {
        if (m_found.empty() && !(a == b))
            m_found = field;
    }
    [[nodiscard]] const std::string& found() const noexcept { return m_found; }

private:
    std::string m_found;
};

inline void lookAtFacts(
    Difference& difference, const observe::ServerFactsPtr& a, const observe::ServerFactsPtr& b)
{
    difference.look("facts", a == nullptr, b == nullptr);
    if (!a || !b)
        return;
    difference.look("facts.readAt", a->readAt, b->readAt);
    difference.look("facts.user", a->user, b->user);
    difference.look("facts.product", a->product == b->product, true);
    difference.look("facts.clock", a->clock.has_value(), b->clock.has_value());
    if (a->clock && b->clock) {
        difference.look("facts.clock.ahead", a->clock->ahead, b->clock->ahead);
        difference.look("facts.clock.tolerance", a->clock->tolerance, b->clock->tolerance);
    }
    difference.look("facts.clockError", a->clockError, b->clockError);
    difference.look("facts.evictionPolicy", a->evictionPolicy, b->evictionPolicy);
    difference.look("facts.memoryLimit", a->memoryLimit, b->memoryLimit);
    difference.look("facts.usedMemory", a->usedMemory, b->usedMemory);
    difference.look("facts.systemMemory", a->systemMemory, b->systemMemory);
    difference.look("facts.evictedKeys", a->evictedKeys, b->evictedKeys);
    difference.look("facts.hasAppendOnlyFile", a->hasAppendOnlyFile, b->hasAppendOnlyFile);
    difference.look("facts.isAppendFailing", a->isAppendFailing, b->isAppendFailing);
    difference.look("facts.isSnapshotFailing", a->isSnapshotFailing, b->isSnapshotFailing);
    difference.look("facts.isLoading", a->isLoading, b->isLoading);
    difference.look("facts.uptime", a->uptime, b->uptime);
    difference.look("facts.database", a->database, b->database);
    difference.look("facts.databases", a->databases == b->databases, true);
    difference.look("facts.infoError", a->infoError, b->infoError);
}

inline void lookAtLink(
    Difference& difference, const redis::LinkStatus& a, const redis::LinkStatus& b)
{
    difference.look("link.state", a.state, b.state);
    difference.look("link.latency", a.latency, b.latency);
    difference.look("link.role", a.role, b.role);
    difference.look("link.lastReply", a.lastReply, b.lastReply);
    difference.look("link.commands", a.commands, b.commands);
    difference.look("link.unanswered", a.unanswered, b.unanswered);
    difference.look("link.error", a.error, b.error);
    difference.look("link.runId", a.runId, b.runId);
    difference.look("link.uptime", a.uptime, b.uptime);
    difference.look("link.loggedInAt", a.loggedInAt, b.loggedInAt);
    difference.look("link.restartedAt", a.restartedAt, b.restartedAt);
    difference.look("link.forgotAt", a.forgotAt, b.forgotAt);
    difference.look("link.address", a.address, b.address);
    difference.look("link.move", a.move.has_value(), b.move.has_value());
    if (a.move && b.move) {
        difference.look("link.move.from", a.move->from, b.move->from);
        difference.look("link.move.to", a.move->to, b.move->to);
        difference.look("link.move.at", a.move->at, b.move->at);
        difference.look("link.move.count", a.move->count, b.move->count);
    }
    difference.look("link.outage", a.outage, b.outage);
}

inline void lookAtMaster(
    Difference& difference, const observe::MasterStatus& a, const observe::MasterStatus& b)
{
    difference.look("master.id", a.id, b.id);
    difference.look("master.url", a.url, b.url);
    lookAtLink(difference, a.link, b.link);
    difference.look("master.isSweepComplete", a.isSweepComplete, b.isSweepComplete);
    difference.look("master.sweepError", a.sweepError, b.sweepError);
    difference.look("master.keysRead", a.keysRead, b.keysRead);
    difference.look("master.isSweeping", a.isSweeping, b.isSweeping);
    difference.look("master.isPushed", a.isPushed, b.isPushed);
    difference.look("master.pushError", a.pushError, b.pushError);
    difference.look("master.unreadKeys", a.unreadKeys, b.unreadKeys);
    difference.look("master.readError", a.readError, b.readError);
    difference.look("master.isUnreadable", a.isUnreadable, b.isUnreadable);
    difference.look("master.freshness", a.freshness.until, b.freshness.until);
    difference.look("master.waitsError", a.waitsError, b.waitsError);
    difference.look("master.sessionsError", a.sessionsError, b.sessionsError);
    difference.look("master.loss", a.loss, b.loss);
    difference.look("master.quarantinedUntil", a.quarantinedUntil, b.quarantinedUntil);
    lookAtFacts(difference, a.facts, b.facts);
    difference.look("master.group", a.group, b.group);
}

inline void lookAtTold(
    Difference& difference, const observe::DecodedLock& a, const observe::DecodedLock& b)
{
    difference.look("scope", a.scope, b.scope);
    difference.look("certainty", a.certainty, b.certainty);
    difference.look("holder.texts", a.holder.host, b.holder.host);
    difference.look("holder.pid", a.holder.pid, b.holder.pid);
    difference.look("holder.since", a.holder.since, b.holder.since);
    difference.look("holder", a.holder, b.holder);
    difference.look("expiresAt", a.expiresAt, b.expiresAt);
    difference.look("mode", a.mode, b.mode);
    difference.look("holders", a.holders, b.holders);
    difference.look("waiting", a.waiting, b.waiting);
    difference.look("alternatives", a.alternatives, b.alternatives);
}

inline void lookAtEntry(
    Difference& difference, const observe::LockEntry& a, const observe::LockEntry& b)
{
    difference.look("resource", a.resource, b.resource);
    lookAtTold(difference, a.packedLock.told(), b.packedLock.told());
    difference.look("packedLock", a.packedLock, b.packedLock);
    difference.look("unpackLock()", a.unpackLock(), b.unpackLock());
    difference.look("votes", observe::VoteParts::of(a.votes), observe::VoteParts::of(b.votes));
    difference.look("votes as read", a.votes, b.votes);
    difference.look("stale", a.stale, b.stale);
    for (std::size_t i = 0; i < std::min(a.stale.size(), b.stale.size()); ++i)
        difference.look("stale.since", a.stale.vector()[i].since, b.stale.vector()[i].since);
    difference.look("asOf", a.asOf, b.asOf);
    difference.look("firstSeen", a.firstSeen, b.firstSeen);
    difference.look("revision", a.revision, b.revision);
    difference.look("renewals", a.renewals, b.renewals);
    difference.look("peakTtl", a.longestTtl(), b.longestTtl());
    difference.look("type", a.type, b.type);
    difference.look("isSettled", a.isSettled, b.isSettled);
    difference.look("isDecoded", a.isDecoded, b.isDecoded);
    difference.look("rivals", a.rivals, b.rivals);
    difference.look("note", a.note, b.note);
}

[[nodiscard]] inline std::string differenceOf(
    const observe::BoardUpdate& a, const observe::BoardUpdate& b)
{
    Difference difference;
    difference.look("changed", a.changed.size(), b.changed.size());
    for (std::size_t i = 0; i < std::min(a.changed.size(), b.changed.size()); ++i)
        lookAtEntry(difference, *a.changed[i], *b.changed[i]);
    difference.look("gone", a.gone, b.gone);
    difference.look("lost", a.lost, b.lost);
    difference.look("masters", a.masters.size(), b.masters.size());
    for (std::size_t i = 0; i < std::min(a.masters.size(), b.masters.size()); ++i)
        lookAtMaster(difference, a.masters[i], b.masters[i]);
    difference.look("quorum", a.quorum, b.quorum);
    difference.look("isComplete", a.isComplete, b.isComplete);
    difference.look("otherKeys", a.otherKeys, b.otherKeys);
    difference.look("error", a.error, b.error);
    difference.look("locks", a.locks, b.locks);
    difference.look("possible", a.possible, b.possible);
    difference.look("waits", *a.waits, *b.waits);
    for (std::size_t i = 0; i < a.waits->waiters().size(); ++i) {
        difference.look("waiter.from", a.waits->waiters()[i].from, b.waits->waiters()[i].from);
        difference.look("waiter.until", a.waits->waiters()[i].until, b.waits->waiters()[i].until);
    }
    difference.look("asOf", a.asOf, b.asOf);
    return difference.found();
}

} // namespace lockkeeper::tests
