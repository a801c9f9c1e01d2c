// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/history/timeline_spans.h"

#include <algorithm>
#include <bit>

namespace lockkeeper::history {
namespace {

using std::chrono::milliseconds;

milliseconds lengthOf(const Ownership& ownership)
{
    return std::chrono::duration_cast<milliseconds>(ownership.to - ownership.from);
}

} // namespace

SpanMaker::SpanMaker(milliseconds pixel)
    : m_pixel(std::max(pixel, milliseconds(1)))
{ }

std::int64_t SpanMaker::cellOf(WallTime time) const noexcept
{
    const std::int64_t width = m_pixel.count() * kMergedPixels;
    const std::int64_t at = sinceEpoch(time).count();
    return at >= 0 ? at / width : (at - width + 1) / width;
}

bool SpanMaker::joins(const Ownership& ownership) const noexcept
{
    return m_merged && ownership.from - m_merged->to <= m_pixel
        && cellOf(ownership.from) == cellOf(m_merged->from);
}

void SpanMaker::add(const Ownership& ownership)
{
    const bool isShort = ownership.end && ownership.to - ownership.from < 2 * m_pixel;
    if (!isShort || !joins(ownership))
        finish();
    const Span span{.from = ownership.from,
        .to = ownership.to,
        .owner = ownership,
        .count = 1,
        .held = lengthOf(ownership)};
    if (!isShort) {
        m_spans.push_back(span);
    } else if (!m_merged) {
        m_merged = span;
    } else {
        // They may overlap after the clock was set back.
        const WallTime from = std::max(ownership.from, m_merged->to);
        if (ownership.to > from)
            m_merged->held += std::chrono::duration_cast<milliseconds>(ownership.to - from);
        m_merged->to = std::max(m_merged->to, ownership.to);
        m_merged->owner.reset();
        ++m_merged->count;
    }
}

void SpanMaker::finish()
{
    if (m_merged)
        m_spans.push_back(*m_merged);
    m_merged.reset();
}

std::vector<Span> SpanMaker::take()
{
    finish();
    return std::exchange(m_spans, {});
}

milliseconds spanPixel(std::chrono::nanoseconds pixel) noexcept
{
    const auto whole = std::chrono::duration_cast<milliseconds>(pixel).count();
    return milliseconds(whole < 1
            ? 1
            : static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(whole))));
}

std::vector<WaitSpan> waitSpans(const std::vector<WaitRecord>& waits, milliseconds pixel)
{
    std::vector<WaitSpan> spans;
    for (const WaitRecord& wait : waits) {
        const WallTime to = wait.endedAt.value_or(wait.lastSeen);
        if (spans.empty() || wait.from - spans.back().to > pixel) {
            spans.push_back({.from = wait.from, .to = to, .waiter = wait.waiter});
            continue;
        }
        WaitSpan& span = spans.back();
        span.to = std::max(span.to, to);
        ++span.count;
        span.waiter = {};
    }
    return spans;
}

std::vector<Outage> outagesOf(const std::vector<MasterChange>& changes)
{
    std::vector<Outage> outages;
    const auto openOne = [&](const MasterId& master) {
        return std::find_if(outages.rbegin(), outages.rend(),
            [&](const Outage& outage) { return outage.master == master && !outage.to; });
    };
    for (const MasterChange& change : changes) {
        const auto open = openOne(change.master);
        const bool isOpen = open != outages.rend();
        if (change.state == "connecting")
            continue;
        if (isOpen && change.state == "up") {
            open->to = std::max(open->from, change.at); // the clock may have been set back
        } else if (isOpen) {
            open->state = change.state;
            open->error = change.error;
        } else if (change.state != "up")
            outages.push_back({.master = change.master,
                .state = change.state,
                .error = change.error,
                .from = change.at});
    }
    return outages;
}

} // namespace lockkeeper::history
