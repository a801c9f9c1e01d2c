// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/sandbox/workload/blocking_client.h"
#include "core/observe/reading/key_reading.h"
#include "tests/ctl/lockctl_process.h"

#include <QTemporaryDir>
#include <functional>
#include <string>
#include <vector>

namespace lockkeeper::tests {

/// Where deeds are done: servers with many databases.
struct Stage {
    Stage(std::size_t masters, bool overTcp);

    RedisServerFixture servers;
    bool isTcp;
};

/// One lock on all masters of a stage, in a database of its own, and the lockctl that acts on it.
/// What is not as it should be throws std::runtime_error. One thread at a time.
class Deed {
public:
    Deed(const Stage& stage, std::size_t database);

    [[nodiscard]] std::size_t masters() const noexcept { return m_clients.size(); }
    [[nodiscard]] const std::vector<std::string>& urls() const noexcept { return m_urls; }
    /// The reply of each master.
    std::vector<redis::Reply> ask(const std::vector<std::string>& command);
    /// Replaces what all masters store under the key.
    void store(const observe::KeyReading& reading);
    /// What each master stores under the key, TTLs left out.
    [[nodiscard]] std::vector<redis::Reply> stored(const std::string& key)
    {
        return ask({"DUMP", key});
    }
    /// Throws unless no master stores the key.
    void expectGone(const std::string& key, const char* when);

    /// Names the masters in a deployments file, with these lines. A busy machine has more time
    /// then.
    void useFile(const std::string& more);
    /// Runs lockctl, again while no master answers in time. Throws unless it exits so.
    CtlResult run(const QStringList& arguments, int exitCode);
    /// Types lines into an interactive shell, in an empty directory, and throws if that is not
    /// empty any more. `shell` counts them.
    CtlResult paste(std::size_t shell, const QByteArray& lines);

private:
    std::vector<std::string> m_urls;
    std::vector<sandbox::BlockingClient> m_clients;
    QTemporaryDir m_home;
    Lockctl m_lockctl;
    QStringList m_options;
};

/// The queue beside this lock of Redisson.
[[nodiscard]] observe::WaitQueue queueOf(const std::string& lock);

/// Throws std::runtime_error unless it is right.
void expect(bool isRight, const QString& what);

/// The shells that lines are printed for.
[[nodiscard]] const QStringList& shells();

/// How many commands were run by lockctl and by shells.
[[nodiscard]] std::size_t commandsRun() noexcept;

/// Does `deed` for each number below `count`, a few at a time. Returns what was thrown, one line
/// each, behind the deed's name.
[[nodiscard]] QByteArray failuresOf(std::size_t count, const std::function<void(std::size_t)>& deed,
    const std::function<std::string(std::size_t)>& nameOf);

} // namespace lockkeeper::tests
