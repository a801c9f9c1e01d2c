// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/deployment_bridge.h"

#include "core/history/history_place.h"

namespace lockkeeper::ui {

DeploymentBridge::DeploymentBridge(config::Deployment deployment, const Clock& clock,
    const observe::ProcessProbe& processes, QObject* parent)
    : QObject(parent)
    , m_deployment(std::move(deployment))
    , m_clock(clock)
    , m_processes(processes)
    , m_usualHolds(history::historyFileOf(m_deployment))
{ }

DeploymentBridge::~DeploymentBridge() = default;

void DeploymentBridge::start()
{
    if (m_watcher)
        return;
    // Runs on the watcher's thread. Capturing `this` is safe: that thread ends before this object
    // is destroyed.
    const auto publish = [this](const observe::BoardUpdate& update) {
        if (m_inbox.put(update))
            QMetaObject::invokeMethod(
                this, [this] { publishUpdate(); }, Qt::QueuedConnection);
    };
    m_watcher = std::make_unique<observe::Watcher>(m_deployment, m_clock, m_processes, publish,
        observe::WatchOptions{.usualHold = m_usualHolds.lookUp()});
}

void DeploymentBridge::publishUpdate()
{
    if (auto update = m_inbox.take())
        Q_EMIT updated(std::make_shared<const observe::BoardUpdate>(std::move(*update)));
}

void DeploymentBridge::refresh()
{
    if (m_watcher)
        m_watcher->refresh();
}

} // namespace lockkeeper::ui
