// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"

#include <string>
#include <string_view>
#include <sys/types.h>

namespace lockkeeper::ctl {

/// Who may read an output file.
enum class OutputSecrecy {
    Private, ///< 0600: names of locks and holders
    Public, ///< 0644: numbers, for a collector that runs as another user
};

/// Puts `text` in the place of the file `path`, or of the one that it links to, by renaming a
/// finished file: a reader sees the old or the new one, never half of it. A device or a pipe is
/// written to. System with one line if that fails; then no file has changed. Blocks for the disk,
/// or the pipe.
[[nodiscard]] Result<void> replaceOutputFile(
    const std::string& path, std::string_view text, OutputSecrecy secrecy);

/// Prints `text`, or replaces the file of that name if it is not empty.
[[nodiscard]] Result<void> output(
    const std::string& path, std::string_view text, OutputSecrecy secrecy);

} // namespace lockkeeper::ctl
