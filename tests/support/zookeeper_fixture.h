// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/sandbox/child_process.h"
#include "app/sandbox/zookeeper_process.h"
#include "core/redis/url.h"
#include "tests/support/private_directory.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockkeeper::tests {

/// What to tell where isZooKeeperInstalled() is false.
inline constexpr const char* kNoZooKeeper = "ZooKeeper is not installed: apt-get install zookeeper";
/// Where isKazooInstalled() is false.
inline constexpr const char* kNoKazoo = "kazoo is not installed: apt-get install python3-kazoo";

/// Where there is no curatorContender().
inline constexpr const char* kNoCurator
    = "Curator is not installed: apt-get install libcurator-recipes-java default-jdk-headless";

using sandbox::isZooKeeperInstalled;
[[nodiscard]] bool isKazooInstalled();

/// The programs tests/support/java/CuratorContender.java, if Curator is installed, and
/// python/kazoo_contender.py, without their arguments.
[[nodiscard]] std::optional<sandbox::Program> curatorContender();
[[nodiscard]] sandbox::Program kazooContender();

/// A real ZooKeeper server for one test: empty, alone, on a free loopback port. It ends with this
/// object, or with the test program. Create the object on the test's main thread. Throws
/// std::runtime_error if the server can't be started.
class ZooKeeperFixture {
public:
    /// `settings`: more lines of its zoo.cfg; `id`: its number among those that they name, if they
    /// do. The constructor then does not wait until it answers: see await().
    explicit ZooKeeperFixture(std::vector<std::string> settings = {}, int id = 0);
    ZooKeeperFixture(const ZooKeeperFixture&) = delete;
    ZooKeeperFixture& operator=(const ZooKeeperFixture&) = delete;

    /// Blocks until the server answers. Throws std::runtime_error if it does not.
    void await();

    [[nodiscard]] std::uint16_t port() const noexcept { return m_process->port(); }
    /// `zk://127.0.0.1:PORT`
    [[nodiscard]] std::string url() const { return m_process->url(); }
    [[nodiscard]] redis::Url server() const;

    void suspend() noexcept { m_process->suspend(); }
    void resume() noexcept { m_process->resume(); }
    void kill() noexcept { m_process->stop(); }
    /// Kills the server if it runs and starts it again with its data.
    void restart();
    /// The same without its data.
    void restartEmpty();

private:
    PrivateDirectory m_directory; // outlives the server
    std::optional<sandbox::ZooKeeperProcess> m_process;
};

/// Three real servers, which are one ensemble.
class ZooKeeperEnsemble {
public:
    /// `settings`: more lines of each zoo.cfg. Blocks until all have found a leader.
    explicit ZooKeeperEnsemble(const std::vector<std::string>& settings = {});

    [[nodiscard]] ZooKeeperFixture& server(std::size_t i) { return *m_servers[i]; }
    /// `zk://127.0.0.1:PORT,127.0.0.1:PORT,127.0.0.1:PORT`
    [[nodiscard]] std::string url() const;

private:
    std::vector<std::unique_ptr<ZooKeeperFixture>> m_servers;
};

/// A Python program that uses kazoo (tests/support/python/kazoo_actor.py). It ends with this
/// object.
class KazooActor {
public:
    /// Blocks until the program has written a line that says that it is ready. Throws
    /// std::runtime_error after ten seconds.
    KazooActor(const ZooKeeperFixture& server, const std::vector<std::string>& arguments);

private:
    PrivateDirectory m_directory;
    std::optional<sandbox::ChildProcess> m_process;
};

} // namespace lockkeeper::tests
