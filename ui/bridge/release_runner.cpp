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

struct Finishing {
    const std::filesystem::path& journalFile;
    const Clock& clock;
    const std::stop_token& stop;
};

Result<release::Report> finish(const config::Deployment& deployment, const release::Plan& plan,
    const release::Report& report, const std::string& reason, const Finishing& finishing)
{
    auto journal = release::Journal::open(finishing.journalFile, finishing.clock);
    if (!journal)
        return tl::make_unexpected(journal.error());
    return release::finish(
        deployment, plan, report, reason, *journal, finishing.clock, {.stop = finishing.stop});
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

bool ReleaseRunner::start(const release::Plan& plan, const QString& reason, bool isFinishWanted)
{
    if (m_isRunning)
        return false;
    m_isRunning = true;
    const Order order{plan, reason.trimmed().toStdString(), isFinishWanted};
    m_worker.post([this, deployment = m_deployment, order, file = m_journalFile, &clock = m_clock] {
        const ReleaseResult result(run(deployment, order.plan, order.reason, file, clock));
        QMetaObject::invokeMethod(
            this, [this, order, result] { report(order, result); }, Qt::QueuedConnection);
    });
    return true;
}

void ReleaseRunner::report(const Order& order, const ReleaseResult& result)
{
    m_isRunning = false;
    const bool isUnfinished
        = result && !result->hasHolderChanged && !release::unansweredMasters(*result).empty();
    Q_EMIT executed(order.plan, result);
    if (order.isFinishWanted && isUnfinished) {
        startFinishing(order, *result);
        Q_EMIT finishing(order.plan.resource, release::unansweredMasters(*result));
    }
    Q_EMIT finished(result);
}

void ReleaseRunner::startFinishing(const Order& order, const release::Report& report)
{
    const auto place = m_finishers.emplace(m_finishers.end());
    *place = std::jthread([this, place, deployment = m_deployment, order, report,
                              file = m_journalFile, &clock = m_clock](const std::stop_token& stop) {
        const ReleaseResult result(
            finish(deployment, order.plan, report, order.reason, {file, clock, stop}));
        QMetaObject::invokeMethod(
            this,
            [this, place, resource = order.plan.resource, result] {
                m_finishers.erase(place);
                Q_EMIT finishedLater(resource, result);
            },
            Qt::QueuedConnection);
    });
}

} // namespace lockkeeper::ui
