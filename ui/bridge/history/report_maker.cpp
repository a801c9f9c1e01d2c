// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/history/report_maker.h"

#include "core/history/history_place.h"
#include "core/text/translate.h"
#include "ui/bridge/history/timeline_source.h"

#include <algorithm>

namespace lockkeeper::ui {
namespace {

constexpr int kPiecePixels = 1000;

struct Extent {
    WallTime from = WallTime::max();
    WallTime to = WallTime::min();

    void add(WallTime begin, WallTime end)
    {
        from = std::min(from, begin);
        to = std::max(to, end);
    }
};

/// The latest owners, and the last one that an operator ended.
void addTimes(Extent& extent, const std::vector<history::Interval>& owners, WallTime now)
{
    constexpr std::size_t kMostOwners = 12;
    bool isFreedFound = false;
    for (std::size_t i = owners.size(); i-- > 0;) {
        const bool isFreed = !isFreedFound && !owners[i].freedBy.empty();
        isFreedFound = isFreedFound || isFreed;
        if (owners.size() - i <= kMostOwners || isFreed)
            extent.add(owners[i].firstSeen, owners[i].endedAt.value_or(now));
    }
}

std::optional<history::Window> pieceOf(const output::Incident& incident)
{
    Extent extent;
    for (const output::IncidentLock& lock : incident.locks) {
        if (lock.past)
            addTimes(extent, lock.past->intervals, incident.madeAt);
    }
    const WallTime from = std::max(extent.from, incident.span.from);
    const WallTime to = std::min(extent.to, incident.span.to);
    if (from > to)
        return std::nullopt;
    const auto margin = std::max<WallTime::duration>((to - from) / 20, std::chrono::seconds(1));
    return history::Window{from - margin, to + margin};
}

TimelinePicturePtr pictureOf(const output::Incident& incident,
    const output::IncidentQuestion& about, std::optional<WallTime> recordedAt)
{
    const auto window = pieceOf(incident);
    if (!window)
        return nullptr;
    TimelineQuestion question{.window = *window,
        .pixel = history::spanPixel((window->to - window->from) / kPiecePixels),
        .rowCount = incident.locks.size(),
        .ownedIn = window};
    for (const output::IncidentLock& lock : incident.locks)
        question.only.push_back(lock.resource);
    // The report names read errors.
    const auto picture
        = TimelineGatherer(about.history, about.journal).gather(question, recordedAt);
    return picture && *picture && !(*picture)->rows->empty() ? *picture : nullptr;
}

} // namespace

struct ReportMaker::Gathered {
    output::Incident incident;
    TimelinePicturePtr picture;
};

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
    auto gather = [this, question = std::move(question),
                      recordedAt = m_recordedAt ? m_recordedAt() : std::nullopt]() mutable {
        question.history = history::historyOf(question.deployment);
        auto gathered = std::make_shared<Gathered>();
        gathered->incident = output::gatherIncident(question, m_clock);
        gathered->picture = pictureOf(gathered->incident, question, recordedAt);
        return gathered;
    };
    m_tasks.run(this, std::move(gather),
        [this, order = ++m_order](const auto& gathered) { addPresent(order, gathered); });
}

void ReportMaker::addPresent(int order, const std::shared_ptr<Gathered>& gathered)
{
    if (order != m_order)
        return;
    gathered->incident.madeAt = m_clock.wallNow();
    gathered->incident.madeAtSteady = m_clock.now();
    for (output::IncidentLock& lock : gathered->incident.locks)
        lock.present
            = output::Sight{.entry = m_locks.presentEntry(lock.resource), .waits = m_waits};
    const auto write = [gathered] {
        output::Incident& incident = gathered->incident;
        const observe::LocalProcessProbe processes;
        for (output::IncidentLock& lock : incident.locks) {
            const auto& entry = lock.present->entry;
            if (const auto token = entry ? leadingToken(entry->votes) : std::nullopt)
                lock.present->safety
                    = release::assessSafety(*entry, *token, processes, incident.madeAtSteady);
        }
        MadeReport report{.markdown = QByteArray::fromStdString(output::asMarkdown(incident)),
            .piece = {gathered->picture, incident.madeAt}};
        const InEnglish english; // programs read it
        report.json = QByteArray::fromStdString(output::asJson(incident));
        return report;
    };
    m_tasks.run(this, write, [this, order](const MadeReport& report) {
        if (order == m_order)
            Q_EMIT made(report);
    });
}

} // namespace lockkeeper::ui
