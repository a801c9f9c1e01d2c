// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/agent/board_wire.h"
#include "core/observe/board/votes/vote_parts.h"
#include "tests/support/hostile_names.h"

#include <random>

namespace lockkeeper::tests {

/// Makes values in which any field may be set, with any bytes in the texts.
class RandomBoard {
public:
    explicit RandomBoard(std::uint32_t seed, std::size_t longestName = SIZE_MAX)
        : m_random(seed)
        , m_names(hostileNames(50, seed))
    {
        std::erase_if(m_names, [&](const std::string& name) { return name.size() > longestName; });
    }

    std::uint64_t below(std::uint64_t limit) { return m_random() % limit; }
    bool flag() { return below(2) == 1; }
    std::string text() { return m_names[below(m_names.size())]; }
    SteadyTime time()
    {
        using namespace std::chrono_literals;
        const SteadyTime marks[] = {SteadyTime::min(), SteadyTime::max(), SteadyTime{}};
        return below(8) == 0 ? marks[below(3)] : SteadyTime(1h + milliseconds(100'000));
    }
    WallTime wallTime() { return WallTime(std::chrono::seconds(below(4'000'000'000))); }
    std::chrono::milliseconds milliseconds(std::uint64_t limit)
    {
        return std::chrono::milliseconds(below(limit));
    }
    Fingerprint token() { return Fingerprint::ofString(std::to_string(below(1000))); }
    Error error() { return {enumerator(ErrorClass::System), text(), MasterId(text())}; }
    template <class E> E enumerator(E last)
    {
        return static_cast<E>(below(static_cast<std::uint64_t>(last) + 1));
    }
    /// Nothing, or what `make` makes.
    template <class Make> auto some(Make make)
    {
        std::optional<decltype(make())> made;
        if (flag())
            made = make();
        return made;
    }

    observe::Holder holder()
    {
        const auto anyText = [this] { return text(); };
        observe::Holder holder;
        holder.host = some(anyText);
        holder.pid = some([this] { return static_cast<std::int64_t>(below(99'999)); });
        holder.thread = some(anyText);
        holder.app = some(anyText);
        holder.since = some([this] { return wallTime(); });
        holder.process = some(anyText);
        holder.mayOutliveProcess = flag();
        holder.detail = some(anyText);
        return holder;
    }
    observe::WaitCount waitCount()
    {
        return {below(9), flag() ? observe::WaitCount::kUnbounded : below(99), below(3)};
    }
    observe::PackedLock lock()
    {
        const auto& formats = observe::builtinFormats();
        observe::FormatPtr format = formats[below(formats.size())];
        if (below(4) == 0)
            format = std::make_shared<const observe::Format>(
                observe::Format{.name = text() + "x", .isReleasable = flag(), .caution = text()});
        observe::DecodedLock told{.certainty = {enumerator(observe::Certainty::Certain),
                                      enumerator(observe::CertaintyReason::NothingSaysLock)},
            .holder = holder(),
            .expiresAt = some([this] { return wallTime(); }),
            .mode = enumerator(observe::LockMode::Semaphore),
            .waiting = waitCount()};
        while (flag())
            told.holders.push_back(holder());
        while (flag())
            told.alternatives.push_back(text());
        return {std::move(format), std::move(told)};
    }
    observe::Evidence evidence()
    {
        return {.kind = enumerator(observe::EvidenceKind::WaitsForDead),
            .pid = some([this] { return static_cast<std::int64_t>(below(99'999)); }),
            .isPidReused = flag(),
            .expiredAt = some([this] { return wallTime(); }),
            .since = some([this] { return time(); }),
            .measure = some([this] { return milliseconds(100'000); }),
            .votes = below(9),
            .masters = below(9)};
    }
    observe::Votes votes(const observe::MasterIds& masters)
    {
        observe::Votes votes(masters);
        for (int step = 0; step < 12; ++step) {
            const std::size_t master = below(masters->size());
            const auto state = enumerator(observe::VoteState::Error);
            if (state == observe::VoteState::Held)
                votes.set(master,
                    {.state = state,
                        .token = token(),
                        .ttl = some([this] { return milliseconds(100'000); }),
                        .readAt = SteadyTime(std::chrono::hours(1) + milliseconds(100'000))});
            else if (state == observe::VoteState::Free)
                votes.set(master,
                    {.state = state,
                        .readAt = SteadyTime(milliseconds(100'000)),
                        .error = some([this] { return error(); })});
            else
                votes.setFailed(master, state, std::make_shared<const Error>(error()));
            votes.setLost(master, flag());
        }
        votes.set(0, {.state = observe::VoteState::Held, .token = token(), .readAt = time1()});
        return votes;
    }
    observe::LockEntryPtr entry(const observe::MasterIds& masters)
    {
        auto entry = std::make_shared<observe::LockEntry>();
        entry->resource = Resource(text() + std::to_string(below(1'000'000)));
        entry->packedLock = lock();
        entry->votes = votes(masters);
        while (flag())
            entry->stale.push_back(evidence());
        entry->asOf = time();
        entry->firstSeen = time();
        entry->revision = below(1'000'000);
        entry->renewals.count = static_cast<std::uint32_t>(below(1U << 20U)) & 0xFFFFFU;
        entry->renewals.steady = static_cast<std::uint32_t>(below(16)) & 0xFU;
        entry->renewals.level = static_cast<std::uint32_t>(below(256)) & 0xFFU;
        entry->renewals.interval = std::chrono::duration<std::uint32_t, std::milli>(below(99'999));
        entry->renewals.last = time();
        if (flag())
            entry->peakTtl = observe::CompactTtl(milliseconds(1'000'000));
        entry->type = enumerator(observe::ValueType::Other);
        entry->isSettled = flag();
        entry->isDecoded = flag();
        std::vector<observe::RivalToken> rivals;
        while (flag())
            rivals.push_back({token(), lock(), enumerator(observe::ValueType::Other)});
        entry->rivals = observe::LazyValue(std::move(rivals));
        return entry;
    }

    redis::LinkStatus link();
    observe::ServerFacts facts();
    observe::MasterStatus master(const MasterId& id);
    observe::WaitsPtr waits();
    observe::BoardUpdate update(std::size_t locks);

private:
    SteadyTime time1() { return SteadyTime(std::chrono::hours(1) + milliseconds(100'000)); }

    std::mt19937 m_random;
    std::vector<std::string> m_names;
};

inline redis::LinkStatus RandomBoard::link()
{
    const auto anyText = [this] { return text(); };
    const auto anyTime = [this] { return time(); };
    const auto anyError = [this] { return error(); };
    return {.state = enumerator(redis::LinkState::Refused),
        .latency = some([this] { return std::chrono::microseconds(below(99'999)); }),
        .role = some(anyText),
        .lastReply = some(anyTime),
        .commands = below(1'000'000),
        .error = some(anyError),
        .runId = some(anyText),
        .uptime = some([this] { return std::chrono::seconds(below(99'999)); }),
        .loggedInAt = some(anyTime),
        .restartedAt = some(anyTime),
        .forgotAt = some(anyTime),
        .address = some(anyText),
        .move = some([this] {
            return redis::Move{text(), text(), time(), below(9)};
        }),
        .outage = some(anyError)};
}

inline observe::ServerFacts RandomBoard::facts()
{
    const auto anyNumber = [this] { return below(1ULL << 40U); };
    return {.readAt = time(),
        .user = text(),
        .clock = some([this] {
            return observe::ClockOffset{milliseconds(9999) - milliseconds(9999), milliseconds(9)};
        }),
        .clockError = some([this] { return error(); }),
        .evictionPolicy = some([this] { return text(); }),
        .memoryLimit = some(anyNumber),
        .usedMemory = some(anyNumber),
        .systemMemory = some(anyNumber),
        .evictedKeys = some(anyNumber),
        .hasAppendOnlyFile = some([this] { return flag(); }),
        .isAppendFailing = flag(),
        .isSnapshotFailing = flag(),
        .uptime = some([this] { return std::chrono::seconds(below(99'999)); }),
        .infoError = some([this] { return error(); })};
}

inline observe::MasterStatus RandomBoard::master(const MasterId& id)
{
    const auto anyError = [this] { return error(); };
    return {.id = id,
        .url = text(),
        .link = link(),
        .isSweepComplete = flag(),
        .sweepError = some(anyError),
        .keysRead = below(9999),
        .isSweeping = flag(),
        .isPushed = flag(),
        .pushError = some(anyError),
        .unreadKeys = below(9999),
        .readError = some(anyError),
        .isUnreadable = flag(),
        .freshness = {time(), time()},
        .waitsError = some(anyError),
        .loss = some([this] {
            return observe::Loss{time(), below(99), enumerator(observe::LossCause::Unknown)};
        }),
        .quarantinedUntil = some([this] { return time(); }),
        .facts = flag() ? std::make_shared<const observe::ServerFacts>(facts()) : nullptr,
        .group = text()};
}

inline observe::WaitsPtr RandomBoard::waits()
{
    std::vector<observe::Waiter> waiters;
    while (waiters.size() < 5) {
        const auto anyTokens = [this] { return std::vector{token(), token()}; };
        waiters.push_back({.announced = {.resources = {Resource(text()), Resource(text())},
                               .owner = {text(), 7, text(), text(), flag()},
                               .since = wallTime(),
                               .id = text(),
                               .holding = some(anyTokens),
                               .isHoldingCertain = flag(),
                               .failsOnDeadlock = flag()},
            .from = time(),
            .until = time(),
            .queued = some([this] {
                return observe::Waiter::Queued{
                    text(), holder(), some([this] { return token(); }), flag()};
            })});
    }
    std::vector<observe::Deadlock> deadlocks;
    while (flag())
        deadlocks.push_back({.links = {{Resource(text()), token(), below(5), below(9), 7},
                                 {Resource(text()), token(), below(5), below(9), 0}},
            .isCertain = flag(),
            .since = wallTime(),
            .proposed = below(2),
            .areTimesKnown = flag()});
    observe::UnnamedByResource unnamed;
    while (flag())
        unnamed[Resource(text())] = {text(), waitCount()};
    return std::make_shared<const observe::Waits>(
        std::move(waiters), std::move(deadlocks), std::move(unnamed));
}

inline observe::BoardUpdate RandomBoard::update(std::size_t locks)
{
    observe::BoardUpdate update;
    auto ids = std::make_shared<std::vector<MasterId>>();
    for (std::size_t i = 0; i < 1 + below(7); ++i)
        ids->emplace_back(text() + std::to_string(i));
    for (const MasterId& id : *ids)
        update.masters.push_back(master(id));
    for (std::size_t i = 0; i < locks; ++i)
        update.changed.push_back(entry(ids));
    for (std::size_t i = 0; i < locks / 2; ++i)
        update.gone.emplace_back(text());
    for (std::size_t i = 0; i < locks / 4; ++i)
        update.lost.push_back(update.gone[i]);
    update.quorum = below(9);
    update.isComplete = flag();
    update.otherKeys = below(9999);
    update.error = some([this] { return error(); });
    update.locks = below(9999);
    update.possible = below(9999);
    update.waits = waits();
    update.asOf = time();
    return update;
}

} // namespace lockkeeper::tests
