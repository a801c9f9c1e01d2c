// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/observe/whois/whois.h"
#include "ui/bridge/task_queue.h"

#include <QObject>
#include <atomic>

namespace lockkeeper::ui {

/// A result for signals.
using WhoisAnswer = std::shared_ptr<const Result<observe::Whois>>;

/// Asks who holds a lock. `clock` must outlive it. GUI thread only.
class WhoisRunner final : public QObject {
    Q_OBJECT
public:
    WhoisRunner(config::Deployment deployment, Resource resource, const Clock& clock,
        QObject* parent = nullptr);
    /// Blocks until MONITOR has ended.
    ~WhoisRunner() override;

    /// answered() follows. `tap`: also MONITOR for so long.
    void ask(std::optional<std::chrono::milliseconds> tap);
    /// The answer has what is known.
    void cancel() { m_isCancelled = true; }

Q_SIGNALS:
    void answered(const lockkeeper::ui::WhoisAnswer& answer);

private:
    config::Deployment m_deployment;
    Resource m_resource;
    const Clock& m_clock;
    std::atomic<bool> m_isCancelled = false;
    TaskQueue m_tasks; ///< last: its tasks use the other members
};

} // namespace lockkeeper::ui
