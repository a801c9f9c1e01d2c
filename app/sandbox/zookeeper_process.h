// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/sandbox/child_process.h"
#include "core/result.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace lockkeeper::sandbox {

/// True if a ZooKeeper server can be started here: Debian's package, and Java.
[[nodiscard]] bool isZooKeeperInstalled();

/// Options of a ZooKeeperProcess.
struct ZooKeeperProcessOptions {
    std::filesystem::path directory; ///< must exist and be private; for its configuration and data
    /// The shortest timeout of a session is two of these.
    std::chrono::milliseconds tick{500};
    std::vector<std::string> settings{}; ///< more lines of its zoo.cfg
    /// Its number among the servers that these name. It can't answer before most of them have
    /// started: call await(). 0: it is alone.
    int id = 0;
    std::chrono::milliseconds startTimeout{30'000}; ///< Java on a busy machine
};

/// One local ZooKeeper server of our own on a free loopback port. It does not wait for its
/// disk. It ends with this object, or with the thread that started it if that ends first.
/// Move-only; one thread at a time.
class ZooKeeperProcess {
public:
    /// Starts a server and, if it is alone, waits until it says in which mode it runs. System, with
    /// one line that names the remedy, if it is not installed or does not start in time. Blocks for
    /// about a second.
    [[nodiscard]] static Result<ZooKeeperProcess> start(ZooKeeperProcessOptions options);

    /// Waits until the server answers. Errors as start().
    [[nodiscard]] Result<void> await();
    [[nodiscard]] std::uint16_t port() const noexcept { return m_port; }
    /// `zk://127.0.0.1:PORT`
    [[nodiscard]] std::string url() const;
    [[nodiscard]] bool isRunning() noexcept { return m_process.isRunning(); }
    /// SIGSTOP: the server still accepts connections, but answers nothing.
    void suspend() noexcept;
    void resume() noexcept;
    /// Ends the server by SIGKILL, suspended or not, and waits for its end. Idempotent.
    void stop() noexcept { m_process.kill(); }
    /// Stops the server and starts it again with its data. Fails as start() does.
    [[nodiscard]] Result<void> restart();

private:
    ZooKeeperProcess(ZooKeeperProcessOptions options, std::uint16_t port, ChildProcess process);
    [[nodiscard]] static Result<ChildProcess> launch(const ZooKeeperProcessOptions& options);

    ZooKeeperProcessOptions m_options;
    std::uint16_t m_port = 0;
    ChildProcess m_process;
};

} // namespace lockkeeper::sandbox
