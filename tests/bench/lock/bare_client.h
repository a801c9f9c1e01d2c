// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/bench/bare_redis.h"
#include "tests/bench/measure.h"

#include <cstdint>
#include <memory>

namespace lockkeeper::bench {

/// The reference for the fastest possible client: poll(2) over non-blocking hiredis contexts and
/// nothing else. No deadlines, no reconnects, no undo. Acquire and release end when a quorum has
/// answered. Not thread-safe.
class BareClient {
public:
    /// Connects to loopback ports. All members throw std::runtime_error if a connection fails.
    explicit BareClient(const std::vector<std::uint16_t>& ports);
    ~BareClient();

    /// Runs `count` pairs of acquire and release, on `inFlight` resources at a time.
    [[nodiscard]] Run pairs(std::size_t count, std::size_t inFlight);
    /// Runs `count` acquires, each after a pause that lets all processes fall asleep. This is the
    /// minimum time of a hand-over to a waiter. Only the acquires are measured.
    [[nodiscard]] Run acquires(std::size_t count, std::chrono::milliseconds pause);

private:
    struct Master;
    struct Slot;

    void startAcquire(Slot& slot);
    void startRelease(Slot& slot);
    void send(Slot& slot, std::initializer_list<std::string_view> words);
    void flush();
    /// Blocks until there are replies, and calls `onQuorum(slot)` for each operation that has got a
    /// quorum of yes.
    template <class F> void turn(F onQuorum);

    std::vector<Master> m_masters;
    std::size_t m_quorum;
    std::string m_releaseSha;
};

/// A client like redlock-cpp and redis-plus-plus: it asks one master after the other, always all of
/// them. Throws std::runtime_error if a connection fails.
class SerialClient {
public:
    explicit SerialClient(const std::vector<std::uint16_t>& ports);

    [[nodiscard]] Run pairs(std::size_t count);

private:
    std::vector<RedisContext> m_masters;
    std::string m_releaseSha;
};

/// A token of 20 random bytes in hex, as all clients of the benchmark use.
[[nodiscard]] std::string randomToken();

} // namespace lockkeeper::bench
