// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/agent/agent_stream.h"
#include "core/agent/agent_board.h"
#include "core/loop/mutex.h"

#include <condition_variable>
#include <mutex>
#include <thread>

namespace lockkeeper::agent {

/// Asks an agent who it is. Blocks until it answers, some seconds at most.
[[nodiscard]] Result<Hello> greet(const AgentAddress& address, const Clock& clock);

/// The deployment that the agent at `url` watches, for a window: read-only, without passwords and
/// formats. No other deployment has its identity: what this host calls by the names of its masters
/// are others.
[[nodiscard]] config::Deployment deploymentOf(const Hello& hello, const std::string& url);

/// Watches the board that an agent sends, on a thread of its own, and passes every change to one
/// function. Connects again by itself. While the agent does not answer, the updates say so: see
/// AgentBoard.
///
/// `onUpdate` runs on the client's thread, once a second at least. `clock` must outlive the client.
class AgentClient {
public:
    using UpdateHandler = std::function<void(const observe::BoardUpdate&)>;

    /// `known`: who the agent was when the window was opened.
    AgentClient(
        const AgentAddress& address, Hello known, const Clock& clock, UpdateHandler onUpdate);
    /// Blocks until the thread has ended: for a moment, or for a name that is being looked up.
    ~AgentClient();
    AgentClient(const AgentClient&) = delete;
    AgentClient& operator=(const AgentClient&) = delete;

private:
    void run();
    /// Reads until the agent does not answer any more. Returns why.
    [[nodiscard]] Error readStream();
    /// False if the stream must end; `why` says why then.
    [[nodiscard]] bool take(BoardReader& reader, std::string_view bytes, Error& why);
    [[nodiscard]] bool takeHello(const Hello& hello, Error& why);
    /// Waits before the next attempt; false if the client ends.
    [[nodiscard]] bool pause();

    const Hello m_known;
    const Clock& m_clock;
    const UpdateHandler m_onUpdate;
    AgentStream m_stream;
    AgentBoard m_board; ///< of the thread, as what follows
    std::string m_run; ///< the process that m_board is of
    std::chrono::milliseconds m_pause{0}; ///< before the next attempt
    std::mutex m_mutex;
    std::condition_variable m_wake;
    bool m_isEnding = false; ///< under m_mutex
    bool m_hasEnded = false; ///< under m_mutex
    std::thread m_thread;
};

} // namespace lockkeeper::agent
