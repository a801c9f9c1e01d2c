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

/// A journal's lines on disk.
class JournalFile {
public:
    /// Opens or creates the file (0600) for appending, and its directories (0700), and syncs them.
    /// Journal error if that fails, it is no regular file, or others own or may write it or its
    /// directory.
    [[nodiscard]] static Result<JournalFile> open(const std::filesystem::path& path);

    /// Ends a truncated line and chains `entry` (of formatJournalEntry()), in one write; then
    /// syncs. Reads the file's end, or all if it has no hash. Blocks for the disk and other
    /// appending processes.
    [[nodiscard]] Result<void> append(std::string_view entry);

    /// The chain's fault before this object's first entry, by the file's end; or empty.
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
