// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/release_runner.h"

namespace lockkeeper::ui {
namespace {

Result<release::Report> run(const config::Deployment& deployment, const release::Plan& plan,
    const std::string& reason, const std::filesystem::path& journalFile, const Clock& clock,
    const release::TakeOver& take)
{
    auto journal = release::Journal::open(journalFile, clock);
    if (!journal)
        return tl::make_unexpected(journal.error());
    return plan.isSteal ? release::executeSteal(deployment, plan, reason, *journal, clock, take)
                        : release::execute(deployment, plan, reason, *journal, clock);
}

struct Finishing {
    const std::filesystem::path& journalFile;
    const Clock& clock;
    const std::stop_token& stop;
};

Result<release::Report> waitFor(const config::Deployment& deployment, const release::Plan& plan,
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

bool ReleaseRunner::start(
    const release::Plan& plan, const QString& reason, bool isFinishWanted, release::TakeOver take)
{
    if (m_isRunning)
        return false;
    m_isRunning = true;
    const Order order{plan, reason.trimmed().toStdString(), isFinishWanted};
    const auto carryOut = [deployment = m_deployment, order, file = m_journalFile, &clock = m_clock,
                              take = std::move(take)] {
        return ReleaseResult(run(deployment, order.plan, order.reason, file, clock, take));
    };
    m_tasks.run(
        this, carryOut, [this, order](const ReleaseResult& result) { report(order, result); });
    return true;
}

void ReleaseRunner::report(const Order& order, const ReleaseResult& result)
{
    m_isRunning = false;
    const bool isUnfinished
        = result && !result->hasHolderChanged && !release::unansweredMasters(*result).empty();
    const Resource& resource = order.plan.resource;
    m_unfinished.erase(resource);
    if (isUnfinished)
        m_unfinished.emplace(resource, Unfinished{order, *result});
    Q_EMIT executed(order.plan, result);
    if (order.isFinishWanted)
        finish(resource);
    Q_EMIT finished(result);
}

void ReleaseRunner::finish(const Resource& resource)
{
    const auto found = m_unfinished.extract(resource);
    if (found.empty())
        return;
    startFinishing(found.mapped());
    Q_EMIT finishing(resource, release::unansweredMasters(found.mapped().report));
}

void ReleaseRunner::startFinishing(const Unfinished& unfinished)
{
    const auto place = m_finishers.emplace(m_finishers.end());
    *place = std::jthread([this, place, deployment = m_deployment, unfinished, file = m_journalFile,
                              &clock = m_clock](const std::stop_token& stop) {
        const auto& [order, report] = unfinished;
        const ReleaseResult result(
            waitFor(deployment, order.plan, report, order.reason, {file, clock, stop}));
        QMetaObject::invokeMethod(
            this,
            [this, place, unfinished, result] {
                m_finishers.erase(place);
                if (!result)
                    m_unfinished.emplace(unfinished.order.plan.resource, unfinished);
                Q_EMIT finishedLater(unfinished.order.plan.resource, result);
            },
            Qt::QueuedConnection);
    });
}

} // namespace lockkeeper::ui
