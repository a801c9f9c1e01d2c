// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/loop/lifetime.h"
#include "core/redis/transport.h"

namespace lockkeeper::observe {

/// Checks every two seconds that a master is still one, with the same replication id. Thread: the
/// transport's.
class RoleCheck {
public:
    RoleCheck(redis::Transport& transport, std::chrono::milliseconds timeout,
        std::function<void()> onOtherData);

    void tick(SteadyTime now);
    /// Call before a sweep: a replica's link is then refused before its keys arrive.
    void look();
    void forget();

private:
    void onInfo(const Result<redis::Reply>& reply);

    redis::Transport& m_transport;
    std::chrono::milliseconds m_timeout;
    std::function<void()> m_onOtherData;
    SteadyTime m_next{};
    std::string m_replicationId;
    Lifetime m_lifetime;
};

} // namespace lockkeeper::observe
