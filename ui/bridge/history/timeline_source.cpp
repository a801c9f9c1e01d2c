// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/history/timeline_source.h"

#include "core/output/freed.h"
#include "core/output/incident_words.h"
#include "core/text/natural_order.h"
#include "ui/models/words/words.h"

#include <algorithm>

namespace lockkeeper::ui {

namespace {

constexpr int kNamedPixels = 24;

bool isSameList(const TimelineQuestion& a, const TimelineQuestion& b)
{
    const auto isSame = [](const std::optional<history::Window>& x,
                            const std::optional<history::Window>& y) {
        return x.has_value() == y.has_value() && (!x || (x->from == y->from && x->to == y->to));
    };
    return a.order == b.order && a.filter == b.filter && isSame(a.ownedIn, b.ownedIn)
        && a.only == b.only;
}

QString holderWords(const history::Interval& interval)
{
    return toQt(output::recordedHolder(interval.holder));
}

} // namespace

Result<void> TimelineGatherer::open()
{
    if (m_reader && m_reader->isStillThere())
        return {};
    m_rows.reset();
    m_reader.reset();
    auto reader = history::TimelineReader::open(m_place);
    if (!reader)
        return tl::make_unexpected(reader.error());
    m_reader = std::move(*reader);
    return {};
}

Result<TimelinePicturePtr> TimelineGatherer::gather(
    const TimelineQuestion& question, std::optional<WallTime> recordedAt)
{
    if (!m_place.mayExist())
        return TimelinePicturePtr();
    if (auto opened = open(); !opened)
        return tl::make_unexpected(opened.error());
    m_reader->setRecordedAt(recordedAt);
    readDeeds();
    auto picture = gatherOpen(question);
    if (!picture)
        m_reader.reset(); // the file may have been replaced
    return picture;
}

void TimelineGatherer::readDeeds()
{
    std::error_code missing;
    const auto written = std::filesystem::last_write_time(m_journal, missing);
    if (missing || std::exchange(m_journalTime, written) == written)
        return;
    m_deeds = output::deedsIn(m_journal);
}

/// An operator's end is a release, even if the lock was retaken at once.
Result<void> TimelineGatherer::noteFreed(
    std::vector<history::Span>& spans, const Resource& resource) const
{
    const auto isOf
        = [&](const release::Deed& deed) { return deed.intent.resource == resource.value(); };
    if (std::ranges::none_of(m_deeds, isOf))
        return {};
    for (history::Span& span : spans) {
        if (!span.owner || span.owner->end != history::End::NextHolder)
            continue;
        auto interval = m_reader->interval(span.owner->id);
        if (!interval)
            return tl::make_unexpected(interval.error());
        if (!*interval)
            continue;
        output::noteWhoFreed(std::span(&**interval, 1), m_deeds);
        if (!(*interval)->freedBy.empty())
            span.owner->end = history::End::Released;
    }
    return {};
}

Result<TimelinePicturePtr> TimelineGatherer::gatherOpen(const TimelineQuestion& question)
{
    const history::TimelineReader::Snapshot snapshot(*m_reader);
    const auto recorded = m_reader->extent();
    if (!recorded)
        return tl::make_unexpected(recorded.error());
    if (!*recorded)
        return TimelinePicturePtr();
    if (auto listed = listRows(question); !listed)
        return tl::make_unexpected(listed.error());
    auto picture = std::make_shared<TimelinePicture>();
    picture->question = question;
    picture->recorded = **recorded;
    picture->rows = m_rows;
    Present present;
    const std::size_t end = std::min(m_rows->size(), question.firstRow + question.rowCount);
    for (std::size_t i = question.firstRow; i < end; ++i) {
        if (auto filled = fill(*picture, present, (*m_rows)[i]); !filled)
            return tl::make_unexpected(filled.error());
    }
    if (auto named = nameOwners(*picture, present); !named)
        return tl::make_unexpected(named.error());
    auto gaps = m_reader->gaps(question.window);
    if (!gaps)
        return tl::make_unexpected(gaps.error());
    picture->gaps = std::move(*gaps);
    auto outages = m_reader->outages(question.window.to);
    if (!outages)
        return tl::make_unexpected(outages.error());
    picture->outages = std::move(*outages);
    return TimelinePicturePtr(std::move(picture));
}

Result<void> TimelineGatherer::listRows(const TimelineQuestion& question)
{
    const auto version = m_reader->version();
    if (!version)
        return tl::make_unexpected(version.error());
    if (m_rows && *version == m_version && isSameList(question, m_listed))
        return {};
    auto rows = m_reader->rows(question.ownedIn);
    if (!rows)
        return tl::make_unexpected(rows.error());
    const std::string part = question.filter.toStdString();
    std::erase_if(*rows, [&](const history::ResourceRow& row) {
        return (!question.only.empty()
                   && std::ranges::find(question.only, row.resource) == question.only.end())
            || (!part.empty()
                && !wholeText(row.resource.value()).contains(question.filter, Qt::CaseInsensitive));
    });
    std::ranges::sort(*rows, [](const history::ResourceRow& a, const history::ResourceRow& b) {
        return naturalOrder<char>(a.resource.value(), b.resource.value()) < 0;
    });
    if (question.order == RowOrder::Latest)
        std::ranges::stable_sort(*rows, std::greater(), &history::ResourceRow::lastTaken);
    m_rows = std::make_shared<const std::vector<history::ResourceRow>>(std::move(*rows));
    m_listed = question;
    m_version = *version;
    return {};
}

Result<void> TimelineGatherer::fill(
    TimelinePicture& picture, Present& present, const history::ResourceRow& row)
{
    auto spans = m_reader->spans(row.id, picture.question.window, picture.question.pixel);
    if (!spans)
        return tl::make_unexpected(spans.error());
    TimelineRow& content = picture.content[row.id];
    if (auto noted = noteFreed(*spans, row.resource); !noted)
        return noted;
    content.spans = std::move(*spans);
    auto waits = m_reader->waits(row.id, picture.question.window, picture.question.pixel);
    if (!waits)
        return tl::make_unexpected(waits.error());
    content.waits = std::move(*waits);
    for (const history::Span& span : content.spans) {
        if (span.owner && span.to - span.from >= picture.question.pixel * kNamedPixels)
            picture.owners.try_emplace(span.owner->id);
    }
    const auto last = m_reader->ownershipAt(row.id, picture.recorded.to);
    if (!last)
        return tl::make_unexpected(last.error());
    if (*last && !(*last)->end)
        present[row.id] = (*last)->id;
    return {};
}

/// At once: each statement may be a round trip.
Result<void> TimelineGatherer::nameOwners(TimelinePicture& picture, const Present& present) const
{
    std::vector<std::int64_t> ids;
    for (const auto& [id, name] : picture.owners)
        ids.push_back(id);
    for (const auto& [row, id] : present)
        ids.push_back(id);
    const auto found = m_reader->intervals(ids);
    if (!found)
        return tl::make_unexpected(found.error());
    for (auto& [id, name] : picture.owners) {
        if (const auto interval = found->find(id); interval != found->end())
            name = holderWords(interval->second);
    }
    for (const auto& [row, id] : present) {
        if (const auto interval = found->find(id); interval != found->end())
            picture.content[row].owner = holderWords(interval->second);
    }
    return {};
}

Result<TimelineAnswer> TimelineGatherer::ownerAt(std::int64_t row, WallTime time)
{
    if (auto opened = open(); !opened)
        return tl::make_unexpected(opened.error());
    const auto found = m_reader->ownershipAt(row, time);
    if (!found)
        return tl::make_unexpected(found.error());
    return answer(row, time, *found);
}

Result<TimelineAnswer> TimelineGatherer::nextTo(
    std::int64_t row, const history::Ownership& of, bool isLater)
{
    if (auto opened = open(); !opened)
        return tl::make_unexpected(opened.error());
    const auto found = m_reader->neighbour(row, of, isLater);
    if (!found)
        return tl::make_unexpected(found.error());
    return answer(row, *found ? (*found)->from : of.from, *found ? *found : std::optional(of));
}

Result<TimelineAnswer> TimelineGatherer::answer(
    std::int64_t row, WallTime at, const std::optional<history::Ownership>& found) const
{
    TimelineAnswer answer{.row = row, .at = at};
    if (!found)
        return answer;
    auto interval = m_reader->interval(found->id);
    if (!interval)
        return tl::make_unexpected(interval.error());
    if (*interval) {
        output::noteWhoFreed(std::span(&**interval, 1), m_deeds);
        answer.interval = std::move(*interval);
        answer.id = found->id;
    }
    return answer;
}

TimelineSource::TimelineSource(std::function<history::Place()> place, QObject* parent)
    : QObject(parent)
    , m_place(std::move(place))
{ }

TimelineSource::~TimelineSource() = default;

TimelineGatherer& TimelineSource::gatherer()
{
    if (!m_gatherer)
        m_gatherer = std::make_unique<TimelineGatherer>(m_place(), m_journal);
    return *m_gatherer;
}

void TimelineSource::ask(const TimelineQuestion& question)
{
    const auto recordedAt = m_recordedAt ? m_recordedAt() : std::nullopt;
    const auto gather
        = [this, question, recordedAt] { return gatherer().gather(question, recordedAt); };
    m_tasks.runLatest(this, gather, [this](const Result<TimelinePicturePtr>& picture) {
        if (picture)
            Q_EMIT loaded(*picture);
        else
            Q_EMIT failed(picture.error());
    });
}

void TimelineSource::askOwner(std::int64_t row, WallTime time, TimelineAnswer::Purpose purpose)
{
    const auto find = [this, row, time] { return gatherer().ownerAt(row, time); };
    m_tasks.run(this, find, [this, purpose](Result<TimelineAnswer> answer) {
        if (!answer)
            return;
        answer->purpose = purpose;
        Q_EMIT answered(*answer);
    });
}

void TimelineSource::askNeighbour(std::int64_t row, const history::Ownership& of, bool isLater)
{
    const auto find = [this, row, of, isLater] { return gatherer().nextTo(row, of, isLater); };
    m_tasks.run(this, find, [this](const Result<TimelineAnswer>& answer) {
        if (answer)
            Q_EMIT answered(*answer);
    });
}

} // namespace lockkeeper::ui
