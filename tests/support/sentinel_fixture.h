// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/redis_server_fixture.h"

namespace lockkeeper::tests {

/// Two redis-servers, the second a replica of the first, and one real Sentinel. It watches them as
/// the group "orders" and fails over within seconds. Throws std::runtime_error if one of them can't
/// be started.
class SentinelFixture {
public:
    SentinelFixture();

    [[nodiscard]] RedisServerFixture& servers() noexcept { return m_servers; }
    [[nodiscard]] std::string sentinelUrl() const;
    /// A deployment with one voter: `group`, with the Sentinels at `urls`.
    [[nodiscard]] static config::Deployment deployment(
        const std::vector<std::string>& urls, const std::string& group = "orders");
    /// Sends a command to the Sentinel. See RedisServerFixture::command().
    redis::Reply command(std::initializer_list<std::string_view> arguments);
    /// Starts a failover although the master is alive. Blocks until the Sentinel has accepted it,
    /// for ten seconds at most; then throws std::runtime_error.
    void failOver();

private:
    void replicate();
    void startSentinel();

    RedisServerFixture m_servers;
    std::uint16_t m_port = 0;
    std::optional<sandbox::ChildProcess> m_sentinel;
};

} // namespace lockkeeper::tests
