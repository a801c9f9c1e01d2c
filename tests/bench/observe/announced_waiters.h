// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/bench/lock/bare_client.h"

#include <vector>

namespace lockkeeper::bench {

/// Clients that wait for locks of storeLocks() and announce it on all masters, until this object
/// ends. A master has one connection for all of them: a watcher sees only the channels.
class AnnouncedWaiters {
public:
    /// Ports on loopback. Throws std::runtime_error.
    AnnouncedWaiters(const std::vector<std::uint16_t>& ports, std::size_t count);

private:
    std::vector<RedisContext> m_masters;
};

} // namespace lockkeeper::bench
