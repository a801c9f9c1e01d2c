// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/redis_server_fixture.h"

#include <set>

namespace lockkeeper::tests {

/// The commands that the servers have executed or rejected since resetCommandStats(), in small
/// letters, as the servers themselves count them: "get", "client|setname". Those that this function
/// and resetCommandStats() send count too.
[[nodiscard]] std::set<std::string> commandsSeen(RedisServerFixture& servers);
void resetCommandStats(RedisServerFixture& servers);

/// Of `commands`, those that change data, scripts, settings or other clients, by what the server
/// itself documents of them.
[[nodiscard]] std::set<std::string> changesAmong(
    RedisServerFixture& servers, const std::set<std::string>& commands);

} // namespace lockkeeper::tests
