// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/language/full_board.h"

#include "core/observe/formats/tombstone.h"
#include "tests/ui/lock_entries.h"

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace lockkeeper::tests {
namespace {

using observe::EvidenceKind;

void setHolder(LockEntryBuilder& builder)
{
    builder.lock().certainty = {observe::Certainty::Certain, observe::CertaintyReason::Structure};
    builder.lock().holder = {.host = "web-3", .pid = 812, .thread = "7", .app = "api"};
}

/// A lock that is held, and this evidence of it.
observe::LockEntryPtr withEvidence(EvidenceKind kind, SteadyTime now, WallTime wallNow)
{
    LockEntryBuilder builder("evidence:" + std::to_string(static_cast<int>(kind)), now);
    setHolder(builder);
    const bool hasTtl = kind != EvidenceKind::NeverExpires;
    builder.held("token", hasTtl ? std::optional(30s) : std::nullopt).firstSeen(now - 3h);
    if (kind == EvidenceKind::MinorityLeftover)
        builder.held("token", {}).raw().votes.set(0, {.master = MasterId("a"), .readAt = now});
    if (kind == EvidenceKind::SplitVotes) {
        builder.heldOn(0, "one", 30s).heldOn(1, "two", 30s).heldOn(2, "three", 30s);
    } else if (kind == EvidenceKind::OutvotedToken) {
        builder.heldOn(2, "other", 30s);
    }
    builder.stale({.kind = kind,
        .pid = 812,
        .expiredAt = wallNow - 1h,
        .since = now - 2h,
        .measure = 10s,
        .votes = 2,
        .masters = 3,
        .lost = observe::LazyValue<observe::LostLease>({.holder = {.host = "web-4", .pid = 47},
            .masters = {MasterId("a")},
            .cause = observe::LossCause::Failover,
            .takenAfter = 2s})});
    return builder.build();
}

observe::LockEntryPtr withReason(observe::CertaintyReason reason, SteadyTime now)
{
    LockEntryBuilder builder("reason:" + std::to_string(static_cast<int>(reason)), now);
    builder.held("token", 45s);
    builder.lock().certainty = {observe::Certainty::Likely, reason};
    return builder.build();
}

observe::LockEntryPtr withMode(observe::LockMode mode, SteadyTime now)
{
    LockEntryBuilder builder("mode:" + std::to_string(static_cast<int>(mode)), now);
    setHolder(builder);
    builder.held("token", 45s).renewals(7);
    builder.lock().mode = mode;
    builder.lock().holders = {builder.lock().holder, builder.lock().holder};
    builder.lock().alternatives = {"redis-py"};
    return builder.build();
}

void addOthers(std::vector<observe::LockEntryPtr>& entries, SteadyTime now)
{
    LockEntryBuilder unknown("verdict:unknown", now);
    entries.push_back(unknown.heldOn(0, "token", 45s).silent(1, now).silent(2).build());
    LockEntryBuilder minority("verdict:minority", now);
    entries.push_back(minority.heldOn(0, "token", 45s).build());
    LockEntryBuilder tombstone("verdict:revoked", now);
    tombstone.held("token", 45s).lock().format = "lk1-revoked";
    entries.push_back(tombstone.build());
    LockEntryBuilder viewOnly("verdict:view-only", now);
    viewOnly.held("token", 45s).lock().isReleasable = false;
    entries.push_back(viewOnly.build());
    LockEntryBuilder threads("owned:threads", now);
    threads.held("token", 45s).lock().holder = {.thread = "7", .since = WallTime(1'750'000'000s)};
    threads.lock().holder.mayOutliveProcess = true;
    entries.push_back(threads.build());
}

observe::ServerFactsPtr badFacts(SteadyTime now)
{
    auto facts = std::make_shared<observe::ServerFacts>();
    facts->readAt = now;
    facts->clock = {90s, 1ms};
    facts->evictionPolicy = "allkeys-lru";
    facts->memoryLimit = 1'000'000;
    facts->usedMemory = 990'000;
    facts->evictedKeys = 12;
    facts->hasAppendOnlyFile = false;
    facts->isSnapshotFailing = true;
    facts->uptime = 60s;
    facts->isLoading = true;
    return facts;
}

void setMasters(observe::BoardUpdate& board, SteadyTime now)
{
    using redis::LinkState;
    for (observe::MasterStatus& master : board.masters) {
        master.url = "redis://" + master.id.value() + ".test:6379";
        master.link.lastReply = now - 2s;
        master.link.role = "master";
        master.link.latency = std::chrono::microseconds(400);
    }
    observe::MasterStatus& up = board.masters[0];
    observe::MasterStatus& silent = board.masters[1];
    observe::MasterStatus& down = board.masters[2];
    up.link.state = LinkState::Up;
    up.link.restartedAt = now - 20s;
    up.link.move = redis::Move{"redis://old.test:1", "redis://new.test:1", now - 5s, 1};
    up.loss = observe::Loss{now - 3s, 4, observe::LossCause::Flush};
    up.quarantinedUntil = now + 20s;
    up.facts = badFacts(now);
    up.isPushed = true;
    silent.link.state = LinkState::Silent;
    silent.isSweepComplete = false;
    silent.waitsError = Error{ErrorClass::NoPermission, "NOPERM", {}};
    down.link.state = LinkState::Down;
    down.link.error = Error{ErrorClass::Unreachable, "ERRNO", {}};
    down.isSweepComplete = false;
    down.sweepError = Error{ErrorClass::Timeout, "ERRNO", {}};
}

void setWaits(observe::BoardUpdate& board, WallTime wallNow)
{
    std::vector<observe::Waiter> waiters;
    const auto wait = [&](const char* resource, std::int64_t pid, const char* holds) {
        waiters.push_back({.announced = {.resources = {Resource(resource)},
                               .owner = {.host = "web-4", .pid = pid, .app = "batch"},
                               .since = wallNow - 5s,
                               .id = std::to_string(pid),
                               .holding = std::vector{Fingerprint::ofString(holds)}}});
    };
    wait("mode:0", 41, "token");
    wait("mode:1", 42, "token");
    wait("evidence:15", 43, "nothing");
    const Fingerprint token = Fingerprint::ofString("token");
    board.waits = std::make_shared<const observe::Waits>(std::move(waiters),
        std::vector<observe::Deadlock>{{.links
            = {{Resource("mode:0"), token, 1, 1, 41}, {Resource("mode:1"), token, 0, 1, 42}},
            .isCertain = true,
            .since = wallNow,
            .proposed = 1}},
        observe::UnnamedByResource{});
}

} // namespace

observe::BoardUpdate fullBoard(SteadyTime now, WallTime wallNow)
{
    std::vector<observe::LockEntryPtr> entries;
    for (const EvidenceKind kind : enumValues<EvidenceKind>())
        entries.push_back(withEvidence(kind, now, wallNow));
    for (const auto reason : enumValues<observe::CertaintyReason>())
        entries.push_back(withReason(reason, now));
    for (const observe::LockMode mode : enumValues<observe::LockMode>())
        entries.push_back(withMode(mode, now));
    addOthers(entries, now);
    observe::BoardUpdate board = updateOf(std::move(entries));
    board.otherKeys = 12;
    board.possible = 3;
    setMasters(board, now);
    setWaits(board, wallNow);
    return board;
}

QStringList fullBoardNames()
{
    return {u"evidence:"_s, u"reason:"_s, u"mode:"_s, u"verdict:unknown"_s, u"verdict:minority"_s,
        u"verdict:revoked"_s, u"verdict:view-only"_s, u"owned:threads"_s, u"web-3"_s, u"web-4"_s,
        u"api"_s, u"batch"_s, u"a.test"_s, u"b.test"_s, u"c.test"_s, u"ERRNO"_s};
}

} // namespace lockkeeper::tests
