// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/link/link.h"

#include "core/loop/event_loop.h"
#include "core/redis/error_reply.h"
#include "core/redis/tls_contexts.h"

#include <asio/buffer.hpp>
#include <asio/io_context.hpp>

namespace lockkeeper::redis {
namespace {

using std::chrono::duration_cast;
using std::chrono::microseconds;
using std::chrono::milliseconds;

/// Longest timeout; longer ones are shortened, because adding them to a time could overflow.
constexpr milliseconds kLongestTimeout{std::chrono::hours(24 * 365)};
constexpr std::size_t kCompactFrom = 64 * 1024;
/// Bytes parsed at a time: for each KB that hiredis parses, it moves all bytes that it has not
/// parsed yet.
constexpr std::size_t kParsed = 2048;

/// True for a message to subscribers; the confirmation of a subscription is a normal reply.
bool isPush(const Reply& reply)
{
    return reply.isArray() && !reply.elements.empty()
        && (reply.elements.front().text == "message" || reply.elements.front().text == "pmessage");
}

ConnectionOptions withTlsContexts(ConnectionOptions options)
{
    if (!options.tlsContexts)
        options.tlsContexts = std::make_shared<TlsContexts>();
    return options;
}

} // namespace

Connection::Link::Link(EventLoop& loop, MasterId master, Url url, ConnectionOptions options)
    : m_loop(loop)
    , m_master(std::move(master))
    , m_url(std::move(url))
    , m_options(withTlsContexts(std::move(options)))
    , m_login(m_options, m_master, m_url)
    , m_dialler(std::make_shared<Dialler>(loop, m_url, m_options))
    , m_commands(m_master, {m_options.maxPending, m_options.maxUnsentBytes})
    , m_silence(m_options.silentAfter)
    , m_backoff({m_options.minBackoff, m_options.maxBackoff})
    , m_socket(loop.context())
    , m_deadlineTimer(loop.context())
    , m_reconnectTimer(loop.context())
    , m_parser(m_options.replyLimits)
{ }

void Connection::Link::start()
{
    if (m_isClosed)
        return;
    if (m_options.target != nullptr)
        listenToTarget();
    connect();
}

void Connection::Link::close()
{
    m_isClosed = true;
    reset();
    m_reconnectTimer.cancel();
    // Asio may keep handlers that let this object outlive the loop's owner.
    m_dialler->close();
    m_commands.close();
}

/// Closes the current socket and cancels everything in progress on it.
void Connection::Link::reset()
{
    ++m_epoch;
    asio::error_code ignored;
    m_socket.close(ignored);
    m_dialler->cancel();
    m_deadlineTimer.cancel();
    m_nextDeadline.reset();
    m_halfTime.reset();
    m_silence.reset();
    m_tls.reset();
    m_phase = Phase::Idle;
    m_isReading = m_isWriting = m_isToAct = m_isCheckingRole = m_hasAnswered = false;
    m_out.clear();
    m_sent = 0;
    m_plain.clear();
}

void Connection::Link::send(const std::string& wire, Sending sending, Handler handler)
{
    const SteadyTime now = BootClock::now();
    const SteadyTime deadline = now + std::min(sending.timeout, kLongestTimeout);
    const CommandQueue::Batch batch{now, deadline, sending.commands};
    if (m_commands.isFull(m_out.size() + m_plain.size()))
        return failLater({std::move(handler), sending.commands},
            error(ErrorClass::Unreachable, "too many commands wait for this master"));
    if (m_phase == Phase::Ready && (m_status.state == LinkState::Up || sending.isUndo)) {
        commandBytes().append(wire);
        m_commands.expect(batch, std::move(handler));
        watchDeadline(deadline);
        return scheduleIo();
    }
    if (m_status.state == LinkState::Connecting && !m_isClosed) {
        m_commands.wait(wire, batch, std::move(handler));
        return watchDeadline(deadline);
    }
    failLater({std::move(handler), sending.commands}, unavailable());
}

void Connection::Link::sendOwn(
    const Command& command, const CommandQueue::Batch& batch, Handler handler)
{
    commandBytes().append(command.wire());
    m_commands.expect(batch, std::move(handler));
    watchDeadline(batch.deadline);
    scheduleIo();
}

void Connection::Link::login()
{
    m_phase = Phase::LoggingIn;
    const SteadyTime now = BootClock::now();
    for (std::size_t step = 0; step < m_login.commands().size(); ++step)
        sendOwn(m_login.commands()[step], {now, m_connectDeadline},
            [this, step](Result<Reply> reply) { onLoginReply(step, std::move(reply)); });
}

void Connection::Link::onLoginReply(std::size_t step, Result<Reply> reply)
{
    if (auto refusal = m_login.refusal(step, std::move(reply), m_status))
        return drop(LinkState::Refused, std::move(*refusal));
    if (m_login.isLast(step))
        becomeUp();
}

void Connection::Link::becomeUp()
{
    const SteadyTime now = BootClock::now();
    m_phase = Phase::Ready;
    m_backoff.reset();
    m_dialler->confirm();
    m_status.loggedInAt = now;
    m_status.state = LinkState::Up;
    m_status.error.reset();
    if (m_commands.writeWaiting(now, commandBytes()))
        scheduleIo();
    if (m_options.onLogin)
        m_options.onLogin();
}

/// Called after an error that only a replica returns: checks whether the master was demoted.
void Connection::Link::checkRole()
{
    if (m_isCheckingRole || m_phase != Phase::Ready)
        return;
    m_isCheckingRole = true;
    const SteadyTime now = BootClock::now();
    sendOwn(
        Command{"ROLE"}, {now, now + m_options.connectTimeout}, [this](const Result<Reply>& reply) {
            m_isCheckingRole = false;
            if (!reply)
                return;
            if (auto refusal = m_login.refusalOfRole(*reply, m_status))
                drop(LinkState::Refused, std::move(*refusal));
        });
}

/// Writes all commands of this turn of the loop at once, then reads. Asio starts a read by trying
/// it, which is useless right after another read; here the server has had time to answer.
void Connection::Link::scheduleIo()
{
    if (!std::exchange(m_isToAct, true))
        m_loop.defer([self = shared_from_this()] { self->doIo(); });
}

void Connection::Link::doIo()
{
    if (!std::exchange(m_isToAct, false))
        return; // doIo() was scheduled for a socket that is closed
    const std::uint64_t epoch = m_epoch;
    flush();
    if (epoch == m_epoch)
        read();
}

void Connection::Link::flush()
{
    if (m_isWriting)
        return;
    if (!m_plain.empty()) {
        auto encrypted = m_tls->send(m_plain, m_out);
        if (!encrypted)
            return drop(LinkState::Refused, error(encrypted.error().kind, encrypted.error().text));
        m_plain.clear();
    }
    if (m_out.empty())
        return;
    asio::error_code failure;
    m_sent += m_socket.write_some(asio::buffer(m_out) + m_sent, failure);
    if (failure && failure != asio::error::would_block) {
        // A server that refuses a connection sends the reason before it closes: read that first.
        if (m_phase == Phase::Ready)
            drop(LinkState::Down, error(ErrorClass::ConnectionLost, failure.message()));
        return;
    }
    if (m_sent == m_out.size() || (m_sent > kCompactFrom && m_sent > m_out.size() / 2)) {
        m_out.erase(0, m_sent);
        m_sent = 0;
    }
    if (m_out.empty())
        return;
    m_isWriting = true;
    m_socket.async_wait(
        Socket::wait_write, [self = shared_from_this(), epoch = m_epoch](const asio::error_code&) {
            if (epoch != self->m_epoch)
                return;
            self->m_isWriting = false;
            self->flush();
        });
}

void Connection::Link::read()
{
    if (std::exchange(m_isReading, true))
        return;
    m_socket.async_read_some(asio::buffer(m_in),
        [self = shared_from_this(), epoch = m_epoch](
            const asio::error_code& readError, std::size_t size) {
            if (epoch != self->m_epoch)
                return;
            self->m_isReading = false;
            if (readError)
                return self->onReadError(readError);
            self->onBytes(size);
            if (epoch == self->m_epoch)
                self->scheduleIo();
        });
}

void Connection::Link::onReadError(const asio::error_code& readError)
{
    // Do not call Asio's own category: it may be destroyed while a loop still runs at exit.
    const bool isEnd = &readError.category() == &asio::error::get_misc_category();
    std::string text = isEnd ? "the server closed the connection" : readError.message();
    if (m_phase == Phase::Handshaking)
        text += " during the TLS handshake";
    else if (m_phase == Phase::LoggingIn && !m_tls && !m_hasAnswered
        && m_url.kind == Url::Kind::Tcp)
        text += " without a word; is it a port for TLS (rediss://)?";
    drop(LinkState::Down, error(ErrorClass::ConnectionLost, std::move(text)));
}

void Connection::Link::onBytes(std::size_t size)
{
    const std::uint64_t epoch = m_epoch;
    std::string_view bytes(m_in.data(), size);
    m_hasAnswered = true;
    m_readAt = BootClock::now();
    if (m_tls) {
        const auto clear = decrypt(bytes);
        if (!clear)
            return;
        bytes = *clear;
    }
    // A handler may close this connection, which changes the epoch.
    for (std::size_t at = 0; at < bytes.size() && epoch == m_epoch; at += kParsed) {
        m_parser.feed(bytes.substr(at, kParsed));
        takeReplies();
    }
}

/// Processes all complete replies.
void Connection::Link::takeReplies()
{
    const std::uint64_t epoch = m_epoch;
    while (epoch == m_epoch) {
        auto reply = m_parser.next();
        if (!reply)
            return drop(LinkState::Refused, error(reply.error().kind, reply.error().text));
        if (!*reply)
            return;
        onReply(std::move(**reply));
    }
}

/// Decrypts `bytes`. The result is valid until the next call; nullopt if the connection was
/// dropped.
std::optional<std::string_view> Connection::Link::decrypt(std::string_view bytes)
{
    m_clear.clear();
    const auto received = m_tls->receive(bytes, m_clear, m_out);
    if (!received) {
        // Send the alert, so that the server can log the reason.
        asio::error_code ignored;
        if (!m_isWriting)
            m_socket.write_some(asio::buffer(m_out) + m_sent, ignored);
        drop(LinkState::Refused, error(received.error().kind, received.error().text));
        return std::nullopt;
    }
    if (m_phase == Phase::Handshaking && m_tls->isEstablished()) {
        m_halfTime.reset();
        login();
    }
    const std::uint64_t epoch = m_epoch;
    flush();
    return epoch == m_epoch ? std::optional<std::string_view>(m_clear) : std::nullopt;
}

bool Connection::Link::isPushMessage(const Reply& reply) const
{
    return m_options.isPushMessage ? m_options.isPushMessage(reply) : isPush(reply);
}

void Connection::Link::onReply(Reply&& reply)
{
    if (m_options.onPush && isPushMessage(reply)) {
        // The handler may close this connection and destroy the parser.
        const Reply push = std::move(reply);
        return m_options.onPush(push);
    }
    if (!m_commands.isReplyMissing())
        return drop(LinkState::Refused,
            error(ErrorClass::NotRedis, "the server replied to nothing that was asked"));
    m_status.lastReply = m_readAt;
    if (const auto start = m_commands.takeLatencyStart())
        m_status.latency = duration_cast<microseconds>(m_readAt - *start);
    if (m_status.state == LinkState::Silent && m_phase == Phase::Ready) {
        m_status.state = LinkState::Up;
        m_status.error.reset();
        m_silence.end();
    }
    if (reply.type != Reply::Type::Error)
        return m_commands.answer(std::move(reply));
    Error failure = errorFromReply(reply.text, m_master);
    if (failure.kind == ErrorClass::ReadOnly)
        checkRole();
    m_commands.answer(tl::make_unexpected(std::move(failure)));
}

void Connection::Link::drop(LinkState state, Error reason)
{
    const auto self = shared_from_this();
    const bool wasReady = m_phase == Phase::Ready;
    reset();
    milliseconds delay = m_backoff.next();
    if (state == LinkState::Refused)
        delay = std::max(delay, m_options.refusedBackoff);
    m_reconnectTimer.expires_after(delay);
    m_reconnectTimer.async_wait([self, epoch = m_epoch](const asio::error_code& timerError) {
        if (!timerError && epoch == self->m_epoch)
            self->connect();
    });
    m_status.state = state;
    m_status.error = reason;
    // Before the end of the login, only login commands are written.
    if (!wasReady)
        m_commands.dropWritten();
    m_commands.failAll(error(ErrorClass::ConnectionLost, std::move(reason.text)), unavailable());
}

void Connection::Link::failLater(CommandQueue::Owed owed, Error reason)
{
    m_loop.post([self = shared_from_this(), owed = std::move(owed), reason = std::move(reason)] {
        self->m_commands.fail(owed, reason);
    });
}

Error Connection::Link::error(ErrorClass kind, std::string text) const
{
    return {kind, std::move(text), m_master};
}

Error Connection::Link::unavailable() const
{
    Error reason = m_status.error.value_or(error(ErrorClass::Unreachable, "not connected"));
    // Nothing was sent, so the outcome is definite even if the reason is a missing reply.
    if (!isDefinite(reason.kind))
        reason.kind = ErrorClass::Unreachable;
    return reason;
}

} // namespace lockkeeper::redis
