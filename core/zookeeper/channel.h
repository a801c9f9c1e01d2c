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

/// Frames over one connected socket, with TLS or without. All frames of one turn of the loop leave
/// in one write.
///
/// Ownership: pending Asio handlers keep it alive. close() it before letting go of it: then no
/// handler is called any more. A handler may do that at any time. Thread: that of the event loop.
class Channel : public std::enable_shared_from_this<Channel> {
public:
    struct Handlers {
        std::function<void()> onReady; ///< the TLS handshake is complete; at once without TLS
        std::function<void(const FrameReader::Frame& frame)> onFrame;
        std::function<void(Error)> onBroken; ///< the socket is of no more use
        /// Gets what arrives as it is, instead of onFrame: text has no frames.
        std::function<void(std::string_view text)> onBytesRead{};
    };

    Channel(EventLoop& loop, redis::Dialler::Dialled dialled, Handlers handlers);

    /// Begins the TLS handshake, if there is one, and to read. Call it once.
    void start();
    /// Writes a frame at the end of this turn of the loop. Not before onReady.
    void send(std::string_view frame);
    /// Writes `last`, as far as the system takes it at once, and closes the socket. Needs no loop.
    void close(std::string_view last = {});

private:
    void flush();
    void read();
    void onBytes(std::string_view bytes);
    [[nodiscard]] bool decrypt(std::string_view& bytes);
    void fail(Error error);

    EventLoop& m_loop;
    redis::Dialler::Socket m_socket;
    const std::unique_ptr<redis::TlsSession> m_tls; ///< null: no TLS
    Handlers m_handlers;
    FrameReader m_frames;
    std::string m_plain; ///< frames that are not encrypted yet (TLS)
    std::string m_out; ///< what is not written yet
    std::string m_clear; ///< decrypted input (TLS)
    std::array<char, 65536> m_in;
    bool m_isReady = false;
    bool m_isClosed = false;
    bool m_isWriting = false; ///< waits until the socket takes more
    bool m_isFlushDue = false;
};

} // namespace lockkeeper::zookeeper
