// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/agent/board_wire.h"
#include "tests/agent/random_lock.h"

namespace lockkeeper::tests {

/// As RandomLock, for whole boards.
class RandomBoard : public RandomLock {
public:
    using RandomLock::RandomLock;

    redis::LinkStatus link();
    observe::ServerFacts facts();
    observe::MasterStatus master(const MasterId& id);
    observe::WaitsPtr waits();
    observe::BoardUpdate update(std::size_t locks);
};

inline redis::LinkStatus RandomBoard::link()
{
    const auto anyText = [this] { return text(); };
    const auto anyTime = [this] { return time(); };
    const auto anyError = [this] { return error(); };
    return {.state = enumerator<redis::LinkState>(),
        .latency = some([this] { return std::chrono::microseconds(below(99'999)); }),
        .role = some(anyText),
        .lastReply = some(anyTime),
        .commands = below(1'000'000),
        .unanswered = below(1000),
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
        .product = some([this] {
            return observe::ServerProduct{text(), text()};
        }),
        .clock = some([this] {
            return observe::ClockOffset{
                milliseconds(9999) - std::chrono::seconds(5), milliseconds(9)};
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
        .isLoading = flag(),
        .database = static_cast<std::uint32_t>(below(16)),
        .databases = {{static_cast<std::uint32_t>(below(16)), below(1ULL << 40U)}},
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
        .sessionsError = some(anyError),
        .loss = some([this] {
            return observe::Loss{time(), below(99), enumerator<observe::LossCause>()};
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
        unnamed.insert({Resource(text()), {text(), waitCount()}});
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
