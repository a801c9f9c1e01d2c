// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/link/wire.h"

#include "core/loop/event_loop.h"
#include "core/redis/error_reply.h"
#include "core/text/translate.h"

#include <absl/strings/substitute.h>
#include <asio/buffer.hpp>
#include <sys/socket.h>

namespace lockkeeper::redis {
namespace {

constexpr std::size_t kCompactFrom = 65536;
/// hiredis moves all unparsed bytes for each KB.
constexpr std::size_t kParsed = 2048;

/// The confirmation of a subscription is a normal reply.
bool isPush(const Reply& reply)
{
    return reply.isArray() && !reply.elements.empty()
        && (reply.elements.front().text == "message" || reply.elements.front().text == "pmessage");
}

bool isTcp(const Dialler::Socket& socket)
{
    asio::error_code failure;
    const auto endpoint = socket.local_endpoint(failure);
    return !failure && endpoint.protocol().family() != AF_UNIX;
}

} // namespace

Wire::Wire(std::shared_ptr<Owner> owner, const Shared& shared, Dialler::Dialled dialled)
    : m_owner(std::move(owner))
    , m_loop(shared.loop)
    , m_master(shared.master)
    , m_options(shared.options)
    , m_commands(shared.commands)
    , m_status(shared.status)
    , m_silence(shared.silence)
    , m_socket(std::move(dialled.socket))
    , m_tls(std::move(dialled.tls))
    , m_stage(m_tls ? Stage::Handshaking : Stage::LoggingIn)
    , m_parser(m_options.replyLimits)
{ }

void Wire::start()
{
    if (m_tls && !decrypt({}))
        return;
    read();
}

void Wire::close()
{
    m_isClosed = true;
    asio::error_code ignored;
    m_socket.close(ignored);
}

void Wire::becomeReady(SteadyTime now)
{
    m_stage = Stage::Ready;
    if (m_commands.writeWaiting(now, commandBytes()))
        scheduleIo();
}

bool Wire::hasUnreadInput() const
{
    asio::error_code ignored;
    return m_socket.available(ignored) > 0;
}

void Wire::deferIo()
{
    m_loop.defer([self = shared_from_this()] {
        self->m_isIoScheduled = false;
        if (!self->m_isClosed)
            self->flush();
        if (!self->m_isClosed)
            self->read();
    });
}

void Wire::flush()
{
    if (m_isWriting)
        return;
    if (!m_plain.empty()) {
        const auto encrypted = m_tls->send(m_plain, m_out);
        if (!encrypted)
            return fail(LinkState::Refused, encrypted.error().kind, encrypted.error().text);
        m_plain.clear();
    }
    if (m_out.empty())
        return;
    asio::error_code failure;
    m_sent += m_socket.write_some(asio::buffer(m_out) + m_sent, failure);
    if (failure && failure != asio::error::would_block) {
        // A server that refuses sends the reason before it closes: read on.
        if (m_stage == Stage::Ready)
            fail(LinkState::Down, ErrorClass::ConnectionLost, failure.message());
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
        Dialler::Socket::wait_write, [self = shared_from_this()](const asio::error_code&) {
            if (self->m_isClosed)
                return;
            self->m_isWriting = false;
            self->flush();
        });
}

void Wire::read()
{
    if (std::exchange(m_isReading, true))
        return;
    m_socket.async_read_some(asio::buffer(m_in),
        [self = shared_from_this()](const asio::error_code& readError, std::size_t size) {
            if (self->m_isClosed)
                return;
            self->m_isReading = false;
            if (readError)
                return self->onReadError(readError);
            self->onBytes(size);
            if (!self->m_isClosed)
                self->readOn();
        });
}

void Wire::readOn()
{
    if (m_isIoScheduled)
        return;
    m_loop.deferToWait([self = shared_from_this()] {
        if (!self->m_isClosed)
            self->read();
    });
}

void Wire::onReadError(const asio::error_code& readError)
{
    // Not Asio's own category: exit may have destroyed it.
    const bool isEnd = &readError.category() == &asio::error::get_misc_category();
    std::string text
        = isEnd ? trNoop("the server closed the connection", "data") : readError.message();
    if (m_stage == Stage::Handshaking)
        text = absl::Substitute(trNoop("$0 during the TLS handshake", "data"), text);
    else if (m_stage == Stage::LoggingIn && !m_tls && !m_hasReceived && isTcp(m_socket))
        text = absl::Substitute(
            trNoop("$0 without a word: perhaps this is a port for TLS (rediss://)", "data"), text);
    fail(LinkState::Down, ErrorClass::ConnectionLost, std::move(text));
}

void Wire::onBytes(std::size_t size)
{
    std::string_view bytes(m_in.data(), size);
    m_hasReceived = true;
    m_readAt = BootClock::now();
    if (m_tls) {
        const auto clear = decrypt(bytes);
        if (!clear)
            return;
        bytes = *clear;
    }
    // A handler may close this wire.
    for (std::size_t at = 0; at < bytes.size() && !m_isClosed; at += kParsed) {
        m_parser.feed(bytes.substr(at, kParsed));
        takeReplies();
    }
}

void Wire::takeReplies()
{
    while (!m_isClosed) {
        auto reply = m_parser.next();
        if (!reply)
            return fail(LinkState::Refused, reply.error().kind, std::move(reply.error().text));
        if (!*reply)
            return;
        onReply(std::move(**reply));
    }
}

std::optional<std::string_view> Wire::decrypt(std::string_view bytes)
{
    m_clear.clear();
    const auto received = m_tls->receive(bytes, m_clear, m_out);
    if (!received) {
        // The alert tells the server the reason.
        asio::error_code ignored;
        if (!m_isWriting)
            m_socket.write_some(asio::buffer(m_out) + m_sent, ignored);
        fail(LinkState::Refused, received.error().kind, received.error().text);
        return std::nullopt;
    }
    if (m_stage == Stage::Handshaking && m_tls->isEstablished()) {
        m_stage = Stage::LoggingIn;
        m_owner->onHandshake();
    }
    flush();
    return m_isClosed ? std::nullopt : std::optional<std::string_view>(m_clear);
}

bool Wire::isPushMessage(const Reply& reply) const
{
    return m_options.isPushMessage ? m_options.isPushMessage(reply) : isPush(reply);
}

void Wire::onReply(Reply&& reply)
{
    if (m_options.onPush && isPushMessage(reply))
        return m_options.onPush(reply);
    if (!m_commands.isReplyMissing())
        return fail(LinkState::Refused, ErrorClass::NotRedis,
            trNoop("the server replied to nothing that was asked", "data"));
    m_status.lastReply = m_readAt;
    m_status.commands = m_commands.total();
    if (const auto start = m_commands.takeLatencyStart())
        m_status.latency = std::chrono::duration_cast<std::chrono::microseconds>(m_readAt - *start);
    if (m_status.state == LinkState::Silent && m_stage == Stage::Ready)
        m_silence.end();
    if (reply.type != Reply::Type::Error) {
        Result<Reply> answer(std::move(reply));
        m_commands.answer(std::move(answer));
        // NOLINTNEXTLINE(bugprone-use-after-move): what the handler left is used again
        reply.elements = std::move(answer->elements);
        return;
    }
    Error failure = errorFromReply(reply.text, m_master);
    if (failure.kind == ErrorClass::ReadOnly)
        m_owner->onReadOnly();
    m_commands.answer(tl::make_unexpected(std::move(failure)));
}

void Wire::fail(LinkState state, ErrorClass kind, std::string text)
{
    m_owner->onBroken(state, {kind, std::move(text), m_master});
}

} // namespace lockkeeper::redis
