// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <sys/types.h>
#include <vector>

namespace lockkeeper::tests {

/// True while the process runs; one that has ended and was not reaped yet does not.
[[nodiscard]] bool isAlive(pid_t pid);

/// The processes that `pid` started, those that they started, and so on.
[[nodiscard]] std::vector<pid_t> descendantsOf(pid_t pid);

/// The arguments that the process was started with.
[[nodiscard]] std::vector<std::string> argumentsOf(pid_t pid);

} // namespace lockkeeper::tests
