// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/files/unique_fd.h"
#include "core/result.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace lockkeeper {

enum class FileSecrecy {
    ReadableByOthers, ///< no secrets; nobody else may write
    Secret, ///< nobody else may read or write
};

// Nobody else can have written a private file. Errors don't name the path. All block for the disk.

/// A regular file of this user or root, up to `limit` bytes; nullopt: missing. Follows symbolic
/// links. InvalidArgument if it is anything else, larger, unreadable, more open than `secrecy`, or
/// if checkPrivateDirectory() with OwnerAndGroup refuses its directory, or a link target's.
[[nodiscard]] Result<std::optional<std::string>> readPrivateFile(
    const std::filesystem::path& path, std::size_t limit, FileSecrecy secrecy);

/// Replaces `path` (or a link's target) by a 0600 file: old or new content, also after a crash.
/// Creates missing directories (0700). System if that fails, or others may write to the directory;
/// the old content stays. "can't bring its directory to disk": a crash may undo the new content.
[[nodiscard]] Result<void> replacePrivateFile(
    const std::filesystem::path& path, std::string_view bytes);

/// Creates an empty 0600 file, whatever the umask, opened for reading and writing with `flags`.
/// nullopt: the name is used, even by a symbolic link. InvalidArgument on failure. Creates no
/// directories.
[[nodiscard]] Result<std::optional<UniqueFd>> createPrivateFile(
    const std::filesystem::path& path, int flags = 0);

/// Opens this user's file for reading and writing, or creates it. InvalidArgument for a symbolic
/// link, no regular file, another owner (even root), write access for others, or a failure.
[[nodiscard]] Result<UniqueFd> openPrivateFile(const std::filesystem::path& path, int flags = 0);

/// As openPrivateFile(), but opens nothing: closing a descriptor drops this process' POSIX locks on
/// the file, such as SQLite's. InvalidArgument also if missing.
[[nodiscard]] Result<void> checkPrivateFile(const std::filesystem::path& path);

} // namespace lockkeeper
