// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/files/unique_fd.h"
#include "core/result.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace lockkeeper::release {

/// A Journal error that names the file.
[[nodiscard]] tl::unexpected<Error> journalError(
    const std::filesystem::path& file, const std::string& reason);
/// The same for a system call that has just failed: `what`, and the reason by errno.
[[nodiscard]] tl::unexpected<Error> journalSystemError(
    const std::filesystem::path& file, const char* what);

/// A file that only its owner may change, and whose lines survive a crash. Move-only; closed on
/// destruction. Not thread-safe; several processes may append to one file.
class JournalFile {
public:
    /// Opens `path` for appending. Creates missing directories (0700) and the file (0600), and
    /// writes them to disk. Journal error if that fails, if the file is a symbolic link or not a
    /// regular file, or if the file or its directory belongs to another user or is writable by
    /// others.
    [[nodiscard]] static Result<JournalFile> open(const std::filesystem::path& path);

    /// Appends `entry` (of formatJournalEntry()) as the next link of the chain, see
    /// journal_chain.h, and a newline, in one write, and waits until both are on disk. Journal
    /// error if that fails. If the last line was truncated, the next append ends it first.
    ///
    /// Blocks for the disk, and while another process appends. Reads the end of the file; all of
    /// it if no entry has a hash yet.
    [[nodiscard]] Result<void> append(std::string_view entry);

    /// What was wrong with the chain just before the first entry that this object appended, in
    /// words; empty: nothing, as far as the end of the file shows it.
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
