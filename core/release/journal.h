// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"
#include "core/enum_names.h"
#include "core/release/journal_entry.h"
#include "core/release/report.h"

#include <filesystem>
#include <memory>

namespace lockkeeper::release {

/// The audit trail of actions on others' locks, and of locks that a person takes. One JournalEntry
/// per line: the intent before the action, the result after it. Each line is on disk (fsync) before
/// the call returns. The directory of defaultJournalFile() is created with mode 0700, the file with
/// 0600. Holds fingerprints, never tokens, passwords or complete URLs. Blocks for the disk. Not
/// thread-safe; several processes may append to the same file (each line is one O_APPEND write,
/// under an exclusive flock).
class Journal {
public:
    /// Opens or creates the file. Journal error, with path and reason, if that fails, if its
    /// directory does not exist and is not that of defaultJournalFile(), if the file is a symbolic
    /// link, or if the file or its directory belongs to another user or is writable by others.
    /// `clock` must outlive the journal.
    [[nodiscard]] static Result<Journal> open(
        const std::filesystem::path& file, const Clock& clock);
    Journal(Journal&&) noexcept;
    Journal& operator=(Journal&&) noexcept;
    ~Journal();

    enum class Stage {
        Execute, ///< the first try, on all masters
        Finish, ///< the masters that did not answer then
    };
    /// Writes what is about to be done and why. Returns the id that links the result to it.
    [[nodiscard]] Result<std::string> writeIntent(
        const Plan& plan, const std::string& reason, Stage stage = Stage::Execute);
    /// Writes the result of the intent with this id.
    [[nodiscard]] Result<void> writeResult(const std::string& id, const Report& report);

    /// Writes that a lock on `resource` is about to be taken on all masters. As the other one.
    [[nodiscard]] Result<std::string> writeIntent(
        const config::Deployment& deployment, const Resource& resource);
    /// Writes the result of that. `token`: of the lease; nullopt if there is none.
    [[nodiscard]] Result<void> writeResult(
        const std::string& id, AcquireResult acquired, const std::optional<Fingerprint>& token);

    /// Writes that a note is about to be written, or (`text` empty) cleared. `command`: of the
    /// first master, see commandText(). As the other ones.
    [[nodiscard]] Result<std::string> writeNoteIntent(const config::Deployment& deployment,
        const Resource& resource, const std::string& text, const std::string& command);
    /// Writes the result of that.
    [[nodiscard]] Result<void> writeNoteResult(
        const std::string& id, std::vector<JournalOutcome> outcomes, bool isDone);

    /// Writes who got the lock after the action with this id. The time is now.
    [[nodiscard]] Result<void> writeNext(JournalNext next);

    /// See JournalFile::breakBefore().
    [[nodiscard]] const std::string& breakBefore() const noexcept;

    [[nodiscard]] const std::filesystem::path& file() const noexcept;

private:
    struct Private;
    explicit Journal(std::unique_ptr<Private> d);
    std::unique_ptr<Private> m_d;
};

/// `$XDG_STATE_HOME/lockkeeper/journal.jsonl`, or below `~/.local/state`.
[[nodiscard]] std::filesystem::path defaultJournalFile();

} // namespace lockkeeper::release
