// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"
#include "ui/bridge/worker_thread.h"

#include <QFileSystemWatcher>
#include <QList>
#include <QObject>
#include <filesystem>

namespace lockkeeper::ui {

/// Reads the journal's last lines on a thread of its own: on reload(), and by itself when the file
/// changes after the first reload(). GUI thread only.
class JournalReader final : public QObject {
    Q_OBJECT
public:
    static constexpr int kMaxLines = 2000;
    static constexpr qint64 kMaxBytes = 4 * 1024 * 1024;

    explicit JournalReader(std::filesystem::path file, QObject* parent = nullptr);
    ~JournalReader() override;

    [[nodiscard]] const std::filesystem::path& file() const noexcept { return m_file; }

public Q_SLOTS:
    /// Never blocks; requests made while a read is under way are answered by one more read.
    void reload();

Q_SIGNALS:
    /// The oldest first. No journal yet: no lines.
    void loaded(const QList<QByteArray>& lines);
    void failed(const lockkeeper::Error& error);

private:
    void watch();
    void finish(const Result<QList<QByteArray>>& lines);

    std::filesystem::path m_file;
    QFileSystemWatcher m_watcher;
    bool m_isReading = false;
    bool m_isReloadWanted = false;
    WorkerThread m_worker; ///< last: joined before the rest goes
};

} // namespace lockkeeper::ui

Q_DECLARE_METATYPE(lockkeeper::Error)
