// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/connection.h"
#include "core/redis/link/backoff.h"
#include "core/redis/link/command_queue.h"
#include "core/redis/link/dialler.h"
#include "core/redis/link/login.h"
#include "core/redis/link/silence.h"

#include <array>
#include <asio/basic_waitable_timer.hpp>
#include <optional>

namespace lockkeeper::redis {

/// Implementation of Connection: one socket at a time, and the queue of its commands. Used on the
/// loop's thread. Pending Asio handlers keep it alive, and do nothing once m_epoch has changed.
class Connection::Link : public std::enable_shared_from_this<Connection::Link> {
public:
    Link(EventLoop& loop, MasterId master, Url url, ConnectionOptions options);

    void start();
    /// Ends everything and drops pending commands without calling their handlers. Does not
    /// reconnect.
    void close();
    struct Sending {
        std::chrono::milliseconds timeout;
        /// Number of commands in the bytes; the handler is called once for each.
        std::size_t commands = 1;
        bool isUndo = false;
    };
    void send(const std::string& wire, Sending sending, Handler handler);

    [[nodiscard]] const MasterId& master() const noexcept { return m_master; }
    [[nodiscard]] const LinkStatus& status() const noexcept { return m_status; }

private:
    using Socket = Dialler::Socket;
    /// Uses Asio's own timer, which stops while the machine is suspended. A deadline that passes
    /// meanwhile is noticed late, by one timeout at most.
    using Timer = asio::basic_waitable_timer<BootClock>;

    /// Progress of the current socket. All phases but Idle and Ready end at the connect timeout.
    enum class Phase { Idle, Asking, Dialling, Handshaking, LoggingIn, Ready };

    void connect();
    void listenToTarget();
    [[nodiscard]] bool prepareTarget();
    void moveTo(Url url);
    /// Drops the current connection and connects to the URL that the resolver returns now.
    void followTarget();
    void onDialled(Result<Dialler::Dialled> dialled);
    void login();
    void onLoginReply(std::size_t step, Result<Reply> reply);
    void becomeUp();
    void checkRole();

    /// Writes a command of the link's own.
    void sendOwn(const Command& command, const CommandQueue::Batch& batch, Handler handler);
    void scheduleIo();
    void doIo();
    void flush();
    void read();
    void onReadError(const asio::error_code& readError);
    void onBytes(std::size_t size);
    void takeReplies();
    [[nodiscard]] std::optional<std::string_view> decrypt(std::string_view bytes);
    [[nodiscard]] bool isPushMessage(const Reply& reply) const;
    void onReply(Reply&& reply);
    /// The buffer that commands are appended to.
    [[nodiscard]] std::string& commandBytes() noexcept { return m_tls ? m_plain : m_out; }

    void watchDeadline(SteadyTime deadline);
    void watchNextDeadline();
    [[nodiscard]] bool isBehind(SteadyTime now);
    void onDeadline();
    void watchHalfTime();
    void onHalfTime();
    void onConnectTimeout();
    void reset();
    /// Closes the socket, fails pending commands and schedules the next attempt.
    void drop(LinkState state, Error error);
    void failLater(CommandQueue::Owed owed, Error error);
    [[nodiscard]] Error error(ErrorClass kind, std::string text) const;
    [[nodiscard]] Error unavailable() const;

    EventLoop& m_loop;
    MasterId m_master;
    Url m_url;
    ConnectionOptions m_options;
    Login m_login;
    std::shared_ptr<Dialler> m_dialler; ///< to m_url
    CommandQueue m_commands;
    Silence m_silence;
    Backoff m_backoff;

    Socket m_socket;
    Timer m_deadlineTimer;
    Timer m_reconnectTimer;
    std::optional<SteadyTime> m_nextDeadline;
    std::unique_ptr<TlsSession> m_tls; ///< null: no TLS

    LinkStatus m_status;
    std::uint64_t m_epoch = 0; ///< counts sockets; handlers of an earlier one do nothing
    Phase m_phase = Phase::Idle;
    bool m_isClosed = false;
    bool m_isReading = false;
    bool m_isWriting = false;
    bool m_isToAct = false; ///< doIo() is scheduled
    bool m_isCheckingRole = false;
    bool m_hasAnswered = false; ///< a byte was received on this socket
    SteadyTime m_readAt{}; ///< when the bytes being processed were received
    SteadyTime m_connectDeadline{};
    /// Half the connect timeout, while something may be tried then.
    std::optional<SteadyTime> m_halfTime;

    std::string m_out; ///< encoded output, of which m_sent bytes are written
    std::size_t m_sent = 0;
    std::string m_plain; ///< commands not encrypted yet (TLS)
    std::string m_clear; ///< decrypted input (TLS)
    std::array<char, 64 * 1024> m_in; ///< as much as a server writes at a time
    ReplyParser m_parser;
};

} // namespace lockkeeper::redis
