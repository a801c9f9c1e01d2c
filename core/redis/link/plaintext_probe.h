// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <asio/generic/stream_protocol.hpp>
#include <asio/io_context.hpp>
#include <functional>
#include <memory>

namespace lockkeeper::redis {

/// Finds out whether a server that does not answer a TLS handshake speaks plain Redis. A Redis
/// server takes a TLS greeting for the start of a line and waits for its end for ever, which looks
/// like a stopped server. Sends only PING, on its own connection. Used on the loop's thread.
class PlaintextProbe : public std::enable_shared_from_this<PlaintextProbe> {
public:
    using Socket = asio::generic::stream_protocol::socket;

    explicit PlaintextProbe(asio::io_context& context);

    /// Calls `onPlain` if the server answers in the Redis protocol; otherwise never.
    void start(const Socket::endpoint_type& server, std::function<void()> onPlain);
    /// Closes the connection. `onPlain` is not called afterwards.
    void stop() noexcept;

private:
    Socket m_socket;
    std::function<void()> m_onPlain;
    std::array<char, 1> m_first{};
};

} // namespace lockkeeper::redis
