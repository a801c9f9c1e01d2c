// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/deployment.h"

#include <sys/types.h>

namespace lockkeeper::bench {

/// A watcher in a process of its own, so that it takes nothing from the process that measures. It
/// ends with this object.
class WatchingProcess {
public:
    /// Blocks until the first sweep is complete. Create it while this process has only one thread.
    /// Throws std::runtime_error.
    explicit WatchingProcess(const config::Deployment& deployment);
    ~WatchingProcess();
    WatchingProcess(const WatchingProcess&) = delete;
    WatchingProcess& operator=(const WatchingProcess&) = delete;

    /// CPU time in seconds, user and system, since it was started.
    [[nodiscard]] double cpuSeconds() const;

private:
    pid_t m_child = -1;
};

} // namespace lockkeeper::bench
