// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/output/history_output.h"

#include "app/ctl/output/name_words.h"
#include "app/ctl/output/table_output.h"
#include "core/output/incident_words.h"
#include "core/text/display_safe.h"
#include "core/text/translate.h"
#include "core/words/lock_words.h"
#include "core/words/time_words.h"

#include <absl/strings/substitute.h>
#include <algorithm>
#include <array>
#include <cstdio>
#include <iterator>

namespace lockkeeper::ctl {
namespace {

using Row = std::vector<std::string>;

constexpr std::size_t kCellLimit = 48;

/// The title names the zone.
std::string timeText(WallTime time)
{
    std::string text = words::utcText(time);
    return text.erase(text.rfind(' '));
}

std::string cell(const std::string& text)
{
    return displaySafe(text, kCellLimit);
}

std::string renewalText(const history::Interval& interval)
{
    if (interval.renewals == 0)
        return "-";
    if (!interval.renewalInterval)
        return std::to_string(interval.renewals);
    return absl::Substitute(tr("$0 every $1", "renewals"), interval.renewals,
        words::durationText(*interval.renewalInterval));
}

std::string rateText(double rate, int digits)
{
    std::array<char, 40> text{};
    std::snprintf(text.data(), text.size(), "%.*f", digits, rate);
    return text.data();
}

struct Event {
    WallTime at;
    Row row;
};

std::string masterText(const history::MasterChange& change)
{
    const std::string text = absl::Substitute(tr("master $0 $1"), cell(change.master.value()),
        cell(output::masterStateText(change.state)));
    return change.error.empty()
        ? text
        : absl::Substitute(tr("$0: $1"), text, displaySafe(trData(change.error)));
}

WallTime firstOf(const history::Timeline& timeline)
{
    WallTime first = WallTime::max();
    for (const history::Interval& interval : timeline.intervals)
        first = std::min(first, interval.firstSeen);
    for (const history::WaitRecord& wait : timeline.waits)
        first = std::min(first, wait.from);
    for (const history::VerdictChange& change : timeline.verdicts)
        first = std::min(first, change.at);
    return first;
}

std::vector<Event> eventsOf(const history::Timeline& timeline, WallTime first)
{
    std::vector<Event> events;
    for (const history::Interval& interval : timeline.intervals) {
        events.push_back({interval.firstSeen,
            {timeText(interval.firstSeen), tr("held", "event"), output::heldText(interval),
                output::endText(interval), interval.token.shortHex(), renewalText(interval),
                cell(output::recordedLibrary(interval)), output::recordedHolder(interval.holder)}});
    }
    for (const history::WaitRecord& wait : timeline.waits) {
        events.push_back({wait.from,
            {timeText(wait.from), tr("waited", "event"), output::waitedText(wait),
                output::endText(wait), "", "", "", output::recordedHolder(wait.waiter)}});
    }
    for (const history::VerdictChange& change : timeline.verdicts)
        events.push_back({change.at, {timeText(change.at), output::changeText(change)}});
    for (const history::MasterChange& change : timeline.masters) {
        if (change.at >= first)
            events.push_back({change.at, {timeText(change.at), masterText(change)}});
    }
    std::ranges::stable_sort(events, {}, &Event::at);
    return events;
}

} // namespace

std::vector<std::string> timelineTable(const history::Timeline& timeline, std::size_t columns)
{
    std::vector<Row> rows{{tr("SEEN (UTC)"), tr("WHAT"), tr("FOR"), tr("END"), tr("TOKEN"),
        tr("RENEWED"), tr("LIBRARY"), tr("WHO")}};
    for (Event& event : eventsOf(timeline, firstOf(timeline)))
        rows.push_back(std::move(event.row));
    return alignedLines(rows, columns);
}

std::vector<std::string> earlierMasters(const history::Timeline& timeline, std::size_t columns)
{
    const WallTime first = firstOf(timeline);
    std::vector<Row> rows;
    for (const history::MasterChange& change : timeline.masters) {
        if (change.at < first)
            rows.push_back({timeText(change.at), masterText(change)});
    }
    std::vector<std::string> lines = alignedLines(rows, columns);
    if (!lines.empty())
        lines.insert(lines.begin(), tr("the masters before the first line above:"));
    return lines;
}

std::vector<std::string> trafficTable(
    const std::vector<history::Traffic>& traffic, std::size_t columns)
{
    std::vector<Row> rows{{tr("RESOURCE"), tr("TAKEN"), tr("HAND-OVERS"), tr("A MINUTE")}};
    for (const history::Traffic& one : traffic) {
        rows.push_back({cell(one.resource.value()), std::to_string(one.acquisitions),
            std::to_string(one.handOvers), rateText(one.handOversPerMinute, 2)});
    }
    return alignedLines(rows, columns);
}

std::vector<std::string> longestTable(
    const std::vector<history::Interval>& intervals, std::size_t columns)
{
    std::vector<Row> rows{{tr("RESOURCE"), tr("HELD FOR"), tr("SEEN (UTC)"), tr("END"), tr("TOKEN"),
        tr("RENEWED"), tr("LIBRARY"), tr("HOLDER")}};
    for (const history::Interval& interval : intervals) {
        rows.push_back({cell(interval.resource.value()), output::heldText(interval),
            timeText(interval.firstSeen), output::endText(interval), interval.token.shortHex(),
            renewalText(interval), cell(output::recordedLibrary(interval)),
            output::recordedHolder(interval.holder)});
    }
    return alignedLines(rows, columns);
}

std::vector<std::string> trendLines(const history::Trends& trends, std::size_t columns)
{
    std::vector<Row> rows{
        {tr("HOUR (UTC)"), tr("TAKEN"), tr("A MINUTE"), tr("USUAL"), tr("HELD"), tr("WAITING"),
            tr("HAND-OVER"), tr("STALE"), tr("EXPIRED"), tr("WAITS"), tr("LONGEST WAIT")}};
    for (const history::TrendStep& hour : trends.steps) {
        rows.push_back({timeText(hour.from).substr(0, 16), std::to_string(hour.acquisitions),
            rateText(hour.acquisitionsPerMinute, 2),
            hour.usual ? rateText(hour.usual->acquisitions, 0) : "-", rateText(hour.held, 1),
            rateText(hour.waiting, 1),
            hour.handOvers ? words::durationText(hour.handOvers->median) : "-",
            hour.stale ? std::to_string(*hour.stale) : "-", std::to_string(hour.expired),
            std::to_string(hour.waits),
            hour.longestWait ? words::durationText(*hour.longestWait) : "-"});
    }
    std::vector<std::string> lines = alignedLines(rows, columns);
    if (trends.handOvers)
        lines.push_back(output::handOversText(*trends.handOvers));
    if (trends.longestWaits.empty())
        return lines;
    rows = {{tr("LONGEST WAITS"), tr("WAITED"), tr("SINCE (UTC)"), tr("END"), tr("WHO")}};
    for (const history::WaitRecord& wait : trends.longestWaits)
        rows.push_back({cell(wait.resource.value()), output::waitedText(wait), timeText(wait.from),
            output::endText(wait), output::recordedHolder(wait.waiter)});
    std::ranges::move(alignedLines(rows, columns), std::back_inserter(lines));
    return lines;
}

} // namespace lockkeeper::ctl
