// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/files/unique_fd.h"
#include "core/result.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace lockkeeper::release {

[[nodiscard]] tl::unexpected<Error> journalError(
    const std::filesystem::path& file, const std::string& reason);
[[nodiscard]] tl::unexpected<Error> journalSystemError(
    const std::filesystem::path& file, const char* what);

/// A file that only its owner may change, with lines that survive a crash. Not thread-safe; several
/// processes may append.
class JournalFile {
public:
    /// Opens `path` for appending; creates and syncs missing directories (0700) and the file
    /// (0600). Journal error if that fails, it is no regular file, or others own or may write it or
    /// its directory.
    [[nodiscard]] static Result<JournalFile> open(const std::filesystem::path& path);

    /// Appends `entry` (of formatJournalEntry()) to the chain in one write, after ending a
    /// truncated line, and syncs it. Blocks for the disk and other appending processes. Reads the
    /// file's end, or all if it has no hash.
    [[nodiscard]] Result<void> append(std::string_view entry);

    /// The chain's fault before this object's first entry, as far as the file's end shows; or
    /// empty.
    [[nodiscard]] const std::string& breakBefore() const noexcept { return m_breakBefore; }

    [[nodiscard]] const std::filesystem::path& path() const noexcept { return m_path; }

private:
    JournalFile(std::filesystem::path path, UniqueFd file);
    std::filesystem::path m_path;
    UniqueFd m_file;
    bool m_hasAppended = false;
    std::string m_breakBefore;
};

} // namespace lockkeeper::release
