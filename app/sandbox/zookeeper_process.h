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

/// Needs Debian's package, and Java.
[[nodiscard]] bool isZooKeeperInstalled();

struct ZooKeeperProcessOptions {
    std::filesystem::path directory; ///< existing, private
    /// A session's shortest timeout is two of these.
    std::chrono::milliseconds tick{500};
    std::vector<std::string> settings{}; ///< added to zoo.cfg
    /// Not 0: in an ensemble (see `settings`), which answers once most have started: call await().
    int id = 0;
    std::chrono::milliseconds startTimeout{30'000}; ///< for Java on a busy machine
};

/// A ZooKeeper server on a free loopback port, without disk sync. Ends as ChildProcess. One thread
/// at a time.
class ZooKeeperProcess {
public:
    /// If alone, waits until it reports its mode: about a second.
    [[nodiscard]] static Result<ZooKeeperProcess> start(ZooKeeperProcessOptions options);

    [[nodiscard]] Result<void> await();
    [[nodiscard]] std::uint16_t port() const noexcept { return m_port; }
    [[nodiscard]] std::string url() const;
    [[nodiscard]] bool isRunning() noexcept { return m_process.isRunning(); }
    /// SIGSTOP: it accepts connections, answers nothing.
    void suspend() noexcept;
    void resume() noexcept;
    void stop() noexcept { m_process.kill(); }
    /// With its data.
    [[nodiscard]] Result<void> restart();

private:
    ZooKeeperProcess(ZooKeeperProcessOptions options, std::uint16_t port, ChildProcess process);
    [[nodiscard]] static Result<ChildProcess> launch(const ZooKeeperProcessOptions& options);

    ZooKeeperProcessOptions m_options;
    std::uint16_t m_port = 0;
    ChildProcess m_process;
};

} // namespace lockkeeper::sandbox
