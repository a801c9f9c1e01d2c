// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/lock_past.h"
#include "ui/bridge/task_queue.h"

#include <QObject>

namespace lockkeeper::ui {

using LockPastPtr = std::shared_ptr<const history::LockPast>;

/// Reads a lock's past in the background. The destructor waits for it. GUI thread only.
class LockPastSource final : public QObject {
    Q_OBJECT
public:
    static constexpr std::size_t kMostOwners = 50;

    /// `file`: finds the history on another thread; may block.
    explicit LockPastSource(std::function<std::filesystem::path()> file, QObject* parent = nullptr);

    /// The journal has the ends made by operators.
    void setJournal(std::filesystem::path journal) { m_journal = std::move(journal); }
    /// Never blocks. Only the latest waiting call is answered.
    void ask(const Resource& resource);

Q_SIGNALS:
    /// `past` null: no history yet.
    void loaded(const lockkeeper::Resource& resource, const lockkeeper::ui::LockPastPtr& past);
    void failed(const lockkeeper::Resource& resource, const lockkeeper::Error& error);

private:
    std::function<std::filesystem::path()> m_file;
    std::filesystem::path m_journal; ///< empty: none
    TaskQueue m_tasks; ///< last: its tasks use the other members
};

} // namespace lockkeeper::ui
