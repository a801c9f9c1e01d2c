// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/timeline/timeline_camera.h"

#include "ui/models/timeline/timeline_words.h"

#include <algorithm>
#include <tuple>

using namespace std::chrono_literals;

namespace lockkeeper::ui {
namespace {

constexpr double kAhead = 0.02; ///< room after the present
constexpr WallTime::duration kFirstSpan = 1h;
/// A time is shown with its surroundings.
constexpr WallTime::duration kLongestAround = 6h;

WallTime::duration part(WallTime::duration span, double of)
{
    return WallTime::duration(
        static_cast<WallTime::duration::rep>(static_cast<double>(span.count()) * of));
}

} // namespace

TimelineCamera::TimelineCamera(const Clock& clock)
    : m_clock(clock)
{
    m_scene.now = clock.wallNow();
    m_scene.scale.show({m_scene.now - kFirstSpan, m_scene.now});
    followNow();
}

void TimelineCamera::setPicture(const TimelinePicturePtr& picture)
{
    const history::ResourceRow* before = currentRow();
    const std::int64_t current = before ? before->id : 0;
    const bool isFirst = !m_scene.picture && picture;
    m_scene.picture = picture;
    if (picture && current != 0) {
        const auto& rows = *picture->rows;
        const auto found = std::ranges::find(rows, current, &history::ResourceRow::id);
        const auto selected = std::pair(m_scene.selected, m_scene.selectedWords);
        setCurrentRow(found == rows.end() ? -1 : static_cast<int>(found - rows.begin()));
        if (m_scene.currentRow >= 0)
            std::tie(m_scene.selected, m_scene.selectedWords) = selected;
    }
    const bool isShort
        = picture && m_clock.wallNow() - picture->recorded.from < m_scene.scale.span();
    if (isFirst && m_isFollowing && isShort)
        showAll();
}

TimelineQuestion TimelineCamera::question(RowRange seen) const
{
    const auto [from, to] = m_scene.scale.window();
    const auto span = m_scene.scale.span();
    return {.window = {from - span, to + span},
        .pixel = history::spanPixel(m_scene.scale.pixel()),
        .firstRow = static_cast<std::size_t>(std::max(0, seen.first - seen.count)),
        .rowCount = static_cast<std::size_t>(3 * seen.count)};
}

bool TimelineCamera::isRead(RowRange seen) const
{
    if (!m_scene.picture)
        return false;
    const TimelineQuestion& there = m_scene.picture->question;
    const auto margin = m_scene.scale.span() / 2;
    const auto [from, to] = m_scene.scale.window();
    const int last = std::min(seen.first + seen.count, rowCount());
    return history::spanPixel(m_scene.scale.pixel()) == there.pixel
        && static_cast<std::size_t>(seen.first) >= there.firstRow
        && static_cast<std::size_t>(last) <= there.firstRow + there.rowCount
        && from - margin >= there.window.from && to + margin <= there.window.to;
}

void TimelineCamera::show(WallTime from, WallTime to)
{
    m_scene.scale.show({from, to});
    m_isFollowing = false;
}

bool TimelineCamera::tick()
{
    const WallTime now = m_clock.wallNow();
    const bool isSeen = now < m_scene.now || now - m_scene.now >= m_scene.scale.pixel() / 2;
    if (!isSeen)
        return false;
    m_scene.now = now;
    if (m_isFollowing)
        followNow();
    return true;
}

void TimelineCamera::followNow()
{
    const auto span = m_scene.scale.span();
    m_scene.now = m_clock.wallNow();
    const WallTime to = m_scene.now + part(span, kAhead);
    show(to - span, to);
    m_isFollowing = true;
}

void TimelineCamera::showAll()
{
    if (!m_scene.picture)
        return;
    const auto recorded = m_clock.wallNow() - m_scene.picture->recorded.from;
    m_scene.scale.show({WallTime(), WallTime() + recorded + part(recorded, 2 * kAhead)});
    followNow();
}

void TimelineCamera::goToStart()
{
    if (!m_scene.picture)
        return;
    const WallTime from = m_scene.picture->recorded.from;
    const auto ahead = part(m_scene.scale.span(), kAhead);
    show(from - ahead, from - ahead + m_scene.scale.span());
}

void TimelineCamera::goTo(WallTime time, std::optional<WallTime::duration> span)
{
    m_scene.marker = time;
    const auto shown = span.value_or(std::min(m_scene.scale.span(), kLongestAround));
    show(time - shown / 2, time + shown / 2);
}

void TimelineCamera::zoomAt(double factor, double x)
{
    m_scene.scale.zoom(factor, x);
    if (m_isFollowing)
        followNow();
}

void TimelineCamera::zoom(double factor)
{
    zoomAt(factor, m_scene.scale.width() / 2.0);
}

void TimelineCamera::pan(double pixels)
{
    m_scene.scale.pan(pixels);
    m_isFollowing = false;
}

void TimelineCamera::brushBy(double share)
{
    const auto [from, to] = m_scene.scale.window();
    const WallTime middle = from + (to - from) / 2;
    history::Window brush = m_scene.brush.value_or(history::Window{middle, middle});
    brush.to += part(m_scene.scale.span(), share);
    m_scene.brush = brush.to > brush.from ? std::optional(brush) : std::nullopt;
}

bool TimelineCamera::setCurrentRow(int row)
{
    const int wanted = rowAt(row) ? row : -1;
    if (wanted == m_scene.currentRow)
        return false;
    m_scene.currentRow = wanted;
    m_scene.selected = 0;
    m_scene.selectedWords.clear();
    return true;
}

void TimelineCamera::setSelected(const TimelineAnswer& answer)
{
    const history::ResourceRow* row = currentRow();
    if (!row || row->id != answer.row)
        return;
    m_scene.selected = answer.interval ? answer.id : 0;
    m_scene.selectedWords = answerText(answer, *row, *m_scene.picture, m_scene.zone);
    const auto [from, to] = m_scene.scale.window();
    const bool isNew = answer.purpose == TimelineAnswer::Purpose::Select;
    if (!isNew || !answer.interval || (answer.at >= from && answer.at <= to))
        return;
    const auto span = m_scene.scale.span();
    show(answer.at - span / 2, answer.at + span / 2);
}

int TimelineCamera::rowCount() const noexcept
{
    return m_scene.picture ? static_cast<int>(m_scene.picture->rows->size()) : 0;
}

const history::ResourceRow* TimelineCamera::rowAt(int place) const
{
    if (place < 0 || place >= rowCount())
        return nullptr;
    return &(*m_scene.picture->rows)[static_cast<std::size_t>(place)];
}

const TimelineRow* TimelineCamera::contentAt(int place) const
{
    const history::ResourceRow* row = rowAt(place);
    if (!row)
        return nullptr;
    const auto content = m_scene.picture->content.find(row->id);
    return content == m_scene.picture->content.end() ? nullptr : &content->second;
}

QString TimelineCamera::wordsAt(int place) const
{
    const history::ResourceRow* row = rowAt(place);
    if (!row)
        return {};
    const bool isSelected = place == m_scene.currentRow && !m_scene.selectedWords.isEmpty();
    return isSelected ? m_scene.selectedWords : rowText(*row, contentAt(place));
}

const history::WaitSpan* TimelineCamera::waitAt(int place, double x, double grip) const
{
    const TimelineRow* content = contentAt(place);
    if (!content)
        return nullptr;
    const auto found = std::ranges::find_if(content->waits, [&](const history::WaitSpan& wait) {
        return wait.from <= m_scene.scale.timeAt(x + grip)
            && wait.to >= m_scene.scale.timeAt(x - grip);
    });
    return found == content->waits.end() ? nullptr : &*found;
}

const history::Span* TimelineCamera::spanAt(int place, double x, double grip) const
{
    const TimelineRow* content = contentAt(place);
    if (!content)
        return nullptr;
    const TimeScale& scale = m_scene.scale;
    const WallTime at = scale.timeAt(x);
    const history::Span* near = nullptr;
    for (const history::Span& span : content->spans) {
        if (span.from <= at && span.to >= at)
            return &span;
        if (span.from <= scale.timeAt(x + grip) && span.to >= scale.timeAt(x - grip))
            near = &span;
    }
    return near;
}

} // namespace lockkeeper::ui
