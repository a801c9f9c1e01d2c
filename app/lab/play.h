// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/run.h"

namespace lockkeeper::lab {

/// Plays an experiment with one of its variants, for real: on redis-servers and with processes of
/// its own, which are gone when it returns. The callbacks of `options` run on the caller's thread.
///
/// Errors: System if something can't be started, or ends although that is not part of the
/// experiment, or if a step's condition does not come true: then nothing is ruled. InvalidArgument
/// if it was stopped. Blocks for as long as the experiment lasts. The programs that call it must
/// call runContender() first in main().
[[nodiscard]] Result<Played> play(
    const Experiment& experiment, const Variant& variant, const RunOptions& options);

} // namespace lockkeeper::lab
