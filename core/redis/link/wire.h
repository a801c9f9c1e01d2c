// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/link/command_queue.h"
#include "core/redis/link/connection.h"
#include "core/redis/link/dialler.h"
#include "core/redis/link/silence.h"

#include <array>

namespace lockkeeper::redis {

/// One connected socket, with TLS or without: writes commands and reads their replies. Each reply
/// goes to the oldest command of the CommandQueue, or to ConnectionOptions::onPush.
///
/// All commands of one turn of the loop leave in one write. Asio starts a read by trying it, which
/// is useless right after another read; so reading goes on after that write, when the server has
/// had time to answer.
///
/// Ownership: pending Asio handlers keep it alive, and it keeps its owner alive. The owner calls
/// close() before it lets go of it; then nothing is read or written any more, and no handler is
/// called. A handler may do that at any time.
/// Thread: that of the event loop. Errors: Owner::onBroken().
/// Cost: no allocation, copy or virtual call per command, apart from the queue's and the parser's.
class Wire final : public std::enable_shared_from_this<Wire> {
public:
    using Handler = CommandQueue::Handler;

    enum class Stage { Handshaking, LoggingIn, Ready };

    /// Receives the rare events of a Wire.
    class Owner {
    public:
        /// The TLS handshake is complete: time to log in.
        virtual void onHandshake() = 0;
        /// A reply has come that only a replica gives. Its command gets it afterwards.
        virtual void onReadOnly() = 0;
        /// The socket is of no more use. Must close() the wire.
        virtual void onBroken(LinkState state, Error error) = 0;

    protected:
        ~Owner() = default;
    };
    /// Belongs to the owner, and lives as long as it.
    struct Shared {
        EventLoop& loop;
        const MasterId& master;
        const ConnectionOptions& options;
        CommandQueue& commands;
        LinkStatus& status; ///< `latency`, `lastReply` and `commands` are written
        Silence& silence;
    };

    Wire(std::shared_ptr<Owner> owner, const Shared& shared, Dialler::Dialled dialled);

    /// Begins the TLS handshake, if there is one, and to read. Call it once.
    void start();
    /// Closes the socket.
    void close();

    [[nodiscard]] Stage stage() const noexcept { return m_stage; }
    /// Writes a batch at the end of this turn of the loop. Not while handshaking.
    void send(const std::string& wire, const CommandQueue::Batch& batch, Handler&& handler)
    {
        commandBytes().append(wire);
        m_commands.expect(batch, std::move(handler));
        scheduleIo();
    }
    /// The login is complete: writes the commands that wait for it.
    void becomeReady(SteadyTime now);

    /// The size of the commands that are not written yet.
    [[nodiscard]] std::size_t unwrittenBytes() const noexcept
    {
        return m_out.size() + m_plain.size();
    }
    /// True once a byte was received.
    [[nodiscard]] bool hasReceived() const noexcept { return m_hasReceived; }
    /// True if the system has input that was not read yet. Costs a system call.
    [[nodiscard]] bool hasUnreadInput() const;

private:
    void scheduleIo()
    {
        if (!std::exchange(m_isIoScheduled, true))
            deferIo();
    }
    void deferIo();
    void flush();
    void read();
    void readOn();
    void onReadError(const asio::error_code& readError);
    void onBytes(std::size_t size);
    void takeReplies();
    void onReply(Reply&& reply);
    [[nodiscard]] std::optional<std::string_view> decrypt(std::string_view bytes);
    [[nodiscard]] bool isPushMessage(const Reply& reply) const;
    void fail(LinkState state, ErrorClass kind, std::string text);
    /// The buffer that commands are appended to.
    [[nodiscard]] std::string& commandBytes() noexcept { return m_tls ? m_plain : m_out; }

    const std::shared_ptr<Owner> m_owner;
    EventLoop& m_loop;
    const MasterId& m_master;
    const ConnectionOptions& m_options;
    CommandQueue& m_commands;
    LinkStatus& m_status;
    Silence& m_silence;

    Dialler::Socket m_socket;
    const std::unique_ptr<TlsSession> m_tls; ///< null: no TLS
    Stage m_stage;
    bool m_isClosed = false;
    bool m_isReading = false;
    bool m_isWriting = false;
    bool m_isIoScheduled = false; ///< writing and reading are scheduled
    bool m_hasReceived = false;
    SteadyTime m_readAt{}; ///< when the bytes being processed were received

    std::string m_out; ///< encoded output, of which m_sent bytes are written
    std::size_t m_sent = 0;
    std::string m_plain; ///< commands not encrypted yet (TLS)
    std::string m_clear; ///< decrypted input (TLS)
    std::array<char, 65536> m_in; ///< as much as a server writes at a time
    ReplyParser m_parser;
};

} // namespace lockkeeper::redis
