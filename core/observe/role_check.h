// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/loop/lifetime.h"
#include "core/redis/transport.h"

namespace lockkeeper::observe {

/// Looks every two seconds whether a master is still one, and still stores the same data. One that
/// was a replica for a moment tells its role as before, but stores other data, and nobody has told
/// which keys changed: its replication id has changed.
///
/// Used on the transport's thread. `transport` must outlive it.
class RoleCheck {
public:
    /// `onOtherData` is called when all keys may have changed.
    RoleCheck(redis::Transport& transport, std::chrono::milliseconds timeout,
        std::function<void()> onOtherData);

    /// Looks if it is time to. Call several times a second while the master answers.
    void tick(SteadyTime now);
    /// Looks now. Call it before a sweep: what a master that has become a replica stores is
    /// another's, and its link is refused before the keys' answers come.
    void look();
    /// There is a new connection, perhaps to another server.
    void forget();

private:
    void onInfo(const Result<redis::Reply>& reply);

    redis::Transport& m_transport;
    std::chrono::milliseconds m_timeout;
    std::function<void()> m_onOtherData;
    SteadyTime m_next{};
    std::string m_replicationId; ///< empty: not known
    Lifetime m_lifetime;
};

} // namespace lockkeeper::observe
