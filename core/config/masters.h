// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/deployment.h"
#include "core/redis/connection.h"

#include <memory>
#include <vector>

namespace lockkeeper::config {

/// What the connections of a deployment are for.
enum class MastersUse {
    Watch, ///< reading: a replica is welcome, and shown as one
    Vote, ///< taking locks: a replica is Refused, for it would vote with its master
};

/// One connection per master of a deployment, in its order: what a command to all of them is sent
/// through. A server that is connected to under two names is Refused under the second: one server
/// has one vote. Owns the connections; must be destroyed before `loop`. Thread-safety: as
/// Connection.
class Masters {
public:
    /// Starts to connect to all of them; returns at once.
    Masters(EventLoop& loop, const Deployment& deployment, const std::string& clientName,
        MastersUse use = MastersUse::Watch);

    /// Not owned by the caller; valid as long as this object.
    [[nodiscard]] const std::vector<redis::Transport*>& transports() const noexcept
    {
        return m_transports;
    }

private:
    std::vector<std::unique_ptr<redis::Connection>> m_connections;
    std::vector<redis::Transport*> m_transports;
};

} // namespace lockkeeper::config
