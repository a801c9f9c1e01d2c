// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/deployment.h"
#include "core/observe/board/board_update.h"

namespace lockkeeper::observe {

/// Reads the state and the facts of all masters once, and no keys. The statuses are in the
/// deployment's order and have only id, url, group, link and facts. Blocks until every master has
/// answered or its deadline has passed (a few times deployment.timeout).
[[nodiscard]] std::vector<MasterStatus> lookAtMasters(
    const config::Deployment& deployment, const Clock& clock);

} // namespace lockkeeper::observe
