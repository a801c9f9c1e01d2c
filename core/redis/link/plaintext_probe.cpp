// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/link/plaintext_probe.h"

#include <asio/buffer.hpp>
#include <string_view>

namespace lockkeeper::redis {

PlaintextProbe::PlaintextProbe(asio::io_context& context)
    : m_socket(context)
{ }

void PlaintextProbe::start(const Socket::endpoint_type& server, std::function<void()> onPlain)
{
    m_onPlain = std::move(onPlain);
    m_socket.async_connect(server, [self = shared_from_this()](const asio::error_code& error) {
        if (error || !self->m_onPlain)
            return;
        asio::error_code failure;
        self->m_socket.non_blocking(true, failure);
        self->m_socket.write_some(asio::buffer(std::string_view("PING\r\n")), failure);
        if (failure)
            return;
        self->m_socket.async_read_some(
            asio::buffer(self->m_first), [self](const asio::error_code& readError, std::size_t) {
                // +PONG, or an error such as -NOAUTH.
                if (!readError && self->m_onPlain
                    && (self->m_first[0] == '+' || self->m_first[0] == '-'))
                    std::exchange(self->m_onPlain, nullptr)();
            });
    });
}

void PlaintextProbe::stop() noexcept
{
    m_onPlain = nullptr;
    asio::error_code ignored;
    m_socket.close(ignored);
}

} // namespace lockkeeper::redis
