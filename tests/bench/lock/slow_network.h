// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <asio/io_context.hpp>
#include <asio/ip/tcp.hpp>
#include <chrono>
#include <cstdint>
#include <thread>
#include <vector>

namespace lockkeeper::bench {

/// Loopback ports that forward to other ports with a delay, like a network. Use it to measure
/// effects that show only if an answer takes longer than the work on it. Runs on a thread of its
/// own. The constructor throws std::system_error.
class SlowNetwork {
public:
    /// Delays the bytes by `delay` in each direction.
    SlowNetwork(const std::vector<std::uint16_t>& ports, std::chrono::microseconds delay);
    ~SlowNetwork();
    SlowNetwork(const SlowNetwork&) = delete;
    SlowNetwork& operator=(const SlowNetwork&) = delete;

    /// The ports to connect to, in the order of their targets.
    [[nodiscard]] std::vector<std::uint16_t> ports() const;

private:
    using Acceptor = asio::ip::tcp::acceptor;

    void accept(std::size_t index);

    asio::io_context m_context{1};
    std::chrono::microseconds m_delay;
    std::vector<Acceptor> m_acceptors;
    std::vector<std::uint16_t> m_targets;
    std::thread m_thread;
};

} // namespace lockkeeper::bench
