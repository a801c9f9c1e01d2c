// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/result.h"

#include <string>
#include <string_view>
#include <sys/types.h>

namespace lockkeeper {

/// Who may read a file that a person asked for.
enum class OutputSecrecy {
    Private, ///< 0600: names of locks and holders
    Public, ///< 0644: numbers, for a collector that runs as another user
};

/// Replaces the file `path` by one with `text`. A reader sees the old or the new content, never
/// half of it. If `path` is a symbolic link, the file that it points to is replaced. A device or a
/// pipe is written to instead.
///
/// Errors: System with one line that names the path; a regular file is unchanged then. Blocks for
/// the disk or the pipe.
[[nodiscard]] Result<void> replaceOutputFile(
    const std::string& path, std::string_view text, OutputSecrecy secrecy);

} // namespace lockkeeper
