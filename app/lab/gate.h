// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>

namespace asio {
class io_context;
}

namespace lockkeeper::lab {

/// Forwards a loopback port to another until closed, to let a replica fall behind. Use it on the
/// context's thread.
class Gate {
public:
    /// Throws std::system_error without a free port.
    Gate(asio::io_context& context, std::uint16_t target);
    ~Gate();
    Gate(const Gate&) = delete;
    Gate& operator=(const Gate&) = delete;

    [[nodiscard]] std::uint16_t port() const noexcept;
    /// For good; connections stay open.
    void close() noexcept;

private:
    struct Private;
    std::shared_ptr<Private> m_d;
};

} // namespace lockkeeper::lab
