// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <asio/generic/stream_protocol.hpp>
#include <asio/io_context.hpp>
#include <functional>
#include <memory>

namespace lockkeeper::redis {

/// Asks a server that does not answer to TLS whether it answers without: a Redis server waits for
/// ever for the end of the line that a TLS greeting seems to begin, which looks like a server that
/// is stopped. Sends PING and nothing else on a connection of its own. On the loop's thread.
class PlainProbe : public std::enable_shared_from_this<PlainProbe> {
public:
    using Socket = asio::generic::stream_protocol::socket;

    explicit PlainProbe(asio::io_context& context);

    /// Calls `onPlain` if the server answers in the Redis protocol; else never.
    void start(const Socket::endpoint_type& server, std::function<void()> onPlain);
    /// Ends the connection; `onPlain` will not be called any more.
    void stop() noexcept;

private:
    Socket m_socket;
    std::function<void()> m_onPlain;
    std::array<char, 1> m_first{};
};

} // namespace lockkeeper::redis
