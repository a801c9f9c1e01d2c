// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/release/journal_entry.h"
#include "ui/bridge/task_queue.h"

#include <QFileSystemWatcher>
#include <QObject>
#include <filesystem>

namespace lockkeeper::ui {

/// Reads and parses the last lines of the journal file, in the background. It reads on
/// reload(), and after the first reload() also whenever the file changes.
///
/// Older lines are left out: see release::JournalLimits. GUI thread only. The destructor waits for
/// a read that is under way.
class JournalReader final : public QObject {
    Q_OBJECT
public:
    explicit JournalReader(std::filesystem::path file, QObject* parent = nullptr);
    ~JournalReader() override;

    [[nodiscard]] const std::filesystem::path& file() const noexcept { return m_file; }

public Q_SLOTS:
    /// Starts a read. Never blocks. All calls made during a read together cause one more read after
    /// it.
    void reload();

Q_SIGNALS:
    /// Entries are in the order of the file, oldest first. A file that does not exist yet has no
    /// entries.
    void loaded(const lockkeeper::release::JournalEntries& entries);
    /// The file could not be read: Journal, with its path and the reason.
    void failed(const lockkeeper::Error& error);

private:
    void watch();
    void finish(const Result<release::JournalEntries>& entries);

    std::filesystem::path m_file;
    QFileSystemWatcher m_watcher;
    bool m_isReading = false;
    bool m_isReloadWanted = false;
    TaskQueue m_tasks; ///< last: its tasks use the other members
};

} // namespace lockkeeper::ui

Q_DECLARE_METATYPE(lockkeeper::release::JournalEntries)
