// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/bulk_runner.h"

namespace lockkeeper::ui {

BulkRunner::BulkRunner(config::Deployment deployment, std::filesystem::path journalFile,
    const Clock& clock, QObject* parent)
    : QObject(parent)
    , m_deployment(std::move(deployment))
    , m_journalFile(std::move(journalFile))
    , m_clock(clock)
{ }

BulkRunner::~BulkRunner()
{
    stop();
}

void BulkRunner::start(std::vector<release::Plan> plans, const QString& reason)
{
    const auto carryOut = [this, deployment = m_deployment, plans = std::move(plans),
                              why = reason.trimmed().toStdString()]() -> Result<std::size_t> {
        const auto report = [this](std::size_t index, const Result<release::Report>& result) {
            QMetaObject::invokeMethod(
                this, [this, index, result] { Q_EMIT stepDone(index, ReleaseResult(result)); },
                Qt::QueuedConnection);
        };
        auto journal = release::Journal::open(m_journalFile, m_clock);
        if (!journal)
            return tl::make_unexpected(journal.error());
        return release::executeAll(
            deployment, plans, why, *journal, m_clock, report, m_stop.get_token());
    };
    m_tasks.run(this, carryOut, [this](const Result<std::size_t>& done) {
        Q_EMIT finished(
            done.value_or(0), done ? std::optional<Error>() : std::optional(done.error()));
    });
}

} // namespace lockkeeper::ui
