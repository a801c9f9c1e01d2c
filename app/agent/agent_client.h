// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/agent/agent_board.h"
#include "core/loop/mutex.h"
#include "core/result.h"
#include "core/text/secret.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

namespace lockkeeper::agent {

/// The environment variable with the token that an agent wants.
inline constexpr const char* kAgentTokenVariable = "LOCKKEEPER_AGENT_TOKEN";

/// Where a `lockctl serve` listens.
struct AgentAddress {
    std::string url; ///< without a slash at its end
    Secret token{}; ///< empty: none

    /// Parses `http://HOST:PORT` or `https://HOST[:PORT]`. Nothing is encrypted on the way of
    /// `http://`, so its host must be a loopback address or `localhost`: use an SSH tunnel, or a
    /// proxy with TLS. InvalidUrl for anything else. The token comes from the environment;
    /// InvalidArgument if it can't be one.
    [[nodiscard]] static Result<AgentAddress> read(std::string_view url);
};

} // namespace lockkeeper::agent

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
