// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/zookeeper/channel.h"

#include "core/loop/event_loop.h"
#include "core/text/tr_noop.h"

#include <asio/buffer.hpp>
#include <utility>

namespace lockkeeper::zookeeper {
namespace {

/// At exit, Asio's own category may be gone, so it is not called.
std::string reasonOf(const asio::error_code& error)
{
    const bool isEnd = &error.category() == &asio::error::get_misc_category();
    return isEnd ? trNoop("the server closed the connection", "data") : error.message();
}

} // namespace

Channel::Channel(EventLoop& loop, redis::Dialler::Dialled dialled, Handlers handlers)
    : m_loop(loop)
    , m_socket(std::move(dialled.socket))
    , m_tls(std::move(dialled.tls))
    , m_handlers(std::move(handlers))
{ }

void Channel::start()
{
    std::string_view none;
    if (m_tls && !decrypt(none))
        return;
    if (!m_tls) {
        m_isReady = true;
        m_handlers.onReady();
    }
    if (!m_isClosed)
        read();
}

void Channel::send(std::string_view frame)
{
    (m_tls ? m_plain : m_out).append(frame);
    if (std::exchange(m_isFlushDue, true))
        return;
    m_loop.defer([self = shared_from_this()] {
        self->m_isFlushDue = false;
        if (!self->m_isClosed)
            self->flush();
    });
}

void Channel::close(std::string_view last)
{
    if (std::exchange(m_isClosed, true))
        return;
    asio::error_code ignored;
    if (m_isReady && !last.empty() && !m_isWriting) {
        (m_tls ? m_plain : m_out).append(last);
        if (!m_tls || m_tls->send(m_plain, m_out))
            m_socket.write_some(asio::buffer(m_out), ignored);
    }
    m_socket.close(ignored);
}

void Channel::flush()
{
    if (m_isWriting)
        return;
    if (!m_plain.empty()) {
        auto encrypted = m_tls->send(m_plain, m_out);
        if (!encrypted)
            return fail(std::move(encrypted.error()));
        m_plain.clear();
    }
    if (m_out.empty())
        return;
    asio::error_code failure;
    m_out.erase(0, m_socket.write_some(asio::buffer(m_out), failure));
    if (failure && failure != asio::error::would_block)
        return fail({ErrorClass::ConnectionLost, reasonOf(failure), {}});
    if (m_out.empty())
        return;
    m_isWriting = true;
    m_socket.async_wait(
        redis::Dialler::Socket::wait_write, [self = shared_from_this()](const asio::error_code&) {
            self->m_isWriting = false;
            if (!self->m_isClosed)
                self->flush();
        });
}

void Channel::read()
{
    m_socket.async_read_some(asio::buffer(m_in),
        [self = shared_from_this()](const asio::error_code& failure, std::size_t size) {
            if (self->m_isClosed)
                return;
            if (failure)
                return self->fail({ErrorClass::ConnectionLost, reasonOf(failure), {}});
            self->onBytes({self->m_in.data(), size});
            if (!self->m_isClosed)
                self->read();
        });
}

void Channel::onBytes(std::string_view bytes)
{
    if (m_tls && !decrypt(bytes))
        return;
    if (m_handlers.onBytesRead)
        return bytes.empty() ? void() : m_handlers.onBytesRead(bytes);
    m_frames.feed(bytes);
    while (!m_isClosed) {
        auto frame = m_frames.next();
        if (!frame)
            return fail(std::move(frame.error()));
        if (!*frame)
            return;
        m_handlers.onFrame(**frame);
    }
}

/// False if the channel is closed; else `bytes` is clear text.
bool Channel::decrypt(std::string_view& bytes)
{
    m_clear.clear();
    auto received = m_tls->receive(bytes, m_clear, m_out);
    bytes = m_clear;
    if (!received) {
        asio::error_code ignored; // sends the TLS alert
        if (!m_isWriting)
            m_socket.write_some(asio::buffer(m_out), ignored);
        fail(std::move(received.error()));
        return false;
    }
    if (!m_isReady && m_tls->isEstablished()) {
        m_isReady = true;
        m_handlers.onReady();
    }
    if (!m_isClosed)
        flush();
    return !m_isClosed;
}

void Channel::fail(Error error)
{
    m_handlers.onBroken(std::move(error));
}

} // namespace lockkeeper::zookeeper
