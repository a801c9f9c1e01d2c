// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/result.h"

#include <filesystem>
#include <string_view>
#include <sys/types.h>

namespace lockkeeper {

/// Replaces `path` by a file with `bytes` and `mode`. A reader sees the old content or the new one,
/// never a mixture, also after a crash.
///
/// Effect: writes a file beside it (`path` and a random suffix), brings that to disk, and renames
/// it. The umask does not change `mode`. A symbolic link at `path` is replaced, not followed.
/// Errors: System with the system's reason alone, as in "No space left on device". Then `path` is
/// as before and the file beside it is gone. After a crash, the old content may be back though the
/// call had succeeded. Call syncDirectory() where that matters. Blocks for the disk.
[[nodiscard]] Result<void> replaceFile(
    const std::filesystem::path& path, std::string_view bytes, ::mode_t mode);

} // namespace lockkeeper
