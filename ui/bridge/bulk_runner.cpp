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
    m_worker.post([this, deployment = m_deployment, plans = std::move(plans),
                      why = reason.trimmed().toStdString()] {
        const auto report = [this](std::size_t index, const Result<release::Report>& result) {
            QMetaObject::invokeMethod(
                this, [this, index, result] { Q_EMIT stepDone(index, ReleaseResult(result)); },
                Qt::QueuedConnection);
        };
        Result<std::size_t> done = 0;
        if (auto journal = release::Journal::open(m_journalFile, m_clock))
            done = release::executeAll(
                deployment, plans, why, *journal, m_clock, report, m_stop.get_token());
        else
            done = tl::make_unexpected(journal.error());
        QMetaObject::invokeMethod(
            this,
            [this, done] {
                Q_EMIT finished(
                    done.value_or(0), done ? std::optional<Error>() : std::optional(done.error()));
            },
            Qt::QueuedConnection);
    });
}

} // namespace lockkeeper::ui
