// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/loop/lifetime.h"
#include "core/observe/facts/server_facts.h"
#include "core/redis/transport.h"

#include <functional>

namespace lockkeeper::observe {

/// Reads the facts of one master: after each login, and once a minute. That costs the master one
/// INFO and one TIME each time. A Cluster has many servers, so that nothing is known of it.
///
/// Used on the transport's thread. `transport` and `clock` must outlive it.
class FactsWatch {
public:
    struct Options {
        std::string user{}; ///< that a missing permission must be granted to
        std::uint32_t database = 0; ///< that is looked at
        std::chrono::milliseconds timeout{1000};
        std::function<void()> onRead{}; ///< called after facts() has changed; empty: not wanted
    };
    FactsWatch(redis::Transport& transport, const Clock& clock, Options options);

    /// Reads the facts if it is time to. Call several times a second, and after a login.
    void tick();

    /// The latest facts; null before the first. Those of a master that does not answer stay.
    [[nodiscard]] const ServerFactsPtr& facts() const noexcept { return m_facts; }
    /// True unless the master answers and its facts were not read since the login.
    [[nodiscard]] bool isSettled() const;

private:
    void read();
    void onTime(const Result<redis::Reply>& time, WallTime sent);

    redis::Transport& m_transport;
    const Clock& m_clock;
    Options m_options;
    std::optional<SteadyTime> m_login; ///< whose facts were asked for
    std::optional<SteadyTime> m_readLogin; ///< whose facts were read
    SteadyTime m_next{};
    ServerFacts m_incoming;
    ServerFactsPtr m_facts;
    Lifetime m_lifetime;
};

} // namespace lockkeeper::observe
