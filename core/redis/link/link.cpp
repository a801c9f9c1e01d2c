// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/link/link.h"

#include "core/loop/event_loop.h"
#include "core/redis/error_reply.h"
#include "core/redis/link/login.h"
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

} // namespace

Connection::Link::Link(EventLoop& loop, MasterId master, Url url, ConnectionOptions options)
    : m_loop(loop)
    , m_master(std::move(master))
    , m_url(std::move(url))
    , m_options(std::move(options))
    , m_loginSteps(loginCommands(m_url, m_options.clientName))
    , m_socket(loop.context())
    , m_lookup(std::make_unique<NameLookup>(loop, m_url.host, m_options.lookUp))
    , m_deadlineTimer(loop.context())
    , m_reconnectTimer(loop.context())
    , m_parser(m_options.replyLimits)
    , m_random(std::random_device{}())
{
    if (!m_options.tlsContexts)
        m_options.tlsContexts = std::make_shared<TlsContexts>();
}

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
    m_lookup->close();
    m_pending = {};
    m_missing = 0;
    m_waiting = {};
}

/// Closes the current socket and cancels everything in progress on it.
void Connection::Link::reset()
{
    ++m_epoch;
    asio::error_code ignored;
    m_socket.close(ignored);
    m_lookup->cancel();
    m_deadlineTimer.cancel();
    m_nextDeadline.reset();
    m_halfTime.reset();
    m_suspectAt.reset();
    m_silenceEnd.reset();
    m_tls.reset();
    if (m_probe)
        m_probe->stop();
    m_probe.reset();
    m_phase = Phase::Idle;
    m_isReading = m_isWriting = m_isToAct = m_isCheckingRole = m_hasAnswered = false;
    m_endpoint.reset();
    m_out.clear();
    m_sent = 0;
    m_plain.clear();
}

bool Connection::Link::isFull() const noexcept
{
    return m_missing + m_waiting.size() >= m_options.maxPending
        || m_out.size() + m_plain.size() + m_waitingBytes >= m_options.maxUnsentBytes;
}

void Connection::Link::send(const std::string& wire, Sending sending, Handler handler)
{
    const SteadyTime now = BootClock::now();
    const SteadyTime deadline = now + std::min(sending.timeout, kLongestTimeout);
    if (isFull())
        return failLater({std::move(handler), sending.commands},
            error(ErrorClass::Unreachable, "too many commands wait for this master"));
    if (m_phase == Phase::Ready && (m_status.state == LinkState::Up || sending.isUndo)) {
        commandBytes().append(wire);
        return expectReplies(now, deadline, sending.commands, std::move(handler));
    }
    if (m_status.state == LinkState::Connecting && !m_isClosed) {
        m_waitingBytes += wire.size();
        m_waiting.push({wire, sending.commands, std::move(handler)}, deadline);
        return watchDeadline(deadline);
    }
    failLater({std::move(handler), sending.commands}, unavailable());
}

void Connection::Link::login()
{
    m_phase = Phase::LoggingIn;
    const SteadyTime now = BootClock::now();
    for (std::size_t step = 0; step < m_loginSteps.size(); ++step) {
        commandBytes().append(m_loginSteps[step].wire());
        expectReply(now, m_connectDeadline,
            [this, step](Result<Reply> reply) { onLoginReply(step, std::move(reply)); });
    }
}

void Connection::Link::onLoginReply(std::size_t step, Result<Reply> reply)
{
    const Command& command = m_loginSteps[step];
    if (!reply)
        reply.error().text = withoutPassword(std::move(reply.error().text), m_url);
    if (!reply
        && classifyFailure(command, reply.error(), m_options.mustBeMaster) == LoginFailure::Fatal)
        return drop(LinkState::Refused, std::move(reply.error()));
    const Reply nothing;
    if (command.name() == "ROLE") {
        readRole(reply ? *reply : nothing, m_status);
        if (reply)
            refuseUnlessMaster(*reply);
    } else if (command.name() == "INFO") {
        readServerInfo(reply ? *reply : nothing, m_status);
        becomeUp();
    }
}

void Connection::Link::becomeUp()
{
    if (m_options.admission) {
        if (auto refusal = m_options.admission(m_status))
            return drop(LinkState::Refused, error(refusal->kind, refusal->text));
    }
    const SteadyTime now = BootClock::now();
    m_phase = Phase::Ready;
    m_failures = 0;
    m_lastGood = m_endpoint;
    m_status.loggedInAt = now;
    m_status.state = LinkState::Up;
    m_status.error.reset();
    m_waitingBytes = 0;
    for (auto& entry : m_waiting.takeAll()) {
        // Entries without a handler have already failed as unsent.
        if (!entry.item.handler)
            continue;
        commandBytes().append(entry.item.wire);
        expectReplies(now, entry.deadline, entry.item.commands, std::move(entry.item.handler));
    }
    if (m_options.onLogin)
        m_options.onLogin();
}

