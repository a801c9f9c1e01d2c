// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/zookeeper/protocol.h"

#include <cstdint>
#include <memory>

namespace lockkeeper::lab {

/// Forwards a loopback port to a ZooKeeper server, frame by frame, on its own thread. Call members
/// on another one; they take effect before they return.
class FrameProxy {
public:
    /// Throws std::system_error without a free port.
    explicit FrameProxy(std::uint16_t port);
    ~FrameProxy();
    FrameProxy(const FrameProxy&) = delete;
    FrameProxy& operator=(const FrameProxy&) = delete;

    [[nodiscard]] std::uint16_t port() const noexcept;

    /// Breaks the connection instead of the next successful reply.
    void cutReplyTo(zookeeper::Opcode opcode);
    /// True: ends connections and refuses new ones, until false.
    void refuse(bool isRefusing);
    [[nodiscard]] int cuts() const noexcept;

private:
    struct Private;
    std::unique_ptr<Private> m_d;
};

} // namespace lockkeeper::lab
