// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/report_maker.h"

#include "core/history/history_place.h"

namespace lockkeeper::ui {

ReportMaker::ReportMaker(config::Deployment deployment, std::filesystem::path journal,
    const LockStore& locks, const Clock& clock, QObject* parent)
    : QObject(parent)
    , m_deployment(std::move(deployment))
    , m_journal(std::move(journal))
    , m_locks(locks)
    , m_clock(clock)
{ }

void ReportMaker::make(const std::optional<Resource>& resource, history::Window span)
{
    output::IncidentQuestion question{
        .deployment = m_deployment, .resource = resource, .span = span, .journal = m_journal};
    auto gather = [this, question = std::move(question)]() mutable {
        question.history = history::historyFileOf(question.deployment);
        return std::make_shared<output::Incident>(output::gatherIncident(question, m_clock));
    };
    m_tasks.run(this, std::move(gather),
        [this, order = ++m_order](const auto& incident) { addPresent(order, incident); });
}

void ReportMaker::addPresent(int order, const std::shared_ptr<output::Incident>& incident)
{
    if (order != m_order)
        return;
    incident->madeAt = m_clock.wallNow();
    incident->madeAtSteady = m_clock.now();
    for (output::IncidentLock& lock : incident->locks)
        lock.present = sightOf(lock.resource);
    const auto write = [incident] {
        const observe::LocalProcessProbe processes;
        for (output::IncidentLock& lock : incident->locks) {
            const auto& entry = lock.present->entry;
            if (const auto token = entry ? leadingToken(entry->votes) : std::nullopt)
                lock.present->safety
                    = release::assessSafety(*entry, *token, processes, incident->madeAtSteady);
        }
        return std::pair(QByteArray::fromStdString(output::asMarkdown(*incident)),
            QByteArray::fromStdString(output::asJson(*incident)));
    };
    m_tasks.run(this, write, [this, order](const auto& texts) {
        if (order == m_order)
            Q_EMIT made(texts.first, texts.second);
    });
}

output::Sight ReportMaker::sightOf(const Resource& resource) const
{
    return {.entry = m_locks.presentEntry(resource)};
}

} // namespace lockkeeper::ui
