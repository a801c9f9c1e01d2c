// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/link/command_queue.h"
#include "core/redis/link/connection.h"
#include "core/redis/link/dialler.h"
#include "core/redis/link/silence.h"

#include <array>

namespace lockkeeper::redis {

/// One connected socket, with or without TLS. A reply goes to the oldest command in the
/// CommandQueue, or to ConnectionOptions::onPush.
/// - Each turn of the loop sends its commands in one write, then reads.
/// - Pending Asio handlers keep it alive, and it keeps its owner alive, until close(), which even a
///   handler may call.
/// - Thread: the loop's. Errors: Owner::onBroken().
/// - Cost per command: no allocation, copy or virtual call.
class Wire final : public std::enable_shared_from_this<Wire> {
public:
    using Handler = CommandQueue::Handler;

    enum class Stage { Handshaking, LoggingIn, Ready };

    class Owner {
    public:
        virtual void onHandshake() = 0;
        /// An error came that only a replica sends.
        virtual void onReadOnly() = 0;
        /// The socket is useless. Must close() the wire.
        virtual void onBroken(LinkState state, Error error) = 0;

    protected:
        ~Owner() = default;
    };
    struct Shared {
        EventLoop& loop;
        const MasterId& master;
        const ConnectionOptions& options;
        CommandQueue& commands;
        LinkStatus& status; ///< writes `latency`, `lastReply` and `commands`
        Silence& silence;
    };

    Wire(std::shared_ptr<Owner> owner, const Shared& shared, Dialler::Dialled dialled);

    void start();
    void close();

    [[nodiscard]] Stage stage() const noexcept { return m_stage; }
    /// At the end of this turn of the loop. Not while handshaking.
    void send(const std::string& wire, const CommandQueue::Batch& batch, Handler&& handler)
    {
        commandBytes().append(wire);
        m_commands.expect(batch, std::move(handler));
        scheduleIo();
    }
    void becomeReady(SteadyTime now);

    [[nodiscard]] std::size_t unwrittenBytes() const noexcept
    {
        return m_out.size() + m_plain.size();
    }
    [[nodiscard]] bool hasReceived() const noexcept { return m_hasReceived; }
    /// A system call.
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
    [[nodiscard]] std::string& commandBytes() noexcept { return m_tls ? m_plain : m_out; }

    const std::shared_ptr<Owner> m_owner;
    EventLoop& m_loop;
    const MasterId& m_master;
    const ConnectionOptions& m_options;
    CommandQueue& m_commands;
    LinkStatus& m_status;
    Silence& m_silence;

    Dialler::Socket m_socket;
    const std::unique_ptr<TlsSession> m_tls;
    Stage m_stage;
    bool m_isClosed = false;
    bool m_isReading = false;
    bool m_isWriting = false;
    bool m_isIoScheduled = false;
    bool m_hasReceived = false;
    SteadyTime m_readAt{};

    std::string m_out;
    std::size_t m_sent = 0;
    std::string m_plain;
    std::string m_clear;
    std::array<char, 65536> m_in; ///< what a server writes at a time
    ReplyParser m_parser;
};

} // namespace lockkeeper::redis
