// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/run.h"

namespace lockkeeper::lab {

/// Runs one variant on real servers and processes, which are gone when it returns. Calls back on
/// the caller's thread. Errors: System if something can't start, ends unplanned, or a condition
/// stays false; InvalidArgument if stopped. Needs runContender() first in main().
[[nodiscard]] Result<Played> play(
    const Experiment& experiment, const Variant& variant, const RunOptions& options);

} // namespace lockkeeper::lab
