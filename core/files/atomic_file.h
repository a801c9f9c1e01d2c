// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/result.h"

#include <filesystem>
#include <string_view>
#include <sys/types.h>

namespace lockkeeper {

/// Replaces `path` by a file with `bytes` and `mode`, whatever the umask: old or new content, also
/// after a crash. Renames a synced file beside it. Replaces a symbolic link itself. System, with
/// the system's reason alone; `path` is then unchanged. A crash may restore the old content: see
/// syncDirectory(). Blocks for the disk.
[[nodiscard]] Result<void> replaceFile(
    const std::filesystem::path& path, std::string_view bytes, ::mode_t mode);

} // namespace lockkeeper
