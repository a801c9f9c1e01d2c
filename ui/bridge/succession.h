// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/release/journal_lines.h"
#include "ui/bridge/deployment_bridge.h"
#include "ui/bridge/task_queue.h"
#include "ui/models/locks/lock_store.h"

#include <QObject>
#include <list>

namespace lockkeeper::ui {

/// Journals the next holder after a release or revoke by any program with this journal, for an
/// hour. Ignores actions before this object existed. GUI thread only.
class Succession final : public QObject {
    Q_OBJECT
public:
    /// `locks` and `clock` must outlive it.
    Succession(config::Deployment deployment, std::filesystem::path journal, const LockStore& locks,
        const Clock& clock, QObject* parent = nullptr);

public Q_SLOTS:
    /// Call it when the journal was read.
    void expect(const lockkeeper::release::JournalEntries& entries);
    /// Call it when `locks` has applied an update.
    void follow();

Q_SIGNALS:
    void noted();
    void failed(const lockkeeper::Error& error);

private:
    [[nodiscard]] std::optional<release::JournalNext> nextOf(const release::Deed& deed) const;
    void note(const release::JournalNext& next);

    config::Deployment m_deployment;
    std::filesystem::path m_journal;
    const LockStore& m_locks;
    const Clock& m_clock;
    WallTime m_since;
    std::list<release::Deed> m_open; ///< without a next holder yet
    std::set<std::string> m_known; ///< ids of all expected deeds
    TaskQueue m_tasks{TaskQueue::AtEnd::RunAll}; ///< last: its tasks use the other members
};

} // namespace lockkeeper::ui
