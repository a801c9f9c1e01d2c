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

/// Options of a RedisProcess.
struct RedisProcessOptions {
    std::filesystem::path directory; ///< must exist and be private; for the socket and the log
    std::string name = "redis"; ///< base name of these two files
    bool hasTcp = true; ///< listen on a free loopback port as well
    std::vector<std::string> extraArguments{}; ///< appended to the usual ones, and override them
    std::vector<std::string> environment{}; ///< NAME=VALUE, before what we have
    std::chrono::milliseconds startTimeout{10'000};
};

/// A TCP port of this host that nothing listens on at present; never the usual one of Redis or
/// Sentinel.
[[nodiscard]] Result<std::uint16_t> freePort();

/// Makes a private directory for servers' files, whose path is short enough for sockets:
/// `lockkeeper-KIND-PID-...`, with the id of this process.
[[nodiscard]] Result<std::filesystem::path> makeServerDirectory(const std::string& kind);
/// Removes those of this kind and this user whose processes have ended without doing so.
void removeLeftDirectories(const std::string& kind);

/// `unix://` and the path, percent-encoded.
[[nodiscard]] std::string unixUrlOf(const std::filesystem::path& socket);

/// One local redis-server of our own, on a Unix socket and a free loopback port, without
/// persistence. It ends with this object, or with the thread that started it if that ends first.
/// Move-only; one thread at a time.
class RedisProcess {
public:
    /// Starts a server and waits until it answers PING (or refuses it without a login). System,
    /// with one line that names the remedy, if it is not installed or does not start in time.
    [[nodiscard]] static Result<RedisProcess> start(RedisProcessOptions options);

    /// 0 without TCP.
    [[nodiscard]] std::uint16_t port() const noexcept { return m_port; }
    [[nodiscard]] std::filesystem::path socketPath() const;
    /// `redis://127.0.0.1:port`; empty without TCP.
    [[nodiscard]] std::string tcpUrl() const;
    [[nodiscard]] std::string unixUrl() const { return unixUrlOf(socketPath()); }

    [[nodiscard]] pid_t pid() const noexcept { return m_process.pid(); }
    [[nodiscard]] bool isRunning() noexcept { return m_process.isRunning(); }
    /// SIGSTOP: the server still accepts connections, but answers nothing.
    void suspend() noexcept;
    void resume() noexcept;
    /// Ends the server by SIGKILL, suspended or not, and waits for its end. Idempotent.
    void stop() noexcept { m_process.kill(); }
    /// Stops the server and starts an empty one on the same port and socket. Fails as start() does.
    [[nodiscard]] Result<void> restart();

private:
    RedisProcess(RedisProcessOptions options, std::uint16_t port, ChildProcess process);
    [[nodiscard]] static Result<ChildProcess> launch(
        const RedisProcessOptions& options, std::uint16_t port);

    RedisProcessOptions m_options;
    std::uint16_t m_port = 0;
    ChildProcess m_process;
};

} // namespace lockkeeper::sandbox
