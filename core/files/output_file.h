// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/result.h"

#include <string>
#include <string_view>
#include <sys/types.h>

namespace lockkeeper {

/// For files that a person asks for.
enum class OutputSecrecy {
    Private, ///< 0600: names locks and holders
    Public, ///< 0644: numbers, for a collector of another user
};

/// Replaces `path` or a link's target (old or new content), or writes into a device or pipe.
/// System, with the path; a regular file is then unchanged. Blocks for disk or pipe.
[[nodiscard]] Result<void> replaceOutputFile(
    const std::string& path, std::string_view text, OutputSecrecy secrecy);

} // namespace lockkeeper
