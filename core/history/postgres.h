// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/history/sql.h"

namespace lockkeeper::history {

/// Blocks for the network: seconds at most to connect, a minute for a statement. A recorder's
/// transactions fail with Superseded as soon as another one leads.
[[nodiscard]] std::unique_ptr<Sql> openPostgres(const Place& place, SqlAccess access);

} // namespace lockkeeper::history
