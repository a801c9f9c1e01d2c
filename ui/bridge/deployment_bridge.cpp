// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/deployment_bridge.h"

#include "core/history/history_place.h"

#include <algorithm>

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

void DeploymentBridge::setFormatHints(
    std::vector<config::FormatHint> hints, const std::vector<Resource>& shown)
{
    m_deployment.formatHints = std::move(hints);
    if (!m_watcher)
        return;
    m_watcher.reset();
    (void)m_inbox.take(); // what the old watcher has said
    m_unconfirmed = {shown.begin(), shown.end()};
    start();
}

void DeploymentBridge::publishUpdate()
{
    auto update = m_inbox.take();
    if (!update)
        return;
    if (!m_unconfirmed.empty()) {
        for (const auto& entry : update->changed)
            m_unconfirmed.erase(entry->resource);
        if (std::ranges::all_of(update->masters, &observe::MasterStatus::isSettled)) {
            update->gone.insert(update->gone.end(), m_unconfirmed.begin(), m_unconfirmed.end());
            m_unconfirmed.clear();
        }
    }
    Q_EMIT updated(std::make_shared<const observe::BoardUpdate>(std::move(*update)));
}

void DeploymentBridge::refresh()
{
    if (m_watcher)
        m_watcher->refresh();
}

} // namespace lockkeeper::ui
