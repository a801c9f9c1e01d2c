// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/history/timeline_source.h"

namespace lockkeeper::ui {

TimelineSource::TimelineSource(std::function<std::filesystem::path()> file, QObject* parent)
    : QObject(parent)
    , m_file(std::move(file))
{ }

TimelineSource::~TimelineSource() = default;

void TimelineSource::post(std::function<void(TimelineGatherer&)> work)
{
    m_worker.post([this, work = std::move(work)] {
        if (!m_gatherer)
            m_gatherer = std::make_unique<TimelineGatherer>(m_file());
        work(*m_gatherer);
    });
}

void TimelineSource::ask(const TimelineQuestion& question)
{
    const unsigned number = ++m_latest;
    const auto recordedAt = m_recordedAt ? m_recordedAt() : std::nullopt;
    post([this, number, question, recordedAt](TimelineGatherer& gatherer) {
        if (number != m_latest)
            return;
        auto report = [this, picture = gatherer.gather(question, recordedAt)] {
            if (picture)
                Q_EMIT loaded(*picture);
            else
                Q_EMIT failed(picture.error());
        };
        QMetaObject::invokeMethod(this, std::move(report), Qt::QueuedConnection);
    });
}

void TimelineSource::askOwner(std::int64_t row, WallTime time, TimelineAnswer::Purpose purpose)
{
    post([this, row, time, purpose](TimelineGatherer& gatherer) {
        auto answer = gatherer.ownerAt(row, time);
        if (answer)
            answer->purpose = purpose;
        auto report = [this, answer = std::move(answer)] {
            if (answer)
                Q_EMIT answered(*answer);
        };
        QMetaObject::invokeMethod(this, std::move(report), Qt::QueuedConnection);
    });
}

void TimelineSource::askNeighbour(std::int64_t row, const history::Ownership& of, bool isLater)
{
    post([this, row, of, isLater](TimelineGatherer& gatherer) {
        auto report = [this, answer = gatherer.nextTo(row, of, isLater)] {
            if (answer)
                Q_EMIT answered(*answer);
        };
        QMetaObject::invokeMethod(this, std::move(report), Qt::QueuedConnection);
    });
}

} // namespace lockkeeper::ui
