// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/redis_server_fixture.h"

#include <chrono>
#include <cstdint>

namespace lockkeeper::tests {

/// The wall clock of some redis-servers, which a test sets. It is right at first. Their steady
/// clock stays as it is. Create and use it on the test's main thread. Throws std::system_error.
class ServerClock {
public:
    ServerClock();
    ~ServerClock();
    ServerClock(const ServerClock&) = delete;
    ServerClock& operator=(const ServerClock&) = delete;

    /// Starts servers that go by this clock. A server that is restarted goes by the true time.
    [[nodiscard]] RedisServerFixture start(const RedisServerOptions& options = {}) const;
    /// Sets it so that it is ahead of the true time; negative: behind it. From now on servers see
    /// that, as if somebody had set the clock of their machine.
    void setAhead(std::chrono::microseconds ahead) noexcept;

private:
    PrivateDirectory m_directory;
    volatile std::int64_t* m_offset = nullptr; ///< microseconds; mapped by the servers, too
};

} // namespace lockkeeper::tests
