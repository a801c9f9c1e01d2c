// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/loop/lifetime.h"
#include "core/observe/facts/server_facts.h"
#include "core/redis/transport.h"

#include <functional>

namespace lockkeeper::observe {

/// Reads one master's facts after each login and once a minute; none of a Cluster. Thread: the
/// transport's.
class FactsWatch {
public:
    struct Options {
        std::string user{}; ///< for the text on missing permissions
        std::uint32_t database = 0;
        std::chrono::milliseconds timeout{1000};
        std::function<void()> onRead{};
    };
    FactsWatch(redis::Transport& transport, const Clock& clock, Options options);

    /// Call several times a second, and after a login.
    void tick();

    /// Null at first; kept while the master is silent.
    [[nodiscard]] const ServerFactsPtr& facts() const noexcept { return m_facts; }
    [[nodiscard]] bool isSettled() const;

private:
    void read();
    void onTime(const Result<redis::Reply>& time, WallTime sent);

    redis::Transport& m_transport;
    const Clock& m_clock;
    Options m_options;
    std::optional<SteadyTime> m_login;
    std::optional<SteadyTime> m_readLogin;
    SteadyTime m_next{};
    ServerFacts m_incoming;
    ServerFactsPtr m_facts;
    Lifetime m_lifetime;
};

} // namespace lockkeeper::observe
