// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/simulation/local_clock.h"
#include "tests/simulation/request.h"
#include "tests/support/fake_redis.h"

#include <deque>
#include <functional>
#include <memory>

namespace lockkeeper::simulation {

/// A simulated redis-server. It reads its sockets in random order, but the commands of one socket
/// in order.
///
/// While stopped, it keeps arriving commands and executes them when it goes on, even if nobody
/// waits for the answers any more. When killed, it loses the commands that it has not executed.
class Master {
public:
    /// The server's end of a connection.
    struct Socket {
        std::deque<Request*> input;
        bool isOpen = true; ///< false once the server was killed
    };
    using Changes = std::vector<tests::FakeRedis::Change>;
    /// Called after each command that has changed keys.
    using OnChange = std::function<void(std::size_t master, const Request&, const Changes&)>;
    /// Which commands it refuses.
    enum class Refusal { None, OutOfMemory, Misconfigured, Loading };

    Master(World& world, RequestPool& requests, std::size_t index, LocalClock clock, Random random,
        std::shared_ptr<tests::LuaScripts> lua, OnChange onChange);

    [[nodiscard]] std::size_t index() const noexcept { return m_index; }
    [[nodiscard]] std::string name() const
    {
        return std::string(1, static_cast<char>('a' + m_index));
    }
    [[nodiscard]] bool isAlive() const noexcept { return m_isAlive; }
    [[nodiscard]] bool isRunning() const noexcept { return m_isAlive && !m_isStopped; }
    /// Another one after each start.
    /// The reply to INFO server.
    [[nodiscard]] redis::Reply serverInfo() const;

    /// Opens a connection. The server must be running.
    [[nodiscard]] std::shared_ptr<Socket> accept();
    /// A command arrives. It is ignored if the socket is closed.
    void receive(Socket& socket, Request& request);

    void stop() { m_isStopped = true; }
    void goOn();
    void kill();
    void start();
    /// Instead of start(): another server takes its place, which has run for long.
    void replace();
    /// Loses all data. Call it after kill().
    void forget() { m_redis.clear(); }
    /// Takes back what was changed since `since`. Call it after kill().
    void forgetSince(TrueTime since);
    void flushScripts() { m_redis.forgetScripts(); }
    /// Somebody stores a list there. False if the key exists.
    bool occupy(const std::string& key);
    /// Deletes the list, if it is still there.
    void vacate(const std::string& key);
    void refuse(Refusal refusal) { m_refusal = refusal; }
    void stepClock(std::chrono::milliseconds by) { m_clockOffset += by; }
    /// Needed for forgetSince().
    void keepLog() { m_keepsLog = true; }

    /// The content of a key; null if it does not exist.
    [[nodiscard]] const tests::FakeRedis::Stored* stored(std::string_view key) const
    {
        return m_redis.stored(key, localTime());
    }
    /// True if the key exists and has this value.
    [[nodiscard]] bool stores(std::string_view key, std::string_view value) const;
    /// The keys that exist.
    [[nodiscard]] std::vector<std::string> keys() const { return m_redis.keys(localTime()); }

private:
    struct Logged {
        TrueTime at;
        tests::FakeRedis::Change change;
    };
    void serveLater(TrueTime delay);
    void serve();
    void serve(Socket& socket);
    void execute(Request& request);
    [[nodiscard]] redis::Reply replyTo(const Request& request);
    [[nodiscard]] bool refuses(const Request& request) const;
    void tell(const Request& request);
    [[nodiscard]] std::chrono::milliseconds localTime() const
    {
        return std::chrono::floor<std::chrono::milliseconds>(m_clock.at(m_world.now()))
            + m_clockOffset;
    }

    World& m_world;
    RequestPool& m_requests;
    std::size_t m_index;
    LocalClock m_clock;
    std::chrono::milliseconds m_clockOffset{};
    Random m_random;
    OnChange m_onChange;
    bool m_isAlive = true;
    bool m_isStopped = false;
    bool m_isBusy = false; ///< serve() is scheduled
    bool m_keepsLog = false;
    Refusal m_refusal = Refusal::None;
    int m_servers = 1; ///< which of those that have been in this place
    std::chrono::milliseconds m_startedAt{};
    std::vector<std::shared_ptr<Socket>> m_sockets;
    std::deque<Logged> m_log;
    tests::FakeRedis m_redis;
};

} // namespace lockkeeper::simulation
