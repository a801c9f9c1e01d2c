// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/board/store_watch.h"

namespace lockkeeper::observe {

/// Watches an ensemble's locks over one session, by a persistent watch on each root of the
/// patterns. A new connection lists everything again, as events may be lost. Servers before 3.6
/// lack such watches and are listed at intervals.
[[nodiscard]] std::unique_ptr<StoreWatch> watchZooKeeper(StoreWatchInputs inputs);

} // namespace lockkeeper::observe
