// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/history/sql.h"

namespace lockkeeper::history {

/// How long to wait for another program's write.
inline constexpr int kBusyMilliseconds = 5000;

/// The file must exist. Blocks for the disk, and up to kBusyMilliseconds for other writers.
[[nodiscard]] std::unique_ptr<Sql> openSqlite(const std::filesystem::path& file, SqlAccess access);

} // namespace lockkeeper::history
