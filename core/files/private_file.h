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

/// Who besides its owner may read a file.
enum class FileSecrecy {
    ReadableByOthers, ///< it holds no secrets; nobody else may write to it
    Secret, ///< nobody else may read it either
};

// A file is private if no other user can have written what is in it. Each function below that
// refuses one says why in one line, without the path: the caller puts the path in front.

/// Returns all bytes of a regular file of at most `limit` bytes that belongs to this user or to
/// root; nullopt if there is none. Follows symbolic links.
/// Errors: InvalidArgument if it is anything else, may be changed by others, is open to more than
/// `secrecy` allows, can't be read, or if checkPrivateDirectory() refuses its directory or, behind
/// a symbolic link, that of the link's target. A FIFO is refused at once: nothing waits for a
/// writer. Blocks for the disk.
[[nodiscard]] Result<std::optional<std::string>> readPrivateFile(
    const std::filesystem::path& path, std::size_t limit, FileSecrecy secrecy);

/// Puts `bytes` in the place of `path`, as a file 0600, so that at any time, a crash included,
/// either the old content is there or the new one. Creates missing directories 0700. A symbolic
/// link stays: the file that it points to is replaced.
/// Errors: System if that fails or if others may write to the directory. Then the old content is
/// still there, unless only the last step failed ("can't bring its directory to disk"): then the
/// new content is there, but may not survive a crash.
/// Blocks for the disk.
[[nodiscard]] Result<void> replacePrivateFile(
    const std::filesystem::path& path, std::string_view bytes);

/// Creates an empty file 0600, whatever the umask is, and opens it for reading and writing, with
/// `flags` (as O_APPEND) besides. Creates no directories. nullopt: something of that name is there
/// already, also a symbolic link.
/// Errors: InvalidArgument if that fails.
[[nodiscard]] Result<std::optional<UniqueFd>> createPrivateFile(
    const std::filesystem::path& path, int flags = 0);

/// Opens a file of this user for reading and writing, with `flags` besides, or else does what
/// createPrivateFile() does.
/// Errors: InvalidArgument if it is a symbolic link or no regular file, belongs to another user
/// (root included), may be written to by others, or can't be opened. Never waits for a FIFO.
[[nodiscard]] Result<UniqueFd> openPrivateFile(const std::filesystem::path& path, int flags = 0);

/// Refuses what openPrivateFile() refuses, but opens nothing: to close any descriptor of a file
/// drops the POSIX locks that this process holds on it, such as SQLite's. InvalidArgument, also if
/// there is no such file.
[[nodiscard]] Result<void> checkPrivateFile(const std::filesystem::path& path);

} // namespace lockkeeper
