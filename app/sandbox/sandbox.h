// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/deployment.h"
#include "core/result.h"

#include <filesystem>
#include <memory>
#include <optional>

namespace lockkeeper::sandbox {

/// Five redis-servers of our own and a demo workload, for trying out, demos and tests.
///
/// They listen on free loopback ports and on Unix sockets in a private temporary directory, without
/// persistence. They and the directory disappear when the object is destroyed or this process ends,
/// even by SIGKILL: a supervisor process waits for the end of a pipe that this object holds.
class Sandbox {
public:
    struct Options {
        std::size_t masters = 5;
        bool hasWorkload = true; ///< the demo locks; false: bare servers
    };

    /// Starts everything and waits until the servers answer and (with a workload) the demo locks
    /// exist. On failure returns System with one line that names the remedy. Blocks for about a
    /// second, at most ten.
    [[nodiscard]] static Result<Sandbox> start(Options options);
    [[nodiscard]] static Result<Sandbox> start() { return start(Options{}); }
    Sandbox(Sandbox&&) noexcept;
    Sandbox& operator=(Sandbox&&) noexcept;
    /// Ends the servers and the workload, and waits for their end.
    ~Sandbox();

    /// The masters as `redis://127.0.0.1:port` URLs; deployment name "sandbox".
    [[nodiscard]] const config::Deployment& deployment() const noexcept;
    /// Their Unix sockets, in the same order.
    [[nodiscard]] std::vector<std::string> unixUrls() const;

private:
    struct Private;
    explicit Sandbox(std::unique_ptr<Private> d);
    std::unique_ptr<Private> m_d;
};

/// Sandbox processes are this program, started again with a hidden first argument. Call this first
/// in main(): if that argument is present, it runs the part and returns its exit code; else
/// nullopt.
[[nodiscard]] std::optional<int> runSandboxPart(int argc, char* argv[]);

} // namespace lockkeeper::sandbox
