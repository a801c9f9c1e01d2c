// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/release/journal_entry.h"
#include "ui/bridge/worker_thread.h"

#include <QFileSystemWatcher>
#include <QObject>
#include <filesystem>

namespace lockkeeper::ui {

/// Reads and parses the journal's last lines on a thread of its own: on reload(), and by itself
/// when the file changes after the first reload(). GUI thread only.
class JournalReader final : public QObject {
    Q_OBJECT
public:
    static constexpr qsizetype kMaxLines = 2000;
    static constexpr qint64 kMaxBytes = 4 * 1024 * 1024;

    explicit JournalReader(std::filesystem::path file, QObject* parent = nullptr);
    ~JournalReader() override;

    [[nodiscard]] const std::filesystem::path& file() const noexcept { return m_file; }

public Q_SLOTS:
    /// Never blocks; requests made while a read is under way are answered by one more read.
    void reload();

Q_SIGNALS:
    /// The oldest first. No journal yet: no entries.
    void loaded(const lockkeeper::release::JournalEntries& entries);
    void failed(const lockkeeper::Error& error);

private:
    void watch();
    void finish(const Result<release::JournalEntries>& entries);

    std::filesystem::path m_file;
    QFileSystemWatcher m_watcher;
    bool m_isReading = false;
    bool m_isReloadWanted = false;
    WorkerThread m_worker; ///< last: joined before the rest goes
};

} // namespace lockkeeper::ui

Q_DECLARE_METATYPE(lockkeeper::Error)
Q_DECLARE_METATYPE(lockkeeper::release::JournalEntries)
