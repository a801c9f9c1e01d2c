// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/deployment.h"

#include <filesystem>

namespace lockkeeper::config {

/// Puts the passwords that the masters' PasswordSources name into their URLs; those without a
/// source keep what they have. A relative file is looked for in `directory`. InvalidArgument with
/// one line that names the source, never the password: no such variable or file, or a file that
/// others may read, or that is not ours; the deployment has then changed in part. Blocks for the
/// disk.
[[nodiscard]] Result<void> fillPasswords(
    Deployment& deployment, const std::filesystem::path& directory);

} // namespace lockkeeper::config
