// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/fault_proxy.h"

#include <array>
#include <asio/generic/stream_protocol.hpp>
#include <asio/steady_timer.hpp>
#include <atomic>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string_view>

namespace lockkeeper::tests {

/// The orders of a FaultProxy. Used on the network's thread, but for the counters.
struct ProxyOrders {
    struct Strike {
        Fault fault;
        std::string command;
        unsigned left;
    };

    /// The fault that is due for a command, if there is one; it is then used up.
    [[nodiscard]] std::optional<Fault> faultFor(std::string_view command);

    std::vector<Strike> strikes{};
    std::string garbage = "HTTP/1.1 400 Bad Request\r\n\r\n";
    bool isSwallowing = false;
    std::array<std::chrono::microseconds, 2> delays{}; ///< by Direction
    std::chrono::microseconds trickle{};
    std::map<std::string, unsigned, std::less<>> seen{};
    std::atomic<unsigned> struck = 0;
    std::atomic<unsigned> accepted = 0;
};

/// The bytes of one direction, from one socket to the other.
class ProxiedStream {
public:
    using Socket = asio::generic::stream_protocol::socket;

    ProxiedStream(Socket& from, Socket& to, ProxyOrders& orders, Direction direction);

    /// Reads whole values and gives each to `take`, until `from` has ended: then calls `ended`.
    /// `owner` is kept alive while something is under way.
    void start(std::weak_ptr<void> owner, std::function<void(std::string_view)> take,
        std::function<void()> ended);
    /// Sends bytes on behind those before, when their time has come.
    void pass(std::string_view bytes);
    /// Lets nothing through any more, for good.
    void lose() noexcept { m_isLost = true; }
    void hold(bool isHeld);
    /// Calls `done` once all is sent.
    void whenEmpty(std::function<void()> done);
    void cancel() { m_timer.cancel(); }
    [[nodiscard]] bool hasLost() const noexcept { return m_isLost; }

private:
    struct Packet {
        std::chrono::steady_clock::time_point due;
        std::string bytes;
    };

    void read();
    void split();
    void pump();
    void write();

    Socket& m_from;
    Socket& m_to;
    ProxyOrders& m_orders;
    Direction m_direction;
    asio::steady_timer m_timer;
    std::weak_ptr<void> m_owner{};
    std::function<void(std::string_view)> m_take{};
    std::function<void()> m_ended{};
    std::function<void()> m_whenEmpty{};
    std::array<char, 16384> m_in{};
    std::string m_unsplit{};
    std::deque<Packet> m_packets{};
    bool m_isWriting = false;
    bool m_isHeld = false;
    bool m_isLost = false;
};

/// A client's connection through a FaultProxy, and the one to the server. Lives until one of them
/// ends. Used on the network's thread.
class ProxiedConnection : public std::enable_shared_from_this<ProxiedConnection> {
public:
    using Socket = ProxiedStream::Socket;

    ProxiedConnection(Socket client, std::shared_ptr<ProxyOrders> orders);

    void start(const Socket::endpoint_type& server);
    void cut(Ending ending);
    void letGo();
    /// True if bytes of it have vanished, so that neither side can make sense of further ones.
    [[nodiscard]] bool hasLost() const noexcept
    {
        return m_requests.hasLost() || m_replies.hasLost();
    }

private:
    /// What to do with the reply that belongs to a command.
    struct Expected {
        std::optional<Fault> fault;
        bool isDropped = false;
    };

    void takeRequest(std::string_view request);
    void takeReply(std::string_view reply);
    void endOfServer();
    void expectRepliesTo(std::string_view request, const Expected& expected);

    std::shared_ptr<ProxyOrders> m_orders;
    Socket m_client;
    Socket m_server;
    ProxiedStream m_requests;
    ProxiedStream m_replies;
    std::deque<Expected> m_expected{};
};

} // namespace lockkeeper::tests
