// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/result.h"

#include <filesystem>

namespace lockkeeper {

/// The directory that holds `file`. "." for a bare name, so that the result can always be opened.
[[nodiscard]] std::filesystem::path directoryOf(const std::filesystem::path& file);

/// Makes sure that `directory` exists and that no other user can replace a file in it.
///
/// Effect: creates what is missing of the path, each level 0700 whatever the umask is, and brings
/// it to disk. Does not change a directory that exists.
/// Errors: System with one line, without the path, if the directory can't be made, belongs to
/// another user, or others may write to it. Levels that were made before the failure stay.
/// Examples: a directory of root's is accepted. So is /tmp: in a sticky directory others can add
/// files, but not replace ours. One with mode 0770 is refused, even if its group has one member.
/// Blocks for the disk.
[[nodiscard]] Result<void> preparePrivateDirectory(const std::filesystem::path& directory);

/// Who may write to a directory.
enum class Writers { OwnerAlone, OwnerAndGroup };

/// Refuses what preparePrivateDirectory() refuses, or only what all may write to, but makes
/// nothing. System, also if there is no such directory. One that is mounted read-only is accepted
/// whatever its mode: nobody can write to it. Blocks for the disk.
[[nodiscard]] Result<void> checkPrivateDirectory(
    const std::filesystem::path& directory, Writers writers = Writers::OwnerAlone);

/// Writes the names in `directory` to disk. Without this, a crash may undo the creation or the
/// renaming of a file there, even if its content is on disk. System with one line if that fails,
/// also if the directory may not be read. Blocks for the disk.
[[nodiscard]] Result<void> syncDirectory(const std::filesystem::path& directory);

} // namespace lockkeeper
