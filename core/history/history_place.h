// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/history/place.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace lockkeeper::history {

/// `$XDG_STATE_HOME/lockkeeper/history`, by default below `~/.local/state`.
[[nodiscard]] std::filesystem::path historyDirectory();

/// The first voter, readable, and a hash: at most 101 bytes of `A-Z a-z 0-9 . _ -`. `identity`:
/// config::identityOf().
[[nodiscard]] std::string historyFileName(std::string_view identity);

/// May not exist. Renames an older version's file unless a process records into it. Blocks for the
/// disk.
[[nodiscard]] std::filesystem::path historyFileOf(const config::Deployment& deployment);

/// A schema in a PostgreSQL database.
[[nodiscard]] Place historyIn(config::HistoryServer server, const config::Deployment& deployment);

/// Blocks as historyFileOf().
[[nodiscard]] Place historyOf(const config::Deployment& deployment);

} // namespace lockkeeper::history
