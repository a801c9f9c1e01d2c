// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/output/history_json.h"

#include "core/output/board_json.h"

namespace lockkeeper::output {
namespace {

using history::UsualTrend;

void writeHolder(JsonWriter& out, const history::HolderRecord& holder)
{
    out.object("host", holder.host, "pid", holder.pid, "thread", holder.thread, "app", holder.app,
        "detail", holder.detail);
}

void writeUsual(JsonWriter& out, const std::optional<history::UsualHold>& usual)
{
    if (!usual)
        return out.value(nullptr);
    out.object("samples", usual->samples, "median_ms", usual->median, "p95_ms", usual->p95,
        "p99_ms", usual->p99);
}

void writeWait(JsonWriter& out, const history::WaitRecord& wait)
{
    out.field("host", wait.waiter.host, "pid", wait.waiter.pid, "app", wait.waiter.app);
    out.field("from_unix_ms", wait.from, "last_seen_unix_ms", wait.lastSeen, "ended_unix_ms",
        wait.endedAt);
}

void writeHandOvers(JsonWriter& out, const std::optional<history::HandOverTimes>& times)
{
    out.key("hand_overs");
    if (!times)
        return out.value(nullptr);
    out.object("samples", times->samples, "median_ms", times->median, "p99_ms", times->p99);
}

void writeInterval(JsonWriter& out, const history::Interval& interval)
{
    out.openObject();
    writeResource(out, interval.resource);
    out.field("token", interval.token, "format", interval.format, "certainty", interval.certainty);
    writeHolder(out.key("holder"), interval.holder);
    out.field("since_unix_ms", interval.since, "first_seen_unix_ms", interval.firstSeen);
    out.field("last_seen_unix_ms", interval.lastSeen, "ended_unix_ms", interval.endedAt);
    out.field("end", interval.end, "lease_until_unix_ms", interval.leaseUntil);
    out.field("freed_by", unlessEmpty(interval.freedBy), "held_ms", interval.held);
    out.field("held_exact", interval.isHeldExact, "start_seen", interval.isStartSeen);
    out.field("hand_over", interval.isHandOver, "renewals", interval.renewals);
    out.field("renewal_interval_ms", interval.renewalInterval);
    out.field("last_renewed_unix_ms", interval.lastRenewed);
    out.closeObject();
}

} // namespace

void writeIntervals(JsonWriter& out, const std::vector<history::Interval>& intervals)
{
    out.list("intervals", intervals, [&](const auto& interval) { writeInterval(out, interval); });
}

void writeTraffic(JsonWriter& out, const std::vector<history::Traffic>& traffic)
{
    out.list("resources", traffic, [&](const history::Traffic& one) {
        out.openObject();
        writeResource(out, one.resource);
        out.field("acquisitions", one.acquisitions, "hand_overs", one.handOvers);
        out.field("hand_overs_per_minute", one.handOversPerMinute);
        out.closeObject();
    });
}

void writeTimeline(JsonWriter& out, const Resource& resource, const history::Timeline& timeline,
    const std::optional<history::UsualHold>& usual,
    const std::optional<history::HandOverTimes>& handOvers)
{
    out.openObject();
    writeResource(out, resource);
    writeUsual(out.key("usual_hold"), usual);
    writeHandOvers(out, handOvers);
    writeIntervals(out, timeline.intervals);
    out.list("verdicts", timeline.verdicts, [&](const history::VerdictChange& change) {
        out.object("at_unix_ms", change.at, "from", change.from, "to", change.to);
    });
    out.list("masters", timeline.masters, [&](const history::MasterChange& change) {
        out.object("at_unix_ms", change.at, "master", change.master, "state", change.state, "error",
            unlessEmpty(change.error));
    });
    out.list("waits", timeline.waits, [&](const history::WaitRecord& wait) {
        out.openObject();
        writeWait(out, wait);
        out.closeObject();
    });
    out.field("cut", timeline.isCut);
    out.closeObject();
}

void writeTrends(JsonWriter& out, const history::Trends& trends)
{
    out.list("hours", trends.steps, [&](const history::TrendStep& hour) {
        const auto usual = [&](double UsualTrend::*figure) {
            return hour.usual ? std::optional((*hour.usual).*figure) : std::nullopt;
        };
        out.openObject();
        out.field("hour_unix_ms", hour.from, "acquisitions", hour.acquisitions);
        out.field("acquisitions_per_minute", hour.acquisitionsPerMinute);
        out.field("usual_acquisitions", usual(&UsualTrend::acquisitions));
        out.field("held", hour.held, "usual_held", usual(&UsualTrend::held));
        out.field("waiting", hour.waiting, "usual_waiting", usual(&UsualTrend::waiting));
        out.field("expired", hour.expired, "waits", hour.waits);
        out.field("longest_wait_ms", hour.longestWait);
        writeHandOvers(out, hour.handOvers);
        out.field("stale", hour.stale);
        out.closeObject();
    });
    writeHandOvers(out, trends.handOvers);
    out.list("longest_waits", trends.longestWaits, [&](const history::WaitRecord& wait) {
        out.openObject();
        writeResource(out, wait.resource);
        writeWait(out, wait);
        out.closeObject();
    });
}

} // namespace lockkeeper::output
