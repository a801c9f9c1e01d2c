// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/timeline_maker.h"

#include "core/history/history_place.h"
#include "ui/bridge/history/timeline_source.h"
#include "ui/bridge/history/trends_source.h"
#include "ui/bridge/session.h"
#include "ui/pages/lock_past.h"
#include "ui/pages/locks_page.h"
#include "ui/pages/timeline/timeline_page.h"
#include "ui/pages/trends/trends_page.h"

namespace lockkeeper::ui {
namespace {

Recorder recorderOf(const Session& session)
{
    return session.agent() ? Recorder::AgentsHost : Recorder::ThisHost;
}

} // namespace

QWidget* makeTimeline(
    Session& session, std::function<void(const Resource&)> showLock, QWidget* parent)
{
    auto* source = new TimelineSource(
        [deployment = session.deployment()] { return history::historyFileOf(deployment); }, parent);
    source->setRecordedAt([&session]() -> std::optional<WallTime> {
        using Recording = RecordingStatus::State;
        const HistoryRecorder* const recorder = session.recorder();
        const bool isRecorded = recorder != nullptr
            && (recorder->status().state == Recording::Recording
                || recorder->status().state == Recording::StandingBy);
        return isRecorded ? std::optional(session.clock().wallNow()) : std::nullopt;
    });
    auto* page = new TimelinePage(*source, session.clock(), parent);
    page->setRecorder(recorderOf(session));
    QObject::connect(page, &TimelinePage::lockRequested, parent, std::move(showLock));
    return page;
}

void addLockPast(Session& session, LocksPage& page)
{
    auto* source = new LockPastSource(
        [deployment = session.deployment()] { return history::historyFileOf(deployment); }, &page);
    auto* past = new LockPast(*source, &page);
    past->setRecorded([&session] {
        const HistoryRecorder* const recorder = session.recorder();
        return recorder != nullptr && recorder->isOn();
    });
    page.addDetailSection(*past, LocksPage::tr("Past"));
    QObject::connect(&page, &LocksPage::selectionChanged, past, [&page, past] {
        const observe::LockEntryPtr& entry = page.selectedEntry();
        past->setLock(entry ? std::optional(entry->resource) : std::nullopt,
            entry && page.isSelectedThere() ? leadingToken(entry->votes) : std::nullopt);
    });
}

QWidget* makeTrends(
    Session& session, std::function<void(const Resource&)> showLock, QWidget* parent)
{
    auto* source = new TrendsSource(
        [deployment = session.deployment()] { return history::historyFileOf(deployment); }, parent);
    auto* page = new TrendsPage(*source, session.clock(), parent);
    page->setRecorder(recorderOf(session));
    QObject::connect(page, &TrendsPage::lockRequested, parent, std::move(showLock));
    return page;
}

} // namespace lockkeeper::ui
