// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"

#include <string>

namespace lockkeeper::sandbox {

/// The server program of RedisProcess: that of LOCKKEEPER_SERVER, else redis-server or
/// valkey-server, whichever is in PATH. InvalidArgument if LOCKKEEPER_SERVER can't be run, System
/// if there is none: one line that names the remedy.
[[nodiscard]] Result<std::string> serverProgram();

} // namespace lockkeeper::sandbox
