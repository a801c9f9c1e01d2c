// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace lockkeeper::tests {

/// What happens to one command, or to its reply, on its way through a FaultProxy.
enum class Fault {
    LoseRequest, ///< the server never gets it, nor what follows on its connection
    LoseReply, ///< executed; its reply, and those behind it on its connection, never come
    HoldRequest, ///< waits until letGo(), and what follows on its connection with it
    HoldReply, ///< executed; its reply waits until letGo(), and those behind it with it
    Duplicate, ///< executed twice; the second reply is dropped
    CutRequest, ///< the server never gets it: its connection is reset instead
    CutReply, ///< executed; its connection is reset in place of the reply
    Garble, ///< executed; other bytes come in place of the reply
};

/// How a connection is ended.
enum class Ending {
    Reset, ///< by a RST to the client
    Close, ///< by a FIN
};

/// Which way bytes go.
enum class Direction { ToServer, ToClient };

struct ProxyRoute;
class FaultNetwork;

/// A loopback port that forwards to a server, and spoils what passes on order. Knows commands and
/// replies as a whole, so that a fault hits exactly one. A command of one connection can't be lost
/// alone: TCP has no gaps, and replies belong to commands by their order.
///
/// Made by a FaultNetwork, whose thread does the work. Call all members on another thread; each is
/// in effect when it has returned.
class FaultProxy {
public:
    FaultProxy(FaultNetwork& network, std::shared_ptr<ProxyRoute> route);

    [[nodiscard]] std::uint16_t port() const noexcept;
    [[nodiscard]] std::string url() const;

    /// Spoils the next `times` commands whose name begins with `command`, in upper case: "EVAL" is
    /// EVALSHA, too, and "" any. Orders wait behind those for the same command.
    void strike(Fault fault, std::string command, unsigned times = 1);
    /// Forgets all orders that are left.
    void spare();
    /// What Garble puts in place of a reply. The preset is an answer of HTTP.
    void garbleWith(std::string bytes);
    /// Sends what is held, and holds nothing further.
    void letGo();

    /// Ends all present connections.
    void cut(Ending ending);
    /// Half-open: from now on bytes vanish in both directions, also those of new connections, and
    /// nobody is told. False ends that, and resets the connections whose bytes have vanished.
    void swallow(bool isSwallowing);
    /// True: nobody listens on the port. Present connections stay.
    void refuse(bool isRefusing);
    /// Delays all that goes in this direction.
    void delay(Direction direction, std::chrono::microseconds delay);
    /// Sends replies byte by byte, with this pause in between; zero: whole ones again.
    void trickle(std::chrono::microseconds pause);

    /// Number of commands that were spoiled.
    [[nodiscard]] unsigned struck() const noexcept;
    /// Number of connections that were accepted.
    [[nodiscard]] unsigned accepted() const noexcept;
    /// Number of commands that clients have sent whose name begins with `command`.
    [[nodiscard]] unsigned seen(const std::string& command) const;

private:
    FaultNetwork* m_network;
    std::shared_ptr<ProxyRoute> m_route;
};

/// The way of one client, or of several, to some servers: a proxy for each of them, and the thread
/// that they work on. Its ports stay the same if servers are restarted.
class FaultNetwork {
public:
    /// `urls` are plain `redis://` URLs with an address, or `unix://` ones. A login in them is left
    /// to the client. Throws std::runtime_error.
    explicit FaultNetwork(const std::vector<std::string>& urls);
    ~FaultNetwork();
    FaultNetwork(const FaultNetwork&) = delete;
    FaultNetwork& operator=(const FaultNetwork&) = delete;

    [[nodiscard]] std::size_t size() const noexcept { return m_proxies.size(); }
    [[nodiscard]] FaultProxy& operator[](std::size_t server) { return m_proxies.at(server); }
    /// Of the proxies, in the order of the servers.
    [[nodiscard]] std::vector<std::string> urls() const;
    [[nodiscard]] std::vector<std::uint16_t> ports() const;

private:
    friend class FaultProxy;
    struct Loop;
    std::unique_ptr<Loop> m_loop;
    std::vector<FaultProxy> m_proxies;
};

} // namespace lockkeeper::tests
