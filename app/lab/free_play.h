// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/free_play.h"

namespace lockkeeper::lab {

/// Plays without a script on real servers and processes, which are gone when it returns. Blocks
/// until cancelled, which is no error; unplanned deaths don't end it. Calls back on the caller's
/// thread. System if servers can't start. Needs runContender() first in main().
[[nodiscard]] Result<void> playFreely(const FreePlayOptions& options);

} // namespace lockkeeper::lab