void Connection::Link::refuseUnlessMaster(const Reply& role)
{
    if (auto reason = voterRefusal(role, m_master); reason && m_options.mustBeMaster)
        drop(LinkState::Refused, std::move(*reason));
}

/// Called after an error that only a replica returns: checks whether the master was demoted.
void Connection::Link::checkRole()
{
    if (m_isCheckingRole || m_phase != Phase::Ready)
        return;
    m_isCheckingRole = true;
    const SteadyTime now = BootClock::now();
    commandBytes().append(Command{"ROLE"}.wire());
    expectReply(now, now + m_options.connectTimeout, [this](const Result<Reply>& reply) {
        m_isCheckingRole = false;
        if (!reply)
            return;
        readRole(*reply, m_status);
        refuseUnlessMaster(*reply);
    });
}

void Connection::Link::expectReplies(
    SteadyTime now, SteadyTime deadline, std::size_t count, Handler handler)
{
    m_pending.push({std::move(handler), now, count, m_pending.isEmpty()}, deadline);
    m_missing += count;
    watchDeadline(deadline);
    scheduleIo();
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
    if (m_pending.isEmpty())
        return drop(LinkState::Refused,
            error(ErrorClass::NotRedis, "the server replied to nothing that was asked"));
    Pending& pending = m_pending.front();
    m_status.lastReply = m_readAt;
    // The latency of a command behind others would include their time in the queue.
    if (std::exchange(pending.isAlone, false))
        m_status.latency = duration_cast<microseconds>(m_readAt - pending.sentAt);
    if (m_status.state == LinkState::Silent && m_phase == Phase::Ready) {
        m_status.state = LinkState::Up;
        m_status.error.reset();
        m_silenceEnd.reset();
    }
    if (reply.type != Reply::Type::Error)
        return tell(std::move(reply));
    Error failure = errorFromReply(reply.text, m_master);
    if (failure.kind == ErrorClass::ReadOnly)
        checkRole();
    tell(tl::make_unexpected(std::move(failure)));
}

/// Passes the outcome to the oldest pending command.
void Connection::Link::tell(Result<Reply>&& outcome)
{
    --m_missing;
    if (m_pending.front().missing == 1) {
        const Pending pending = m_pending.pop();
        if (pending.handler)
            pending.handler(std::move(outcome));
        return;
    }
    // A handler may end this connection and destroy the queue that stores the handler.
    Owed owed{std::move(m_pending.front().handler), --m_pending.front().missing};
    if (!owed.handler)
        return;
    const auto self = shared_from_this();
    const std::uint64_t epoch = m_epoch;
    owed.handler(std::move(outcome));
    if (epoch == m_epoch)
        m_pending.front().handler = std::move(owed.handler);
    else
        failAll(owed, error(ErrorClass::ConnectionLost, "the connection was closed"));
}

void Connection::Link::failAll(const Owed& owed, const Error& error)
{
    for (std::size_t i = 0; owed.handler && i < owed.calls && !m_isClosed; ++i)
        owed.handler(tl::make_unexpected(error));
}

void Connection::Link::drop(LinkState state, Error reason)
{
    const auto self = shared_from_this();
    const bool wasReady = m_phase == Phase::Ready;
    reset();
    ++m_failures;
    milliseconds delay = nextBackoff();
    if (state == LinkState::Refused)
        delay = std::max(delay, m_options.refusedBackoff);
    m_reconnectTimer.expires_after(delay);
    m_reconnectTimer.async_wait([self, epoch = m_epoch](const asio::error_code& timerError) {
        if (!timerError && epoch == self->m_epoch)
            self->connect();
    });
    m_status.state = state;
    m_status.error = reason;
    const Error lost = error(ErrorClass::ConnectionLost, std::move(reason.text));
    const Error unsent = unavailable();
    m_waitingBytes = 0;
    m_missing = 0;
    const auto pending = m_pending.takeAll();
    const auto waiting = m_waiting.takeAll();
    // Before the end of the login, only login commands are pending.
    for (const auto& entry : pending) {
        if (wasReady)
            failAll({entry.item.handler, entry.item.missing}, lost);
    }
    for (const auto& entry : waiting)
        failAll({entry.item.handler, entry.item.commands}, unsent);
}

void Connection::Link::failLater(Owed owed, Error reason)
{
    m_loop.post([self = shared_from_this(), owed = std::move(owed), reason = std::move(reason)] {
        self->failAll(owed, reason);
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

milliseconds Connection::Link::nextBackoff()
{
    const auto doublings = std::min(m_failures, 10U) - 1;
    const milliseconds doubled = m_options.minBackoff * (1LL << doublings);
    const milliseconds ceiling = std::min(m_options.maxBackoff, doubled);
    // Half fixed, half random, so that clients that lost the same master do not reconnect in step.
    std::uniform_int_distribution<milliseconds::rep> jitter(0, ceiling.count() / 2);
    return milliseconds(ceiling.count() / 2 + jitter(m_random));
}

} // namespace lockkeeper::redis
