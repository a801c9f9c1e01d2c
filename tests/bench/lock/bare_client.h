// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/bench/measure.h"

#include <cstdint>
#include <hiredis/hiredis.h>
#include <memory>

namespace lockkeeper::bench {

struct RedisContextDeleter {
    void operator()(redisContext* context) const noexcept { redisFree(context); }
};
using RedisContext = std::unique_ptr<redisContext, RedisContextDeleter>;

/// The limit: poll(2) over non-blocking hiredis contexts and nothing else. No deadlines, no
/// reconnects, no undo; acquire and release each end when a quorum has answered.
class BareClient {
public:
    /// To loopback ports. Throws std::runtime_error.
    explicit BareClient(const std::vector<std::uint16_t>& ports);
    ~BareClient();

    /// Pairs of acquire and release on `inFlight` resources at a time.
    [[nodiscard]] Run pairs(std::size_t count, std::size_t inFlight);
    /// Acquires only, each after a pause in which everything falls asleep, as it does while a
    /// waiter waits: what it has to wait for at least.
    [[nodiscard]] Run acquires(std::size_t count, std::chrono::milliseconds pause);

private:
    struct Master;
    struct Slot;

    void startAcquire(Slot& slot);
    void startRelease(Slot& slot);
    void send(Slot& slot, const std::vector<std::string>& arguments);
    void flush();
    /// Waits for replies, and calls `onQuorum(slot)` for each operation that got its quorum.
    template <class F> void turn(F onQuorum);

    std::vector<Master> m_masters;
    std::size_t m_quorum;
    std::string m_releaseSha;
};

/// The usual peer: one master after the other, all of them, as redlock-cpp and redis-plus-plus do.
class SerialClient {
public:
    explicit SerialClient(const std::vector<std::uint16_t>& ports);

    [[nodiscard]] Run pairs(std::size_t count);

private:
    std::vector<RedisContext> m_masters;
    std::string m_releaseSha;
};

/// As every client's here: 20 random bytes in hex.
[[nodiscard]] std::string randomToken();

} // namespace lockkeeper::bench
