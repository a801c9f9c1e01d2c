// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lock/lock_client.h"
#include "tests/support/redis_server_fixture.h"

namespace lockkeeper::tests {

/// `value` must be a valid TTL.
[[nodiscard]] inline lock::Ttl ttl(std::chrono::milliseconds value)
{
    return lock::Ttl::from(value).value();
}

/// A client of these servers, on the real clocks.
[[nodiscard]] inline lock::LockClient makeClient(const RedisServerFixture& servers)
{
    return lock::LockClient(servers.deployment(), lock::Owner::thisProcess("test"), systemClock());
}

/// The lease, if the acquire has won one.
[[nodiscard]] inline std::optional<lock::Lease> leaseIn(Result<lock::AcquireOutcome> outcome)
{
    if (!outcome || !std::holds_alternative<lock::Lease>(*outcome))
        return std::nullopt;
    return std::move(std::get<lock::Lease>(*outcome));
}

/// The sum of the servers' replies to a command that counts: "DBSIZE", "EXISTS r".
[[nodiscard]] inline std::int64_t countOnAll(
    RedisServerFixture& servers, std::initializer_list<std::string_view> command)
{
    std::int64_t count = 0;
    for (const redis::Reply& reply : servers.commandAll(command))
        count += reply.integer;
    return count;
}

} // namespace lockkeeper::tests
