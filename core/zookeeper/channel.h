// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/link/dialler.h"
#include "core/zookeeper/jute.h"

#include <array>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace lockkeeper::zookeeper {

/// Frames over a connected socket, plain or TLS. Pending Asio handlers keep it alive: close() it
/// before you drop it; a handler may. Thread: the event loop's.
class Channel : public std::enable_shared_from_this<Channel> {
public:
    struct Handlers {
        std::function<void()> onReady; ///< after the TLS handshake, if any
        std::function<void(const FrameReader::Frame& frame)> onFrame;
        std::function<void(Error)> onBroken;
        /// If set, gets all input instead of onFrame.
        std::function<void(std::string_view text)> onBytesRead{};
    };

    Channel(EventLoop& loop, redis::Dialler::Dialled dialled, Handlers handlers);

    /// Call once.
    void start();
    /// Writes at the end of this loop turn. Call it after onReady.
    void send(std::string_view frame);
    /// Calls no handler afterwards, needs no loop. Writes as much of `last` as the system takes at
    /// once.
    void close(std::string_view last = {});

private:
    void flush();
    void read();
    void onBytes(std::string_view bytes);
    [[nodiscard]] bool decrypt(std::string_view& bytes);
    void fail(Error error);

    EventLoop& m_loop;
    redis::Dialler::Socket m_socket;
    const std::unique_ptr<redis::TlsSession> m_tls;
    Handlers m_handlers;
    FrameReader m_frames;
    std::string m_plain; ///< (TLS) not encrypted yet
    std::string m_out;
    std::string m_clear; ///< (TLS) decrypted input
    std::array<char, 65536> m_in;
    bool m_isReady = false;
    bool m_isClosed = false;
    bool m_isWriting = false;
    bool m_isFlushDue = false;
};

} // namespace lockkeeper::zookeeper
