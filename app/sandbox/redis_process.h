// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/sandbox/child_process.h"
#include "core/result.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>

namespace lockkeeper::sandbox {

struct RedisProcessOptions {
    std::filesystem::path directory; ///< existing, private
    std::string name = "redis"; ///< of the socket and the log
    bool hasTcp = true; ///< also on a free loopback port
    std::vector<std::string> extraArguments{}; ///< override the usual ones
    std::vector<std::string> environment{}; ///< NAME=VALUE, overrides ours
    std::chrono::milliseconds startTimeout{10'000};
};

/// Never the usual one of Redis or Sentinel.
[[nodiscard]] Result<std::uint16_t> freePort();

/// `lockkeeper-KIND-PID-...`, private, with a path short enough for sockets.
[[nodiscard]] Result<std::filesystem::path> makeServerDirectory(const std::string& kind);
/// Of this user's ended processes.
void removeLeftDirectories(const std::string& kind);

[[nodiscard]] std::string unixUrlOf(const std::filesystem::path& socket);

/// A redis-server on a Unix socket and a free loopback port, without persistence. Ends as
/// ChildProcess. One thread at a time.
class RedisProcess {
public:
    /// Waits until it answers PING or asks for a login.
    [[nodiscard]] static Result<RedisProcess> start(RedisProcessOptions options);

    [[nodiscard]] std::uint16_t port() const noexcept { return m_port; }
    [[nodiscard]] std::filesystem::path socketPath() const;
    [[nodiscard]] std::string tcpUrl() const;
    [[nodiscard]] std::string unixUrl() const { return unixUrlOf(socketPath()); }

    [[nodiscard]] pid_t pid() const noexcept { return m_process.pid(); }
    [[nodiscard]] bool isRunning() noexcept { return m_process.isRunning(); }
    /// SIGSTOP: it accepts connections, answers nothing.
    void suspend() noexcept;
    void resume() noexcept;
    void stop() noexcept { m_process.kill(); }
    /// Restarts it empty, on the same port and socket. Fails as start().
    [[nodiscard]] Result<void> restart();

private:
    RedisProcess(RedisProcessOptions options, std::uint16_t port, ChildProcess process);
    [[nodiscard]] static Result<ChildProcess> launch(
        const RedisProcessOptions& options, std::uint16_t port);

    RedisProcessOptions m_options;
    std::uint16_t m_port = 0;
    ChildProcess m_process;
};

/// LOCKKEEPER_SERVER, else redis-server or valkey-server in PATH. InvalidArgument if the first
/// can't be run, System if there is none.
[[nodiscard]] Result<std::string> serverProgram();

} // namespace lockkeeper::sandbox
