// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/history_output.h"

#include "app/ctl/table_output.h"
#include "core/observe/board/names.h"
#include "core/text/display_safe.h"
#include "core/words/lock_words.h"
#include "core/words/time_words.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace lockkeeper::ctl {
namespace {

using Row = std::vector<std::string>;

constexpr std::size_t kCellLimit = 48;

Json timeJson(const std::optional<WallTime>& time)
{
    return time ? Json(sinceEpoch(*time).count()) : Json(nullptr);
}

Json durationJson(const std::optional<std::chrono::milliseconds>& duration)
{
    return duration ? Json(duration->count()) : Json(nullptr);
}

Json optionalJson(const std::optional<std::string>& text)
{
    return text ? textJson(*text) : Json(nullptr);
}

Json holderJson(const history::HolderRecord& holder)
{
    return {{"host", optionalJson(holder.host)},
        {"pid", holder.pid ? Json(*holder.pid) : Json(nullptr)},
        {"thread", optionalJson(holder.thread)}, {"app", optionalJson(holder.app)},
        {"detail", optionalJson(holder.detail)}};
}

Json intervalJson(const history::Interval& interval)
{
    Json object = Json::object();
    addResource(object, interval.resource);
    object["token"] = interval.token.shortHex();
    object["format"] = textJson(interval.format);
    object["certainty"]
        = interval.certainty ? Json(observe::certaintyName(*interval.certainty)) : Json(nullptr);
    object["holder"] = holderJson(interval.holder);
    object["since_unix_ms"] = timeJson(interval.since);
    object["first_seen_unix_ms"] = timeJson(interval.firstSeen);
    object["last_seen_unix_ms"] = timeJson(interval.lastSeen);
    object["ended_unix_ms"] = timeJson(interval.endedAt);
    object["end"] = interval.end ? Json(history::endName(*interval.end)) : Json(nullptr);
    object["held_ms"] = interval.held.count();
    object["held_exact"] = interval.isHeldExact;
    object["start_seen"] = interval.isStartSeen;
    object["hand_over"] = interval.isHandOver;
    object["renewals"] = interval.renewals;
    object["renewal_interval_ms"] = durationJson(interval.renewalInterval);
    object["last_renewed_unix_ms"] = timeJson(interval.lastRenewed);
    return object;
}

/// Without the zone, which the column's title names.
std::string timeText(WallTime time)
{
    std::string text = words::utcText(time);
    return text.erase(text.rfind(' '));
}

std::string cell(const std::string& text)
{
    return displaySafe(text, kCellLimit);
}

std::string holderText(const history::HolderRecord& holder)
{
    return words::holderText({.host = holder.host,
        .pid = holder.pid,
        .thread = holder.thread,
        .app = holder.app,
        .since = {},
        .detail = holder.detail});
}

std::string heldText(const history::Interval& interval)
{
    return std::string(interval.isHeldExact ? "" : "at least ")
        .append(words::durationText(interval.held));
}

std::string endText(const history::Interval& interval)
{
    if (!interval.end)
        return "not yet, as of " + timeText(interval.lastSeen);
    switch (*interval.end) {
    case history::End::Released:
        return "released or deleted";
    case history::End::Expired:
        return "expired";
    case history::End::TakenOver:
        return "taken over";
    case history::End::Unknown:
        break;
    }
    return "not seen";
}

std::string renewalText(const history::Interval& interval)
{
    if (interval.renewals == 0)
        return "-";
    std::string text = std::to_string(interval.renewals);
    if (interval.renewalInterval)
        text.append(" every ").append(words::durationText(*interval.renewalInterval));
    return text;
}

/// A table row and the time to sort it by.
struct Event {
    WallTime at;
    Row row;
};

std::string verdictText(const history::VerdictChange& change)
{
    std::string text = change.from ? observe::verdictName(*change.from) : "?";
    return text.append(" -> ").append(observe::verdictName(change.to));
}

std::string masterText(const history::MasterChange& change)
{
    std::string text = "master ";
    text.append(cell(change.master.value())).append(" ").append(cell(change.state));
    if (!change.error.empty())
        text.append(": ").append(displaySafe(change.error));
    return text;
}

std::vector<Event> eventsOf(const history::Timeline& timeline)
{
    std::vector<Event> events;
    for (const history::Interval& interval : timeline.intervals) {
        events.push_back({interval.firstSeen,
            {timeText(interval.firstSeen), "held", heldText(interval), endText(interval),
                interval.token.shortHex(), renewalText(interval), cell(interval.format),
                holderText(interval.holder)}});
    }
    for (const history::VerdictChange& change : timeline.verdicts)
        events.push_back({change.at, {timeText(change.at), verdictText(change)}});
    for (const history::MasterChange& change : timeline.masters)
        events.push_back({change.at, {timeText(change.at), masterText(change)}});
    std::ranges::stable_sort(events, {}, &Event::at);
    return events;
}

} // namespace

