// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"

#include <string>

namespace lockkeeper::sandbox {

/// From LOCKKEEPER_SERVER, else redis-server or valkey-server in PATH. InvalidArgument if
/// LOCKKEEPER_SERVER can't be run, System if there is none; both name the remedy.
[[nodiscard]] Result<std::string> serverProgram();

} // namespace lockkeeper::sandbox
