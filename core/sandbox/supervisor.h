// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"
#include "core/config/deployment.h"
#include "core/files/unique_fd.h"
#include "core/sandbox/child_process.h"
#include "core/sandbox/redis_process.h"
#include "core/sandbox/workload/actor.h"

#include <filesystem>
#include <optional>
#include <vector>

namespace lockkeeper::sandbox {

/// The process between the program and everything it starts. Creates the private directory, starts
/// the servers and the demo workload, restarts actors, and ends everything when the program's pipe
/// is closed. Uses kLifelineFd and kStatusFd. Single-threaded.
class Supervisor {
public:
    Supervisor(std::size_t masters, bool hasWorkload);
    /// Ends the children and deletes the directory.
    ~Supervisor();
    Supervisor(const Supervisor&) = delete;
    Supervisor& operator=(const Supervisor&) = delete;

    /// Runs until the program has ended. Returns the exit code.
    [[nodiscard]] int run();

private:
    /// An actor, its process while it runs, and when to start it (again).
    struct Role {
        const Actor* actor = nullptr;
        std::optional<ChildProcess> process;
        SteadyTime nextStart{};
    };

    [[nodiscard]] Result<void> watchSignals();
    [[nodiscard]] Result<void> makeDirectory();
    [[nodiscard]] Result<void> startServers();
    [[nodiscard]] Result<void> startWorkload();
    [[nodiscard]] bool isWorkloadReady();
    void restartActors();
    void startActor(Role& role);
    /// Waits for an event, at most `timeout`, and handles it. Returns false when it is time to end.
    [[nodiscard]] bool waitAndTend(std::chrono::milliseconds timeout);
    void report(const std::string& line);

    std::size_t m_masterCount;
    bool m_hasWorkload;
    UniqueFd m_lifeline;
    UniqueFd m_status;
    UniqueFd m_signals;
    std::filesystem::path m_directory;
    config::Deployment m_deployment;
    std::vector<RedisProcess> m_servers;
    std::vector<Role> m_roles;
    SystemClock m_clock;
};

} // namespace lockkeeper::sandbox
