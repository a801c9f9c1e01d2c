// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/deployment.h"
#include "core/observe/board/board_update.h"

namespace lockkeeper::observe {

/// Reads no keys: fills id, url, group, link and facts, in the deployment's order. Blocks a few
/// times deployment.timeout at most.
[[nodiscard]] std::vector<MasterStatus> lookAtMasters(
    const config::Deployment& deployment, const Clock& clock);

} // namespace lockkeeper::observe
