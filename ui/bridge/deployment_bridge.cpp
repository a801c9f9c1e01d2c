// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/deployment_bridge.h"

#include "core/history/history_place.h"

#include <algorithm>

namespace lockkeeper::ui {
namespace {

constexpr std::chrono::hours kSandboxAge{24};

history::StoreOptions storeOptions(const config::Deployment& deployment)
{
    history::StoreOptions options{.place = history::historyOf(deployment)};
    if (deployment.isSandbox) {
        options.age = kSandboxAge;
        options.areSameMasters = false;
    }
    return options;
}

std::shared_ptr<QThreadPool> oneThread()
{
    auto pool = std::make_shared<QThreadPool>();
    pool->setMaxThreadCount(1);
    return pool;
}

/// Frees many entries on `freeing`'s thread: the GUI thread often has the last reference.
BoardUpdatePtr sharedUpdate(
    observe::BoardUpdate update, const std::shared_ptr<QThreadPool>& freeing)
{
    constexpr std::size_t kFew = 1000; // changes; freed faster than a thread wakes up
    if (update.changed.size() + update.gone.size() < kFew)
        return std::make_shared<const observe::BoardUpdate>(std::move(update));
    return {new observe::BoardUpdate(std::move(update)),
        [freeing](const observe::BoardUpdate* dropped) {
            freeing->start(
                [dropped] { const std::unique_ptr<const observe::BoardUpdate> freed(dropped); });
        }};
}

} // namespace

DeploymentBridge::DeploymentBridge(config::Deployment deployment, const Clock& clock,
    const observe::ProcessProbe& processes, Recording recording, std::optional<ViaAgent> agent)
    : m_deployment(std::move(deployment))
    , m_clock(clock)
    , m_processes(processes)
    , m_usualHolds({history::historyOf(m_deployment)})
    , m_freeing(oneThread())
    , m_recorder(recording == Recording::Possible
              ? std::make_unique<HistoryRecorder>(storeOptions(m_deployment), clock)
              : nullptr)
    , m_agent(std::move(agent))
{
    if (m_recorder)
        connect(m_recorder.get(), &HistoryRecorder::resumed, this, &DeploymentBridge::refresh);
}

DeploymentBridge::~DeploymentBridge() = default;

void DeploymentBridge::start()
{
    if (m_watcher || m_source)
        return;
    // On the watcher's thread, which ends before this object.
    const auto publish = [this](const observe::BoardUpdate& update) {
        if (m_inbox.put(update))
            QMetaObject::invokeMethod(
                this, [this] { publishUpdate(); }, Qt::QueuedConnection);
        if (m_recorder)
            m_recorder->record(update);
    };
    if (m_agent) {
        m_source = m_agent->start(publish);
        return;
    }
    m_watcher = std::make_unique<observe::Watcher>(m_deployment, m_clock, m_processes, publish,
        observe::WatchOptions{.usualHold = m_usualHolds.lookUp(), .areHoldsWanted = true});
}

void DeploymentBridge::setRecorded(bool isRecorded)
{
    if (!m_recorder || m_recorder->isOn() == isRecorded)
        return;
    if (!isRecorded)
        return m_recorder->stop();
    using Begin = history::Recorder::Begin;
    m_recorder->start(m_watcher ? Begin::Later : Begin::WithWatcher);
    refresh();
}

void DeploymentBridge::setFormatHints(
    std::vector<config::FormatHint> hints, const std::vector<Resource>& shown)
{
    m_deployment.formatHints = std::move(hints);
    if (!m_watcher)
        return;
    m_watcher.reset();
    (void)m_inbox.take();
    // The old watcher's locks end as "unknown"; the new one resumes them.
    if (m_recorder && m_recorder->isOn())
        m_recorder->start(history::Recorder::Begin::WithWatcher);
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
    Q_EMIT updated(sharedUpdate(std::move(*update), m_freeing));
}

void DeploymentBridge::refresh()
{
    if (m_watcher)
        m_watcher->refresh();
}

} // namespace lockkeeper::ui
