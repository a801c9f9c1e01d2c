// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>

namespace asio {
class io_context;
}

namespace lockkeeper::lab {

/// A way to a port of this host that can be closed: then what comes is kept, and nothing passes. By
/// it a replica falls behind its master. On one thread, that of its context.
class Gate {
public:
    /// Listens on a free loopback port. Throws std::system_error if it can't.
    Gate(asio::io_context& context, std::uint16_t target);
    ~Gate();
    Gate(const Gate&) = delete;
    Gate& operator=(const Gate&) = delete;

    [[nodiscard]] std::uint16_t port() const noexcept;
    /// Closes it for good.
    void close() noexcept;

private:
    struct Private;
    std::shared_ptr<Private> m_d;
};

} // namespace lockkeeper::lab
