// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/latest_update.h"
#include "tests/support/redis_server_fixture.h"

#include <initializer_list>
#include <string>

// What the tests of watchers have in common.
namespace lockkeeper::tests {

inline const observe::LocalProcessProbe kProcesses;
inline const std::string kToken = "lk1:web-3:812:api:1750000000000:" + std::string(40, 'a');
inline const std::string kOther = "lk1:web-4:33:api:1750000001000:" + std::string(40, 'b');

inline void take(RedisServerFixture& servers, std::initializer_list<std::size_t> masters,
    const char* resource, const std::string& token)
{
    for (const std::size_t master : masters)
        servers.command(master, {"SET", resource, token, "PX", "600000"});
}

/// True if the first master was swept and pushes its changes.
[[nodiscard]] inline bool isPushed(LatestUpdate& latest)
{
    const observe::MasterStatus master = latest.master(0);
    return master.isPushed && master.isSweepComplete;
}

} // namespace lockkeeper::tests
