// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/agent/agent_address.h"

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>

namespace httplib {
class Client;
}

namespace lockkeeper::agent {

/// The board that an agent sends, as bytes. One thread reads; stop() from any other.
class AgentStream {
public:
    /// An agent from which nothing comes for so long does not answer: it sends something each
    /// second.
    static constexpr std::chrono::milliseconds kSilence{3000};

    explicit AgentStream(const AgentAddress& address);
    ~AgentStream();
    AgentStream(const AgentStream&) = delete;
    AgentStream& operator=(const AgentStream&) = delete;

    /// Asks the agent, and passes what it sends to `take`, until that returns false, the agent does
    /// not answer any more, or stop() is called. Returns why it ended; what that says does not
    /// count if `take` returned false. `lastEventId`: what we have already; empty: nothing.
    [[nodiscard]] Error read(
        const std::string& lastEventId, const std::function<bool(std::string_view)>& take);
    /// Ends read() soon, and at once all later ones.
    void stop();

private:
    const AgentAddress m_address;
    std::atomic<bool> m_isStopped = false;
    std::unique_ptr<httplib::Client> m_client;
};

} // namespace lockkeeper::agent
