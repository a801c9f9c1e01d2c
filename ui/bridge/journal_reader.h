// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/release/journal_entry.h"
#include "ui/bridge/task_queue.h"

#include <QFileSystemWatcher>
#include <QObject>
#include <filesystem>

namespace lockkeeper::ui {

/// Reads the journal's last lines (release::JournalLimits) in the background: on reload(), then on
/// changes.
class JournalReader final : public QObject {
    Q_OBJECT
public:
    explicit JournalReader(std::filesystem::path file, QObject* parent = nullptr);
    ~JournalReader() override;

    [[nodiscard]] const std::filesystem::path& file() const noexcept { return m_file; }

public Q_SLOTS:
    /// Calls during a read cause one more.
    void reload();

Q_SIGNALS:
    /// Oldest first. Empty without a file.
    void loaded(const lockkeeper::release::JournalEntries& entries);
    void failed(const lockkeeper::Error& error);

private:
    void watch();
    void finish(const Result<release::JournalEntries>& entries);

    std::filesystem::path m_file;
    QFileSystemWatcher m_watcher;
    bool m_isReading = false;
    bool m_isReloadWanted = false;
    TaskQueue m_tasks;
};

} // namespace lockkeeper::ui

Q_DECLARE_METATYPE(lockkeeper::release::JournalEntries)
