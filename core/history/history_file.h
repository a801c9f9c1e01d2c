// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/files/unique_fd.h"
#include "core/result.h"

#include <cstdint>
#include <filesystem>
#include <optional>

namespace lockkeeper::history {

/// Creates directory (0700) and file (0600). System if that fails, it is no regular file, or others
/// own or may write either.
[[nodiscard]] Result<void> prepareHistoryFile(const std::filesystem::path& file);

/// Renames file and log to `<file>.damaged-<unix time>`.
[[nodiscard]] Result<std::filesystem::path> setAside(
    const std::filesystem::path& file, std::int64_t unixTime);

/// Who records, according to the lock file.
struct RecordedBy {
    std::int64_t pid = 0;
    bool isThisProcess = false; ///< in another part of it
    friend bool operator==(const RecordedBy&, const RecordedBy&) = default;
};

/// One process's right to record, until this object or the process ends.
class RecordingLock {
public:
    /// nullopt: another process has it. System.
    [[nodiscard]] static Result<std::optional<RecordingLock>> tryTake(
        const std::filesystem::path& file);

    /// nullopt: unknown, such as another container's or an older version's. Reads the lock file and
    /// /proc; the process may have ended.
    [[nodiscard]] static std::optional<RecordedBy> holderOf(const std::filesystem::path& file);

private:
    explicit RecordingLock(UniqueFd file)
        : m_file(std::move(file))
    { }
    UniqueFd m_file; ///< closing it gives up the right
};

} // namespace lockkeeper::history
