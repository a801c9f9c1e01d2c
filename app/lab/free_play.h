// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/free_play.h"

namespace lockkeeper::lab {

/// Lets somebody play without a script, for real: on redis-servers and with processes of its own,
/// which are gone when it returns. The callbacks of `options` run on the caller's thread. What dies
/// without being told to is shown, and ends nothing.
///
/// Errors: System if the servers can't be started. Blocks until it is cancelled, which is no error.
/// The programs that call it must call runContender() first in main().
[[nodiscard]] Result<void> playFreely(const FreePlayOptions& options);

} // namespace lockkeeper::lab
