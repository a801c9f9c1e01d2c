// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/result.h"

#include <filesystem>

namespace lockkeeper {

/// "." for a bare name.
[[nodiscard]] std::filesystem::path directoryOf(const std::filesystem::path& file);

/// Makes sure that `directory` exists and that nobody else can replace its files. Creates and syncs
/// missing levels (0700, whatever the umask); changes no existing one. Blocks for the disk.
///
/// System, without the path, if that fails, another user owns it, or others (also its group) may
/// write to it; created levels stay. Accepts root's directories and /tmp: nobody can replace our
/// files in a sticky directory.
[[nodiscard]] Result<void> preparePrivateDirectory(const std::filesystem::path& directory);

enum class Writers { OwnerAlone, OwnerAndGroup };

/// As preparePrivateDirectory(), but creates nothing. OwnerAndGroup lets the group write. System,
/// also if missing. Accepts a read-only mount.
[[nodiscard]] Result<void> checkPrivateDirectory(
    const std::filesystem::path& directory, Writers writers = Writers::OwnerAlone);

/// Syncs the names in `directory`; else a crash may undo that a synced file was created or renamed.
/// System, also if unreadable.
[[nodiscard]] Result<void> syncDirectory(const std::filesystem::path& directory);

} // namespace lockkeeper
