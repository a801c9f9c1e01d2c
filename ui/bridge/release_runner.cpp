// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/release_runner.h"

namespace lockkeeper::ui {
namespace {

Result<release::Report> run(const config::Deployment& deployment, const release::Plan& plan,
    const std::string& reason, const std::filesystem::path& journalFile, const Clock& clock)
{
    auto journal = release::Journal::open(journalFile, clock);
    if (!journal)
        return tl::make_unexpected(journal.error());
    return release::execute(deployment, plan, reason, *journal, clock);
}

} // namespace

ReleaseRunner::ReleaseRunner(config::Deployment deployment, std::filesystem::path journalFile,
    const Clock& clock, QObject* parent)
    : QObject(parent)
    , m_deployment(std::move(deployment))
    , m_journalFile(std::move(journalFile))
    , m_clock(clock)
{ }

ReleaseRunner::~ReleaseRunner() = default;

bool ReleaseRunner::start(const release::Plan& plan, const QString& reason)
{
    if (m_isRunning)
        return false;
    m_isRunning = true;
    m_worker.post([this, deployment = m_deployment, plan, text = reason.trimmed().toStdString(),
                      file = m_journalFile, &clock = m_clock] {
        auto report = [this, result = ReleaseResult(run(deployment, plan, text, file, clock))] {
            m_isRunning = false;
            Q_EMIT finished(result);
        };
        QMetaObject::invokeMethod(this, std::move(report), Qt::QueuedConnection);
    });
    return true;
}

} // namespace lockkeeper::ui
