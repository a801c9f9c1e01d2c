// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/simulation/local_clock.h"
#include "tests/support/fake_redis.h"

#include <deque>
#include <memory>

namespace lockkeeper::simulation {

/// A simulated redis-server. It reads its sockets in random order, but the commands of one socket
/// in order.
///
/// While stopped, it keeps arriving commands and executes them when it goes on, even if nobody
/// waits for the answers any more. When killed, it loses the commands that it has not executed, but
/// keeps its data.
class Master {
public:
    using Answer = std::function<void(redis::Reply)>;
    struct Request {
        std::vector<std::string> arguments;
        Answer answer;
    };
    /// The server's end of a connection.
    struct Socket {
        std::deque<Request> input;
        bool isOpen = true; ///< false once the server was killed
    };
    /// Called after a command with the keys that it has changed, if any.
    using OnChange = std::function<void(std::size_t master, const std::vector<std::string>& keys)>;

    Master(World& world, std::size_t index, LocalClock clock, OnChange onChange)
        : m_world(world)
        , m_index(index)
        , m_clock(clock)
        , m_onChange(std::move(onChange))
    { }
    /// What was never served refers to its connection, which refers to the socket.
    ~Master() { kill(); }
    Master(const Master&) = delete;
    Master& operator=(const Master&) = delete;
    Master(Master&&) = delete;
    Master& operator=(Master&&) = delete;

    [[nodiscard]] std::size_t index() const noexcept { return m_index; }
    [[nodiscard]] bool isRunning() const noexcept { return m_isAlive && !m_isStopped; }

    /// Opens a connection. The server must be running.
    [[nodiscard]] std::shared_ptr<Socket> accept();
    /// A command arrives. It is ignored if the socket is closed.
    void receive(const std::shared_ptr<Socket>& socket, Request request);

    void stop() { m_isStopped = true; }
    void goOn();
    void kill();
    void start();

    /// The injected fault: an extension sets the TTL even if that shortens it.
    void setShortens(bool doesShorten) { m_doesShorten = doesShorten; }

    /// True if the key exists and has this value.
    [[nodiscard]] bool stores(const std::string& key, const std::string& value) const;
    [[nodiscard]] std::optional<std::chrono::milliseconds> ttlOf(const std::string& key) const
    {
        return m_redis.ttlOf(key, localTime());
    }
    /// True if the key exists and has no TTL.
    [[nodiscard]] bool hasForEver(const std::string& key) const
    {
        return m_redis.find(key, localTime()) != nullptr && !ttlOf(key);
    }

private:
    void serveSoon();
    void serve();
    void execute(Request request);
    [[nodiscard]] std::chrono::milliseconds localTime() const
    {
        return std::chrono::floor<std::chrono::milliseconds>(m_clock.at(m_world.now()));
    }

    World& m_world;
    std::size_t m_index;
    LocalClock m_clock;
    OnChange m_onChange;
    bool m_isAlive = true;
    bool m_isStopped = false;
    bool m_isToServe = false; ///< serve() is scheduled
    bool m_doesShorten = false;
    std::vector<std::shared_ptr<Socket>> m_sockets;
    tests::FakeRedis m_redis;
};

} // namespace lockkeeper::simulation
