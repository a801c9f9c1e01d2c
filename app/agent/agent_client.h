// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/agent/agent_board.h"
#include "core/config/deployments_file.h"
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

using config::kAgentTokenVariable;

struct AgentAddress {
    std::string url; ///< without trailing slash
    Secret token{}; ///< may be empty

    /// Parses `http://HOST:PORT` or `https://HOST[:PORT]`, with `/deployments/NAME` for one of
    /// several; else InvalidUrl. `http://` needs a loopback address or `localhost`: use an SSH
    /// tunnel or a TLS proxy. Token from the environment; InvalidArgument if malformed.
    [[nodiscard]] static Result<AgentAddress> read(std::string_view url);

    [[nodiscard]] std::string origin() const { return url.substr(0, url.find('/', kHost)); }
    /// "/deployments/orders"; may be empty.
    [[nodiscard]] std::string path() const { return url.substr(origin().size()); }

private:
    static constexpr std::size_t kHost = 8;
};

} // namespace lockkeeper::agent

namespace httplib {
class Client;
}

namespace lockkeeper::agent {

/// An agent's bytes. One thread reads; any other may stop().
class AgentStream {
public:
    /// The agent sends every second; after this silence it is lost.
    static constexpr std::chrono::milliseconds kSilence{3000};

    explicit AgentStream(const AgentAddress& address);
    ~AgentStream();
    AgentStream(const AgentStream&) = delete;
    AgentStream& operator=(const AgentStream&) = delete;

    /// Passes bytes to `take` until that returns false, the agent is lost, or stop(). Returns why,
    /// unless `take` returned false.
    [[nodiscard]] Error read(
        const std::string& lastEventId, const std::function<bool(std::string_view)>& take);
    /// Ends read() soon, a later one at once.
    void stop();

private:
    const AgentAddress m_address;
    std::atomic<bool> m_isStopped = false;
    std::unique_ptr<httplib::Client> m_client;
};

/// Blocks for seconds at most.
[[nodiscard]] Result<Hello> greet(const AgentAddress& address, const Clock& clock);

/// Read-only, without passwords and formats. Has an identity of its own: its masters' names may
/// mean others on this host.
[[nodiscard]] config::Deployment deploymentOf(const Hello& hello, const std::string& url);

/// Watches an agent's board, and reconnects. Updates report a loss: see AgentBoard. Its thread
/// calls `onUpdate` at least once a second.
class AgentClient {
public:
    using UpdateHandler = std::function<void(const observe::BoardUpdate&)>;

    /// `known`: of the agent when the window opened.
    AgentClient(
        const AgentAddress& address, Hello known, const Clock& clock, UpdateHandler onUpdate);
    /// Blocks briefly, or for a name lookup.
    ~AgentClient();
    AgentClient(const AgentClient&) = delete;
    AgentClient& operator=(const AgentClient&) = delete;

private:
    void run();
    [[nodiscard]] Error readStream();
    [[nodiscard]] bool take(BoardReader& reader, std::string_view bytes, Error& why);
    [[nodiscard]] bool takeHello(const Hello& hello, Error& why);
    [[nodiscard]] bool pause();

    const Hello m_known;
    const Clock& m_clock;
    const UpdateHandler m_onUpdate;
    AgentStream m_stream;
    AgentBoard m_board; ///< of the thread, like the next two
    std::string m_run; ///< the agent's process of m_board
    std::chrono::milliseconds m_pause{0};
    std::mutex m_mutex;
    std::condition_variable m_wake;
    bool m_isEnding = false; ///< under m_mutex
    bool m_hasEnded = false; ///< under m_mutex
    std::thread m_thread;
};

} // namespace lockkeeper::agent
