// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <sys/types.h>
#include <vector>

namespace lockkeeper::tests {

/// True while the process runs. False for a zombie.
[[nodiscard]] bool isAlive(pid_t pid);

/// All children of `pid`, their children, and so on.
[[nodiscard]] std::vector<pid_t> descendantsOf(pid_t pid);

/// The arguments that the process was started with.
[[nodiscard]] std::vector<std::string> argumentsOf(pid_t pid);

} // namespace lockkeeper::tests
