// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/files/unique_fd.h"
#include "core/result.h"

#include <cstdint>
#include <filesystem>
#include <optional>

namespace lockkeeper::history {

/// Creates directory (0700) and file (0600). System also if it is no regular file, or others own or
/// may write either.
[[nodiscard]] Result<void> prepareHistoryFile(const std::filesystem::path& file);

/// Renames file and log to `<file>.damaged-<unix time>`.
[[nodiscard]] Result<std::filesystem::path> setAside(
    const std::filesystem::path& file, std::int64_t unixTime);

struct RecordedBy {
    std::int64_t pid = 0;
    bool isThisProcess = false;
    friend bool operator==(const RecordedBy&, const RecordedBy&) = default;
};

/// One process's right to record, until destruction.
class RecordingLock {
public:
    /// nullopt: another process has it. System.
    [[nodiscard]] static Result<std::optional<RecordingLock>> tryTake(
        const std::filesystem::path& file);

    /// nullopt: unknown, as in another container. The process may have ended.
    [[nodiscard]] static std::optional<RecordedBy> holderOf(const std::filesystem::path& file);

private:
    explicit RecordingLock(UniqueFd file)
        : m_file(std::move(file))
    { }
    UniqueFd m_file;
};

} // namespace lockkeeper::history
