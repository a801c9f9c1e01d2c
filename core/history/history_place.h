// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/deployment.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace lockkeeper::history {

/// Where the histories are: `$XDG_STATE_HOME/lockkeeper/history`, or below `~/.local/state`.
[[nodiscard]] std::filesystem::path historyDirectory();

/// The name of the file with the history of the deployment with that config::identityOf(): its
/// first voter, for people, and a hash. 101 bytes at most, all of them `A-Z a-z 0-9 . _ -`.
[[nodiscard]] std::string historyFileName(std::string_view identity);

/// The file with the history of a deployment, in historyDirectory(). All deployments with the same
/// voters share it, whatever their names. It need not exist.
///
/// Earlier versions named the file after the deployment, `<name>.sqlite`. If only that file exists
/// and nobody records into it, it is renamed. It stays where it is if that fails. Blocks for the
/// disk.
[[nodiscard]] std::filesystem::path historyFileOf(const config::Deployment& deployment);

} // namespace lockkeeper::history
