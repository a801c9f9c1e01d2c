// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/board/store_watch.h"

namespace lockkeeper::observe {

/// Watches the locks in a ZooKeeper ensemble: over one session, by one persistent watch for each
/// root, which reports all that changes below it. The roots are what the deployment's patterns
/// begin with. After each new connection everything is listed again, for events may be lost in
/// between; servers before 3.6 have no such watch and are listed again and again.
[[nodiscard]] std::unique_ptr<StoreWatch> watchZooKeeper(StoreWatchInputs inputs);

} // namespace lockkeeper::observe