Json timelineJson(const Resource& resource, const history::Timeline& timeline,
    const std::optional<history::UsualHold>& usual)
{
    Json object = Json::object();
    addResource(object, resource);
    object["usual_hold"] = nullptr;
    if (usual) {
        object["usual_hold"] = {{"samples", usual->samples}, {"median_ms", usual->median.count()},
            {"p95_ms", usual->p95.count()}};
    }
    object["intervals"] = intervalsJson(timeline.intervals);
    object["verdicts"] = Json::array();
    for (const history::VerdictChange& change : timeline.verdicts) {
        object["verdicts"].push_back({{"at_unix_ms", timeJson(change.at)},
            {"from", change.from ? Json(observe::verdictName(*change.from)) : Json(nullptr)},
            {"to", observe::verdictName(change.to)}});
    }
    object["masters"] = Json::array();
    for (const history::MasterChange& change : timeline.masters) {
        object["masters"].push_back({{"at_unix_ms", timeJson(change.at)},
            {"master", textJson(change.master.value())}, {"state", textJson(change.state)},
            {"error", change.error.empty() ? Json(nullptr) : textJson(change.error)}});
    }
    object["cut"] = timeline.isCut;
    return object;
}

Json trafficJson(const std::vector<history::Traffic>& traffic)
{
    Json list = Json::array();
    for (const history::Traffic& one : traffic) {
        Json object = Json::object();
        addResource(object, one.resource);
        object["acquisitions"] = one.acquisitions;
        object["hand_overs"] = one.handOvers;
        object["hand_overs_per_minute"] = one.handOversPerMinute;
        list.push_back(std::move(object));
    }
    return list;
}

Json intervalsJson(const std::vector<history::Interval>& intervals)
{
    Json list = Json::array();
    for (const history::Interval& interval : intervals)
        list.push_back(intervalJson(interval));
    return list;
}

std::vector<std::string> timelineTable(const history::Timeline& timeline, std::size_t columns)
{
    std::vector<Row> rows{
        {"SEEN (UTC)", "WHAT", "HELD FOR", "END", "TOKEN", "RENEWED", "LIBRARY", "HOLDER"}};
    for (Event& event : eventsOf(timeline))
        rows.push_back(std::move(event.row));
    return alignedLines(rows, columns);
}

std::string usualText(const history::UsualHold& usual)
{
    std::string text = "usually held for ";
    return text.append(words::durationText(usual.median))
        .append(", 95 % of the time for at most ")
        .append(words::durationText(usual.p95))
        .append(" (")
        .append(std::to_string(usual.samples))
        .append(" times seen)");
}

std::vector<std::string> trafficTable(
    const std::vector<history::Traffic>& traffic, std::size_t columns)
{
    std::vector<Row> rows{{"RESOURCE", "TAKEN", "HAND-OVERS", "A MINUTE"}};
    for (const history::Traffic& one : traffic) {
        std::array<char, 40> rate{};
        std::snprintf(rate.data(), rate.size(), "%.2f", one.handOversPerMinute);
        rows.push_back({cell(one.resource.value()), std::to_string(one.acquisitions),
            std::to_string(one.handOvers), rate.data()});
    }
    return alignedLines(rows, columns);
}

std::vector<std::string> longestTable(
    const std::vector<history::Interval>& intervals, std::size_t columns)
{
    std::vector<Row> rows{
        {"RESOURCE", "HELD FOR", "SEEN (UTC)", "END", "TOKEN", "RENEWED", "LIBRARY", "HOLDER"}};
    for (const history::Interval& interval : intervals) {
        rows.push_back({cell(interval.resource.value()), heldText(interval),
            timeText(interval.firstSeen), endText(interval), interval.token.shortHex(),
            renewalText(interval), cell(interval.format), holderText(interval.holder)});
    }
    return alignedLines(rows, columns);
}

} // namespace lockkeeper::ctl
