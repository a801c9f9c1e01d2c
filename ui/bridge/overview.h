// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/observe/watcher.h"
#include "ui/bridge/task_queue.h"
#include "ui/models/deployment_list_model.h"

#include <QObject>
#include <QTimer>
#include <filesystem>
#include <map>
#include <memory>

namespace lockkeeper::ui {

/// Watches all saved deployments on one thread, and counts their problems.
class Overview final : public QObject {
    Q_OBJECT
public:
    Overview(const Clock& clock, const observe::ProcessProbe& processes);
    /// Waits for the watchers' thread.
    ~Overview() override;

    void watch(const std::filesystem::path& file);
    /// Blocks as the destructor does.
    void stop();
    [[nodiscard]] bool isOn() const noexcept { return m_tick.isActive(); }
    [[nodiscard]] std::optional<DeploymentCounts> countsOf(const std::string& name) const;

Q_SIGNALS:
    void changed();

private:
    class Tally;
    struct Opened {
        std::string name;
        Result<config::Deployment> deployment;
    };
    void begin(std::vector<Opened> opened);
    void collect();

    const Clock& m_clock;
    const observe::ProcessProbe& m_processes;
    std::map<std::string, std::unique_ptr<Tally>> m_tallies; ///< outlive the watchers
    std::map<std::string, DeploymentCounts> m_counts;
    std::unique_ptr<observe::WatcherGroup> m_watchers;
    QTimer m_tick;
    TaskQueue m_opener;
};

} // namespace lockkeeper::ui
