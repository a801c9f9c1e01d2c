// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/result.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace lockkeeper {

/// Whom a file may be open to, besides its owner.
enum class FileSecrecy {
    ReadableByOthers, ///< it holds no secrets; nobody else may write to it
    Secret, ///< nobody else may read it either
};

/// All bytes of a regular file of at most `limit` bytes that belongs to this user or root; nullopt
/// if there is none. InvalidArgument with one line, without the path, if it is anything else, is
/// open to more than `secrecy` allows, or can't be read. Blocks for the disk.
[[nodiscard]] Result<std::optional<std::string>> readPrivateFile(
    const std::filesystem::path& path, std::size_t limit, FileSecrecy secrecy);

/// Puts `bytes` in the place of `path`, as a file 0600, so that at any time, a crash included,
/// either the old content is there or the new one. Creates missing directories 0700. System with
/// one line, without the path, if that fails, or if the directory may be written to by others: then
/// nothing has changed. A symbolic link stays; what it points to is replaced. Blocks for the disk.
[[nodiscard]] Result<void> replacePrivateFile(
    const std::filesystem::path& path, std::string_view bytes);

} // namespace lockkeeper
