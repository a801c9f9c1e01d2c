// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/zookeeper/protocol.h"

#include <cstdint>
#include <memory>

namespace lockkeeper::lab {

/// A loopback port that forwards to a server of ZooKeeper, frame by frame, on a thread of its own.
/// Call all members on another thread; each is in effect when it has returned.
class FrameProxy {
public:
    /// `port` of 127.0.0.1 is the server's. Throws std::system_error if there is no free port.
    explicit FrameProxy(std::uint16_t port);
    ~FrameProxy();
    FrameProxy(const FrameProxy&) = delete;
    FrameProxy& operator=(const FrameProxy&) = delete;

    [[nodiscard]] std::uint16_t port() const noexcept;

    /// The connection of the next request of this kind that succeeds is closed in place of its
    /// reply.
    void cutReplyTo(zookeeper::Opcode opcode);
    /// True: connections are ended, and new ones at once, until this is called with false.
    void refuse(bool isRefusing);
    /// Number of replies that were cut off.
    [[nodiscard]] int cuts() const noexcept;

private:
    struct Private;
    std::unique_ptr<Private> m_d;
};

} // namespace lockkeeper::lab
