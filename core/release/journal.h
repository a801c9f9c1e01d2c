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

/// The audit trail of actions on others' locks, and of a person's own: an intent before the action,
/// a result after it. No tokens, passwords or complete URLs. A line is on disk (fsync) when its
/// call returns. File 0600, default directory 0700. Several processes may append.
class Journal {
public:
    /// As JournalFile::open(). Journal error also if the directory is missing, unless it is the
    /// default one. `clock` must outlive the journal.
    [[nodiscard]] static Result<Journal> open(
        const std::filesystem::path& file, const Clock& clock);
    Journal(Journal&&) noexcept;
    Journal& operator=(Journal&&) noexcept;
    ~Journal();

    enum class Stage {
        Execute,
        Finish, ///< masters that did not answer
    };
    /// Returns the id.
    [[nodiscard]] Result<std::string> writeIntent(
        const Plan& plan, const std::string& reason, Stage stage = Stage::Execute);
    [[nodiscard]] Result<void> writeResult(const std::string& id, const Report& report);

    /// For an acquire on all masters.
    [[nodiscard]] Result<std::string> writeIntent(
        const config::Deployment& deployment, const Resource& resource);
    [[nodiscard]] Result<void> writeResult(
        const std::string& id, AcquireResult acquired, const std::optional<Fingerprint>& token);

    /// `text` empty: clears the note. `command`: commandText() for the first master.
    [[nodiscard]] Result<std::string> writeNoteIntent(const config::Deployment& deployment,
        const Resource& resource, const std::string& text, const std::string& command);
    [[nodiscard]] Result<void> writeNoteResult(
        const std::string& id, std::vector<JournalOutcome> outcomes, bool isDone);

    /// Who got the lock next. Sets the time.
    [[nodiscard]] Result<void> writeNext(JournalNext next);

    /// Sets the id and the time.
    [[nodiscard]] Result<void> writePlan(JournalPlan run);

    [[nodiscard]] const std::string& breakBefore() const noexcept;

    [[nodiscard]] const std::filesystem::path& file() const noexcept;

private:
    struct Private;
    explicit Journal(std::unique_ptr<Private> d);
    std::unique_ptr<Private> m_d;
};

/// `$XDG_STATE_HOME/lockkeeper/journal.jsonl`, by default below `~/.local/state`.
[[nodiscard]] std::filesystem::path defaultJournalFile();

} // namespace lockkeeper::release
