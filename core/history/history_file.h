// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/deployment.h"
#include "core/files/unique_fd.h"

#include <filesystem>
#include <optional>
#include <string_view>

namespace lockkeeper::history {

/// A deployment's name for its history. One that was named on a command line is known by its
/// masters, in any order; their passwords play no part.
[[nodiscard]] std::string historyName(const config::Deployment& deployment);

/// `$XDG_STATE_HOME/lockkeeper/history/<deployment>.sqlite`, or below `~/.local/state`. Any name
/// makes a file name of its own: bytes other than letters, digits, `_`, `-` and inner dots become
/// `%XX`, and what is too long is cut and given a hash.
[[nodiscard]] std::filesystem::path defaultHistoryFile(std::string_view deployment);

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
