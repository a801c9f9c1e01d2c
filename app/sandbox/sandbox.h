// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/deployment.h"
#include "core/result.h"

#include <filesystem>
#include <memory>
#include <optional>

namespace lockkeeper::sandbox {

/// Local redis-servers with demo locks, in a private directory, without persistence. All vanishes
/// with this object or process, even by SIGKILL: a supervisor watches a pipe.
class Sandbox {
public:
    struct Options {
        std::size_t masters = 5;
        bool hasWorkload = true;
    };

    /// Waits for servers and demo locks: a second, on a busy machine up to a minute.
    [[nodiscard]] static Result<Sandbox> start(Options options);
    [[nodiscard]] static Result<Sandbox> start() { return start(Options{}); }
    Sandbox(Sandbox&&) noexcept;
    Sandbox& operator=(Sandbox&&) noexcept;
    /// Blocks until all has ended.
    ~Sandbox();

    /// Named "sandbox"; masters are `redis://127.0.0.1:port`.
    [[nodiscard]] const config::Deployment& deployment() const noexcept;
    [[nodiscard]] std::vector<std::string> unixUrls() const;

private:
    struct Private;
    explicit Sandbox(std::unique_ptr<Private> d);
    std::unique_ptr<Private> m_d;
};

/// Call it first in main(). With the hidden first argument, runs a part of the sandbox and returns
/// the exit code.
[[nodiscard]] std::optional<int> runSandboxPart(int argc, char* argv[]);

} // namespace lockkeeper::sandbox
