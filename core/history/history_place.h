// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/deployment.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace lockkeeper::history {

/// The directory of the histories: `$XDG_STATE_HOME/lockkeeper/history`, or below `~/.local/state`.
[[nodiscard]] std::filesystem::path historyDirectory();

/// The file name of the history for a deployment with this config::identityOf(): its first voter,
/// in readable form, and a hash. At most 101 bytes, all of them `A-Z a-z 0-9 . _ -`.
[[nodiscard]] std::string historyFileName(std::string_view identity);

/// The history file of a deployment, in historyDirectory(). Deployments with the same voters share
/// it, whatever their names. It need not exist.
///
/// Earlier versions named the file after the deployment, `<name>.sqlite`. If only that file exists
/// and no process records into it, it is renamed; if renaming fails, it is used as it is. Blocks
/// for the disk.
[[nodiscard]] std::filesystem::path historyFileOf(const config::Deployment& deployment);

} // namespace lockkeeper::history
