// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/files/unique_fd.h"
#include "core/result.h"

#include <cstdint>
#include <filesystem>
#include <optional>

namespace lockkeeper::history {

/// Makes the directory (0700) and the file (0600) if they are missing. System error if that fails,
/// if the file is a symbolic link or no regular file, or if it or its directory belongs to or is
/// writable by others.
[[nodiscard]] Result<void> prepareHistoryFile(const std::filesystem::path& file);

/// Renames the file and what belongs to it to `<file>.damaged-<unix time>`; returns the new path.
[[nodiscard]] Result<std::filesystem::path> setAside(
    const std::filesystem::path& file, std::int64_t unixTime);

/// Only one process records into a history. Held until destroyed or until the process ends,
/// whichever way. Move-only.
class RecordingRight {
public:
    /// nullopt: another process has it. System error if the file beside `file` can't be made.
    [[nodiscard]] static Result<std::optional<RecordingRight>> tryTake(
        const std::filesystem::path& file);

private:
    explicit RecordingRight(UniqueFd file)
        : m_file(std::move(file))
    { }
    UniqueFd m_file; ///< its lock goes with it
};

} // namespace lockkeeper::history
