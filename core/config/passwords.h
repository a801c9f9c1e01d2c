// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/deployment.h"

#include <filesystem>

namespace lockkeeper::config {

/// Reads the passwords from the masters' PasswordSources into their URLs. Masters without a source
/// keep their password. A relative file name is resolved in `directory`. InvalidArgument with one
/// line that names the source, never the password: the variable or file does not exist, or others
/// may read the file, or it is not ours. Some passwords may have been set by then. Blocks for the
/// disk.
[[nodiscard]] Result<void> fillPasswords(
    Deployment& deployment, const std::filesystem::path& directory);

} // namespace lockkeeper::config
