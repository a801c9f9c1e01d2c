// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/deed_runners.h"

#include "core/words/note_words.h"
#include "core/words/safety_words.h"

namespace lockkeeper::ui {
namespace {

constexpr std::size_t kMostFinishers = 16;

bool isUnfinished(const release::Report& report)
{
    return !report.hasHolderChanged && !release::unansweredMasters(report).empty();
}

} // namespace

DeedRunner::DeedRunner(config::Deployment deployment, std::filesystem::path journalFile,
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
        return ReleaseResult(
            release::Journal::open(file, clock).and_then([&](release::Journal&& journal) {
                return order.plan.isSteal
                    ? release::executeSteal(
                        deployment, order.plan, order.reason, journal, clock, take)
                    : release::execute(deployment, order.plan, order.reason, journal, clock);
            }));
    };
    m_tasks.run(
        this, carryOut, [this, order](const ReleaseResult& result) { report(order, result); });
    return true;
}

void ReleaseRunner::report(const Order& order, const ReleaseResult& result)
{
    m_isRunning = false;
    const Resource& resource = order.plan.resource;
    setUnfinished(order, result ? *result : release::Report());
    Q_EMIT executed(order.plan, result);
    if (order.isFinishWanted)
        finish(resource);
    Q_EMIT finished(result);
}

void ReleaseRunner::remember(const release::AppliedLock::Deed& deed, const QString& reason)
{
    setUnfinished({deed.plan, reason.trimmed().toStdString()}, deed.report);
}

void ReleaseRunner::setUnfinished(const Order& order, const release::Report& report)
{
    m_unfinished.erase(order.plan.resource);
    if (isUnfinished(report))
        m_unfinished.emplace(order.plan.resource, Unfinished{order, report});
    Q_EMIT unfinishedChanged();
}

void ReleaseRunner::finish(const Resource& resource)
{
    const auto found = m_unfinished.extract(resource);
    if (found.empty())
        return;
    m_queue.push_back(found.mapped());
    startFinishing();
    Q_EMIT finishing(resource, release::unansweredMasters(found.mapped().report));
    Q_EMIT unfinishedChanged();
}

void ReleaseRunner::finishAll()
{
    while (!m_unfinished.empty())
        finish(Resource(m_unfinished.begin()->first));
}

void ReleaseRunner::startFinishing()
{
    if (m_queue.empty() || m_finishers.size() >= kMostFinishers)
        return;
    const Unfinished unfinished = std::move(m_queue.front());
    m_queue.pop_front();
    const auto place = m_finishers.emplace(m_finishers.end());
    *place = std::jthread([this, place, deployment = m_deployment, unfinished, file = m_journalFile,
                              &clock = m_clock](const std::stop_token& stop) {
        const ReleaseResult result(
            release::Journal::open(file, clock).and_then([&](release::Journal&& journal) {
                return release::finish(deployment, unfinished.order.plan, unfinished.report,
                    unfinished.order.reason, journal, clock, {.stop = stop});
            }));
        QMetaObject::invokeMethod(
            this,
            [this, place, unfinished, result] {
                m_finishers.erase(place);
                if (!result)
                    setUnfinished(unfinished.order, unfinished.report);
                startFinishing();
                Q_EMIT finishedLater(unfinished.order.plan.resource, result);
            },
            Qt::QueuedConnection);
    });
}

BulkRunner::~BulkRunner()
{
    stop();
}

void BulkRunner::start(
    const std::string& planId, std::vector<release::PlannedLock> locks, const QString& reason)
{
    const release::ApplyOptions options{.planId = planId,
        .reason = reason.trimmed().toStdString(),
        .shown =
            [](const release::PlannedLock& lock, const release::SafetyVerdict& now) {
                // What the user has read, unless outdated.
                return lock.shown.safety == now.safety ? lock.shown
                                                       : words::shownSafety(now, words::Seen::Once);
            },
        .noteText
        = [&clock = m_clock](
              const observe::Note& note) { return words::noteText(note, clock.wallNow()); },
        .isStopped = [stop = m_stop.get_token()] { return stop.stop_requested(); },
        .onLock =
            [this](std::size_t index, const release::AppliedLock& lock) {
                QMetaObject::invokeMethod(
                    this, [this, index, lock] { Q_EMIT lockDone(index, lock); },
                    Qt::QueuedConnection);
            }};
    const auto carryOut = [deployment = m_deployment, locks = std::move(locks), options,
                              file = m_journalFile, &clock = m_clock]() -> std::optional<Error> {
        const observe::LocalProcessProbe processes;
        const auto earlier = release::deedsOfPlan(file, options.planId);
        if (!earlier)
            return earlier.error();
        auto journal = release::Journal::open(file, clock);
        if (!journal)
            return journal.error();
        const auto applied
            = release::apply(deployment, locks, *earlier, &*journal, clock, processes, options);
        return applied ? applied->journalError : std::optional(applied.error());
    };
    m_tasks.run(
        this, carryOut, [this](const std::optional<Error>& error) { Q_EMIT finished(error); });
}

void NoteRunner::write(const Resource& resource, const release::NoteDeed& deed)
{
    const auto carryOut
        = [deployment = m_deployment, resource, deed, file = m_journalFile, &clock = m_clock] {
              return release::Journal::open(file, clock).and_then([&](release::Journal&& journal) {
                  return release::writeNote(deployment, resource, deed, journal, clock);
              });
          };
    m_tasks.run(this, carryOut, [this, resource, deed](const Result<release::NoteReport>& report) {
        if (report)
            Q_EMIT finished(resource, deed, *report);
        else
            Q_EMIT failed(resource, report.error());
    });
}

} // namespace lockkeeper::ui
