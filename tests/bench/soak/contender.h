// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lock/lock_client.h"
#include "tests/bench/soak/shared_log.h"
#include "tests/bench/soak/variant.h"

#include <memory>
#include <random>

namespace lockkeeper::bench {

/// The longest TTL that a contender gives a lock.
inline constexpr std::chrono::milliseconds kLongestTtl{1500};

/// The position of a contender in the soak, and its parameters.
struct Place {
    unsigned process = 0;
    unsigned thread = 0;
    unsigned resources = 1;
    Variant variant = Variant::None;
    bool isOrdered = false; ///< see SoakOptions
    bool isForgetful = false; ///< see SoakOptions: counters for fencing are lost
};

/// The resource with this index.
[[nodiscard]] Resource soakResource(std::size_t index);

/// Acquires, holds and releases locks in random ways. Logs the intervals of its holds and all
/// violations that it sees. Used by one thread.
class Contender {
public:
    /// All references must outlive the contender.
    Contender(lock::LockClient& client, const Sabotage& sabotage, ContenderLog& log, Place place,
        std::uint64_t seed);

    /// Acquires, holds and releases once.
    void takeTurn();

private:
    struct Told; // reports of a lease's loss
    struct Plan;
    struct Hold;

    void takeInOrder();
    [[nodiscard]] lock::OnDeadlock chooseOnDeadlock();
    [[nodiscard]] Plan makePlan();
    [[nodiscard]] Plan planOneOf(std::size_t resource);
    [[nodiscard]] std::chrono::microseconds chooseHoldTime(std::chrono::milliseconds ttl);
    [[nodiscard]] std::unique_ptr<Hold> acquire(const Plan& plan);
    [[nodiscard]] Result<lock::AcquireOutcome> acquireAsAsked(
        const Plan& plan, lock::AcquireOptions options);
    void countFailure(const Result<lock::AcquireOutcome>& outcome);
    void keep(const Plan& plan, Hold& hold);
    void extend(Hold& hold);
    void checkHonest(Hold& hold);
    void noticePause();
    void awaitTold(Hold& hold);
    void dropHold(const Plan& plan, Hold& hold);
    void record(const Plan& plan, const Hold& hold, SteadyTime end);
    void complain(Count what, Hold& hold, const char* text);

    [[nodiscard]] unsigned upTo(unsigned most); ///< 0 ... most
    [[nodiscard]] bool isOneIn(unsigned count) { return upTo(count - 1) == 0; }

    lock::LockClient& m_client;
    const Sabotage& m_sabotage;
    ContenderLog& m_log;
    Place m_place;
    std::mt19937_64 m_random;
    SteadyTime m_lastSeen{};
    bool m_hasComplained = false;
    SteadyTime m_awakeSince{}; ///< the end of the latest pause of this process
};

} // namespace lockkeeper::bench
