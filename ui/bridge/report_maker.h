// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/output/incident.h"
#include "ui/bridge/task_queue.h"
#include "ui/models/locks/lock_store.h"

#include <QObject>

namespace lockkeeper::ui {

/// Makes incident reports: journal and history are read in the background, the present comes
/// from the table of locks. GUI thread only.
class ReportMaker final : public QObject {
    Q_OBJECT
public:
    /// `locks` and `clock` must outlive it.
    ReportMaker(config::Deployment deployment, std::filesystem::path journal,
        const LockStore& locks, const Clock& clock, QObject* parent = nullptr);

    /// Starts to make a report of a lock, or of a span of time (nullopt). made() follows, unless
    /// another one is started before. Never blocks.
    void make(const std::optional<Resource>& resource, history::Window span);

Q_SIGNALS:
    void made(const QByteArray& markdown, const QByteArray& json);

private:
    void addPresent(int order, const std::shared_ptr<output::Incident>& incident);
    [[nodiscard]] output::Sight sightOf(const Resource& resource) const;

    config::Deployment m_deployment;
    std::filesystem::path m_journal;
    const LockStore& m_locks;
    const Clock& m_clock;
    int m_order = 0; ///< of the latest make()
    TaskQueue m_tasks; ///< last: its tasks use the other members
};

} // namespace lockkeeper::ui
