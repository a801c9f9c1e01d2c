// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/link.h"

#include "core/event_loop.h"
#include "core/redis/error_reply.h"

#include <asio/buffer.hpp>
#include <asio/connect.hpp>
#include <asio/io_context.hpp>
#include <asio/local/stream_protocol.hpp>
#include <asio/post.hpp>
#include <netinet/tcp.h>

namespace lockkeeper::redis {
namespace {

using std::chrono::duration_cast;
using std::chrono::microseconds;
using std::chrono::milliseconds;

/// A silent connection older than this is given up: the path may have lost it without a word.
constexpr milliseconds kSilenceLimit{10'000};

std::vector<Command> loginSteps(const Url& url, const std::string& clientName)
{
    std::vector<Command> steps;
    if (!url.user.empty())
        steps.push_back(Command{"AUTH", url.user, url.password.reveal()});
    else if (!url.password.isEmpty())
        steps.push_back(Command{"AUTH", url.password.reveal()});
    if (url.database != 0)
        steps.push_back(Command{"SELECT", std::to_string(url.database)});
    if (!clientName.empty())
        steps.push_back(Command{"CLIENT", "SETNAME", clientName});
    steps.push_back(Command{"ROLE"});
    return steps;
}

/// Faults of half-open paths surface within seconds instead of after TCP's many minutes.
void tuneTcp(asio::generic::stream_protocol::socket& socket)
{
    asio::error_code ignored;
    socket.set_option(asio::ip::tcp::no_delay(true), ignored);
    socket.set_option(asio::socket_base::keep_alive(true), ignored);
#ifdef TCP_USER_TIMEOUT
    using UserTimeout = asio::detail::socket_option::integer<IPPROTO_TCP, TCP_USER_TIMEOUT>;
    socket.set_option(UserTimeout(static_cast<int>(kSilenceLimit.count())), ignored);
#endif
}

} // namespace

Connection::Link::Link(EventLoop& loop, MasterId master, Url url, ConnectionOptions options)
    : m_loop(loop)
    , m_master(std::move(master))
    , m_url(std::move(url))
    , m_options(std::move(options))
    , m_loginSteps(loginSteps(m_url, m_options.clientName))
    , m_socket(loop.context())
    , m_resolver(loop.context())
    , m_deadlineTimer(loop.context())
    , m_reconnectTimer(loop.context())
    , m_parser(m_options.replyLimits)
    , m_random(std::random_device{}())
{ }

void Connection::Link::start()
{
    if (!m_isClosed)
        connect();
}

void Connection::Link::close()
{
    m_isClosed = true;
    reset();
    m_reconnectTimer.cancel();
    m_pending.clear();
    m_waiting.clear();
}

/// Ends the current socket and everything that was under way on it.
void Connection::Link::reset()
{
    ++m_epoch;
    asio::error_code ignored;
    m_socket.close(ignored);
    m_resolver.cancel();
    m_deadlineTimer.cancel();
    m_nextDeadline.reset();
    m_isLoggedIn = m_isConnecting = m_isWriting = m_isFlushPosted = false;
    m_out.clear();
}

void Connection::Link::send(Command command, milliseconds timeout, Handler handler, bool isUndo)
{
    const SteadyTime deadline = std::chrono::steady_clock::now() + timeout;
    if (m_pending.size() + m_waiting.size() >= m_options.maxPending)
        return failLater(std::move(handler),
            {ErrorClass::Unreachable, "too many commands wait for this master", m_master});
    if (m_isLoggedIn && (m_status.state == LinkState::Up || isUndo))
        return write(command, deadline, std::move(handler));
    if (m_status.state == LinkState::Connecting && !m_isClosed) {
        m_waiting.push_back({std::move(command), std::move(handler), deadline});
        return watchDeadline(deadline);
    }
    failLater(std::move(handler), unavailable());
}

void Connection::Link::connect()
{
    m_parser = ReplyParser(m_options.replyLimits);
    m_connectDeadline = std::chrono::steady_clock::now() + m_options.connectTimeout;
    m_isConnecting = true;
    watchDeadline(m_connectDeadline);
    if (m_url.kind == Url::Kind::Unix)
        connectUnix();
    else
        connectTcp();
}

void Connection::Link::connectUnix()
{
    const asio::local::stream_protocol::endpoint endpoint(m_url.path);
    m_socket.async_connect(
        endpoint, [self = shared_from_this(), epoch = m_epoch](const asio::error_code& error) {
            if (epoch == self->m_epoch)
                self->onConnected(error);
        });
}

void Connection::Link::connectTcp()
{
    // Asio resolves names on a thread of its own.
    m_resolver.async_resolve(m_url.host, std::to_string(m_url.port),
        [self = shared_from_this(), epoch = m_epoch](
            const asio::error_code& error, const asio::ip::tcp::resolver::results_type& found) {
            if (epoch != self->m_epoch)
                return;
            if (error || found.empty())
                return self->drop(LinkState::Down,
                    {ErrorClass::Unreachable, "name lookup failed: " + error.message(),
                        self->m_master});
            std::vector<Socket::endpoint_type> endpoints;
            for (const auto& entry : found)
                endpoints.emplace_back(entry.endpoint());
            asio::async_connect(self->m_socket, endpoints,
                [self, epoch](const asio::error_code& connectError, const Socket::endpoint_type&) {
                    if (epoch == self->m_epoch)
                        self->onConnected(connectError);
                });
        });
}

void Connection::Link::onConnected(const asio::error_code& error)
{
    if (error)
        return drop(LinkState::Down, {ErrorClass::Unreachable, error.message(), m_master});
    if (m_url.kind == Url::Kind::Tcp)
        tuneTcp(m_socket);
    asio::error_code ignored;
    m_socket.non_blocking(true, ignored);
    login();
    read();
}

void Connection::Link::login()
{
    for (std::size_t step = 0; step < m_loginSteps.size(); ++step)
        write(m_loginSteps[step], m_connectDeadline,
            [this, step](Result<Reply> reply) { onLoginReply(step, std::move(reply)); });
}

void Connection::Link::onLoginReply(std::size_t step, Result<Reply> reply)
{
    const Command& command = m_loginSteps[step];
    const bool isOptional = command.name() == "ROLE" || command.name() == "CLIENT";
    if (!reply) {
        const ErrorClass kind = reply.error().kind;
        if (!isOptional || kind == ErrorClass::AuthRequired || kind == ErrorClass::ServerError)
            return drop(LinkState::Refused, std::move(reply.error()));
    }
    if (command.name() == "ROLE") {
        m_status.role.reset();
        if (reply && reply->isArray() && !reply->elements.empty())
            m_status.role = reply->elements.front().text;
        becomeUp();
    }
}

void Connection::Link::becomeUp()
{
    m_isConnecting = false;
    m_isLoggedIn = true;
    m_failures = 0;
    m_status.state = LinkState::Up;
    m_status.error.reset();
    for (Waiting& waiting : std::exchange(m_waiting, {}))
        write(waiting.command, waiting.deadline, std::move(waiting.handler));
}

void Connection::Link::write(const Command& command, SteadyTime deadline, Handler handler)
{
    command.appendTo(m_out);
    m_pending.push_back(
        {std::move(handler), std::chrono::steady_clock::now(), deadline, m_pending.empty()});
    watchDeadline(deadline);
    if (m_isWriting || m_isFlushPosted)
        return;
    // One write for all commands of this turn of the loop.
    m_isFlushPosted = true;
    asio::post(m_loop.context(), [self = shared_from_this(), epoch = m_epoch] {
        if (epoch != self->m_epoch)
            return;
        self->m_isFlushPosted = false;
        self->flush();
    });
}

void Connection::Link::flush()
{
    if (m_out.empty() || m_isWriting)
        return;
    asio::error_code error;
    const std::size_t written = m_socket.write_some(asio::buffer(m_out), error);
    if (error && error != asio::error::would_block)
        return drop(LinkState::Down, {ErrorClass::ConnectionLost, error.message(), m_master});
    m_out.erase(0, written);
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
    m_socket.async_read_some(asio::buffer(m_in),
        [self = shared_from_this(), epoch = m_epoch](
            const asio::error_code& error, std::size_t size) {
            if (epoch != self->m_epoch)
                return;
            if (error)
                return self->drop(LinkState::Down,
                    {ErrorClass::ConnectionLost,
                        error == asio::error::eof ? "the server closed the connection"
                                                  : error.message(),
                        self->m_master});
            self->onBytes(size);
            if (epoch == self->m_epoch)
                self->read();
        });
}

void Connection::Link::onBytes(std::size_t size)
{
    const std::uint64_t epoch = m_epoch;
    m_parser.feed({m_in.data(), size});
    // A handler may close this connection, which ends its epoch.
    while (epoch == m_epoch) {
        auto reply = m_parser.next();
        if (!reply) {
            reply.error().master = m_master;
            return drop(LinkState::Refused, std::move(reply.error()));
        }
        if (!*reply)
            return;
        onReply(std::move(**reply));
    }
}

void Connection::Link::onReply(Reply reply)
{
    const SteadyTime now = std::chrono::steady_clock::now();
    if (m_pending.empty())
        return drop(LinkState::Refused,
            {ErrorClass::NotRedis, "the server replied to nothing that was asked", m_master});
    Pending pending = std::move(m_pending.front());
    m_pending.pop_front();
    m_status.lastReply = now;
    // A command behind others would measure the queue.
    if (pending.isAlone)
        m_status.latency = duration_cast<microseconds>(now - pending.sentAt);
    if (m_status.state == LinkState::Silent && m_isLoggedIn) {
        m_status.state = LinkState::Up;
        m_status.error.reset();
    }
    if (!pending.handler)
        return;
    if (reply.type == Reply::Type::Error)
        pending.handler(tl::make_unexpected(errorFromReply(reply.text, m_master)));
    else
        pending.handler(std::move(reply));
}

void Connection::Link::watchDeadline(SteadyTime deadline)
{
    if (m_nextDeadline && *m_nextDeadline <= deadline)
        return;
    m_nextDeadline = deadline;
    m_deadlineTimer.expires_at(deadline);
    m_deadlineTimer.async_wait([self = shared_from_this()](const asio::error_code& error) {
        if (!error && self->m_nextDeadline
            && *self->m_nextDeadline <= std::chrono::steady_clock::now())
            self->onDeadline();
    });
}

void Connection::Link::onDeadline()
{
    const SteadyTime now = std::chrono::steady_clock::now();
    m_nextDeadline.reset();
    if (m_isConnecting && m_connectDeadline <= now) {
        const std::string limit = std::to_string(m_options.connectTimeout.count()) + " ms";
        return drop(m_pending.empty() ? LinkState::Down : LinkState::Silent,
            {ErrorClass::Unreachable,
                m_pending.empty() ? "no connection within " + limit
                                  : "connected, but no reply within " + limit,
                m_master});
    }
    std::vector<Handler> overdue;
    for (Pending& pending : m_pending) {
        if (pending.handler && pending.deadline <= now)
            overdue.push_back(std::exchange(pending.handler, nullptr));
    }
    std::vector<Handler> neverSent;
    std::erase_if(m_waiting, [&](Waiting& waiting) {
        if (waiting.deadline > now)
            return false;
        neverSent.push_back(std::move(waiting.handler));
        return true;
    });
    if (m_isConnecting)
        watchDeadline(m_connectDeadline);
    for (const Pending& pending : m_pending) {
        if (pending.handler)
            watchDeadline(pending.deadline);
    }
    for (const Waiting& waiting : m_waiting)
        watchDeadline(waiting.deadline);

    const Error noReply{ErrorClass::Timeout, "no reply in time", m_master};
    if (!overdue.empty() && m_status.state == LinkState::Up) {
        m_status.state = LinkState::Silent;
        m_status.error = noReply;
    }
    const Error notConnected{ErrorClass::Unreachable, "still connecting", m_master};
    const auto self = shared_from_this();
    for (const Handler& handler : overdue)
        handler(tl::make_unexpected(noReply));
    for (const Handler& handler : neverSent)
        handler(tl::make_unexpected(notConnected));
    const bool isPathSuspect = m_status.state == LinkState::Silent && m_isLoggedIn
        && m_status.lastReply && now - *m_status.lastReply > kSilenceLimit;
    if (isPathSuspect)
        drop(LinkState::Silent, noReply);
}

void Connection::Link::drop(LinkState state, Error error)
{
    const auto self = shared_from_this();
    const bool wasLoggedIn = m_isLoggedIn;
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
    m_status.error = error;
    const Error lost{ErrorClass::ConnectionLost, std::move(error.text), m_master};
    const Error unsent = unavailable();
    const auto pending = std::exchange(m_pending, {});
    const auto waiting = std::exchange(m_waiting, {});
    // Before the login ended, what is pending is the login itself.
    for (const Pending& command : pending) {
        if (wasLoggedIn && command.handler)
            command.handler(tl::make_unexpected(lost));
    }
    for (const Waiting& command : waiting)
        command.handler(tl::make_unexpected(unsent));
}

void Connection::Link::failLater(Handler handler, Error error)
{
    asio::post(m_loop.context(), [handler = std::move(handler), error = std::move(error)] {
        handler(tl::make_unexpected(error));
    });
}

Error Connection::Link::unavailable() const
{
    Error error
        = m_status.error.value_or(Error{ErrorClass::Unreachable, "not connected", m_master});
    // Nothing was sent, so the outcome is known even if the reason is a missing reply.
    if (!isDefinite(error.kind))
        error.kind = ErrorClass::Unreachable;
    return error;
}

milliseconds Connection::Link::nextBackoff()
{
    const auto doublings = std::min(m_failures, 10U) - 1;
    const milliseconds doubled = m_options.minBackoff * (1LL << doublings);
    const milliseconds ceiling = std::min(m_options.maxBackoff, doubled);
    // Half fixed, half random: clients that lost the same master do not return in step.
    std::uniform_int_distribution<milliseconds::rep> jitter(0, ceiling.count() / 2);
    return milliseconds(ceiling.count() / 2 + jitter(m_random));
}

} // namespace lockkeeper::redis
