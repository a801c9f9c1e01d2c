// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/files/unique_fd.h"
#include "core/result.h"

#include <cstdint>
#include <filesystem>
#include <optional>

namespace lockkeeper::history {

/// Creates the directory (0700) and the file (0600) if they are missing. System if that fails, if
/// the file is a symbolic link or not a regular file, or if the file or its directory belongs to
/// another user or is writable by others.
[[nodiscard]] Result<void> prepareHistoryFile(const std::filesystem::path& file);

/// Renames the file and its log to `<file>.damaged-<unix time>`; returns the new path.
[[nodiscard]] Result<std::filesystem::path> setAside(
    const std::filesystem::path& file, std::int64_t unixTime);

/// Who records into a history, as its lock file tells.
struct RecordedBy {
    std::int64_t pid = 0;
    bool isThisProcess = false; ///< another part of this process
    friend bool operator==(const RecordedBy&, const RecordedBy&) = default;
};

/// The right to record into a history, which only one process has. Held until this object is
/// destroyed or the process ends in any way. Move-only.
class RecordingLock {
public:
    /// nullopt: another process has the right. System if the lock file beside `file` can't be
    /// created.
    [[nodiscard]] static Result<std::optional<RecordingLock>> tryTake(
        const std::filesystem::path& file);

    /// Who has the right. nullopt: nobody known, such as a process of another container or of an
    /// older version. Reads the lock file and /proc; whoever it names may have ended since.
    [[nodiscard]] static std::optional<RecordedBy> holderOf(const std::filesystem::path& file);

private:
    explicit RecordingLock(UniqueFd file)
        : m_file(std::move(file))
    { }
    UniqueFd m_file; ///< closing it gives up the right
};

} // namespace lockkeeper::history
