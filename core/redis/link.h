// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/connection.h"

#include <array>
#include <asio/generic/stream_protocol.hpp>
#include <asio/ip/tcp.hpp>
#include <asio/steady_timer.hpp>
#include <deque>
#include <optional>
#include <random>

namespace lockkeeper::redis {

/// The machinery behind Connection: one socket at a time and the queue of commands on it. Lives on
/// the loop's thread; pending Asio handlers keep it alive, and are ignored once `m_epoch` moved on.
class Connection::Link : public std::enable_shared_from_this<Connection::Link> {
public:
    Link(EventLoop& loop, MasterId master, Url url, ConnectionOptions options);

    void start();
    /// Ends everything and forgets what is pending; no reconnect follows.
    void close();
    void send(Command command, std::chrono::milliseconds timeout, Handler handler, bool isUndo);

    [[nodiscard]] const MasterId& master() const noexcept { return m_master; }
    [[nodiscard]] const LinkStatus& status() const noexcept { return m_status; }

private:
    using Socket = asio::generic::stream_protocol::socket;

    /// A command that was written, in the order of writing. Without a handler its deadline has
    /// passed: its late reply is read and dropped.
    struct Pending {
        Handler handler;
        SteadyTime sentAt;
        SteadyTime deadline;
        bool isAlone; ///< nothing was pending before it
    };
    /// A command that waits for the first login.
    struct Waiting {
        Command command;
        Handler handler;
        SteadyTime deadline;
    };

    void connect();
    void connectTcp();
    void connectUnix();
    void onConnected(const asio::error_code& error);
    void login();
    void onLoginReply(std::size_t step, Result<Reply> reply);
    void becomeUp();

    void write(const Command& command, SteadyTime deadline, Handler handler);
    void flush();
    void read();
    void onBytes(std::size_t size);
    void onReply(Reply reply);

    void watchDeadline(SteadyTime deadline);
    void onDeadline();
    void reset();
    /// Closes the socket, fails what is pending and plans the next attempt.
    void drop(LinkState state, Error error);
    void failLater(Handler handler, Error error);
    [[nodiscard]] Error unavailable() const;
    [[nodiscard]] std::chrono::milliseconds nextBackoff();

    EventLoop& m_loop;
    MasterId m_master;
    Url m_url;
    ConnectionOptions m_options;
    std::vector<Command> m_loginSteps;

    Socket m_socket;
    asio::ip::tcp::resolver m_resolver;
    asio::steady_timer m_deadlineTimer;
    asio::steady_timer m_reconnectTimer;
    std::optional<SteadyTime> m_nextDeadline;

    LinkStatus m_status;
    std::uint64_t m_epoch = 0; ///< counts sockets; handlers of an older one are ignored
    bool m_isClosed = false;
    bool m_isLoggedIn = false;
    bool m_isConnecting = false;
    bool m_isWriting = false;
    bool m_isFlushPosted = false;
    SteadyTime m_connectDeadline{};
    unsigned m_failures = 0; ///< in a row, for the backoff

    std::string m_out;
    std::array<char, 16 * 1024> m_in{};
    ReplyParser m_parser;
    std::deque<Pending> m_pending;
    std::deque<Waiting> m_waiting;
    std::minstd_rand m_random;
};

} // namespace lockkeeper::redis
