// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/deployment.h"
#include "core/observe/board/board_update.h"

namespace lockkeeper::observe {

/// Fills id, url, group, link, facts and quarantinedUntil of each master. Reads no keys. Blocks a
/// few times deployment.timeout at most.
[[nodiscard]] std::vector<MasterStatus> lookAtMasters(
    const config::Deployment& deployment, const Clock& clock);

} // namespace lockkeeper::observe
