// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/output/history_json.h"

#include "core/output/board_json.h"

namespace lockkeeper::output {
namespace {

void writeHolder(JsonWriter& out, const history::HolderRecord& holder)
{
    out.openObject();
    out.field("host", holder.host);
    out.field("pid", holder.pid);
    out.field("thread", holder.thread);
    out.field("app", holder.app);
    out.field("detail", holder.detail);
    out.closeObject();
}

void writeUsual(JsonWriter& out, const std::optional<history::UsualHold>& usual)
{
    if (!usual)
        return out.value(nullptr);
    out.openObject();
    out.field("samples", usual->samples);
    out.field("median_ms", usual->median.count());
    out.field("p95_ms", usual->p95.count());
    out.field("p99_ms", usual->p99.count());
    out.closeObject();
}

/// A name for programs, or null.
void writeName(JsonWriter& out, std::string_view key, const char* name)
{
    out.field(key, name == nullptr ? std::nullopt : std::optional<std::string>(name));
}

void writeVerdicts(JsonWriter& out, const std::vector<history::VerdictChange>& changes)
{
    out.openArray();
    for (const history::VerdictChange& change : changes) {
        out.openObject();
        out.field("at_unix_ms", sinceEpoch(change.at).count());
        writeName(out, "from", change.from ? nameOf(*change.from) : nullptr);
        writeName(out, "to", nameOf(change.to));
        out.closeObject();
    }
    out.closeArray();
}

void writeMasters(JsonWriter& out, const std::vector<history::MasterChange>& changes)
{
    out.openArray();
    for (const history::MasterChange& change : changes) {
        out.openObject();
        out.field("at_unix_ms", sinceEpoch(change.at).count());
        out.field("master", change.master.value());
        out.field("state", change.state);
        out.field("error", change.error.empty() ? std::nullopt : std::optional(change.error));
        out.closeObject();
    }
    out.closeArray();
}

enum class Naming { No, Yes };

/// With `naming`, each has the resource that it waited for.
void writeWaits(JsonWriter& out, const std::vector<history::WaitRecord>& waits, Naming naming)
{
    out.openArray();
    for (const history::WaitRecord& wait : waits) {
        out.openObject();
        if (naming == Naming::Yes)
            writeResource(out, wait.resource);
        out.field("host", wait.waiter.host);
        out.field("pid", wait.waiter.pid);
        out.field("app", wait.waiter.app);
        out.field("from_unix_ms", sinceEpoch(wait.from).count());
        out.field("last_seen_unix_ms", sinceEpoch(wait.lastSeen).count());
        out.field("ended_unix_ms", unixMillisecondsOf(wait.endedAt));
        out.closeObject();
    }
    out.closeArray();
}

void writeHandOvers(JsonWriter& out, const std::optional<history::HandOverTimes>& times)
{
    if (!times)
        return out.value(nullptr);
    out.openObject();
    out.field("samples", times->samples);
    out.field("median_ms", times->median.count());
    out.field("p99_ms", times->p99.count());
    out.closeObject();
}

} // namespace

void writeInterval(JsonWriter& out, const history::Interval& interval)
{
    out.openObject();
    writeResource(out, interval.resource);
    out.field("token", interval.token.shortHex());
    out.field("format", interval.format);
    writeName(out, "certainty", interval.certainty ? nameOf(*interval.certainty) : nullptr);
    out.key("holder");
    writeHolder(out, interval.holder);
    out.field("since_unix_ms", unixMillisecondsOf(interval.since));
    out.field("first_seen_unix_ms", sinceEpoch(interval.firstSeen).count());
    out.field("last_seen_unix_ms", sinceEpoch(interval.lastSeen).count());
    out.field("ended_unix_ms", unixMillisecondsOf(interval.endedAt));
    writeName(out, "end", interval.end ? nameOf(*interval.end) : nullptr);
    out.field("lease_until_unix_ms", unixMillisecondsOf(interval.leaseUntil));
    if (interval.freedBy.empty())
        out.field("freed_by", nullptr);
    else
        out.field("freed_by", interval.freedBy);
    out.field("held_ms", interval.held.count());
    out.field("held_exact", interval.isHeldExact);
    out.field("start_seen", interval.isStartSeen);
    out.field("hand_over", interval.isHandOver);
    out.field("renewals", interval.renewals);
    out.field("renewal_interval_ms", millisecondsOf(interval.renewalInterval));
    out.field("last_renewed_unix_ms", unixMillisecondsOf(interval.lastRenewed));
    out.closeObject();
}

void writeIntervals(JsonWriter& out, const std::vector<history::Interval>& intervals)
{
    out.openArray();
    for (const history::Interval& interval : intervals)
        writeInterval(out, interval);
    out.closeArray();
}

void writeTimeline(JsonWriter& out, const Resource& resource, const history::Timeline& timeline,
    const std::optional<history::UsualHold>& usual,
    const std::optional<history::HandOverTimes>& handOvers)
{
    out.openObject();
    writeResource(out, resource);
    out.key("usual_hold");
    writeUsual(out, usual);
    out.key("hand_overs");
    writeHandOvers(out, handOvers);
    out.key("intervals");
    writeIntervals(out, timeline.intervals);
    out.key("verdicts");
    writeVerdicts(out, timeline.verdicts);
    out.key("masters");
    writeMasters(out, timeline.masters);
    out.key("waits");
    writeWaits(out, timeline.waits, Naming::No);
    out.field("cut", timeline.isCut);
    out.closeObject();
}

void writeTrends(JsonWriter& out, const history::Trends& trends)
{
    out.openObject();
    out.key("hours").openArray();
    for (const history::TrendStep& hour : trends.steps) {
        out.openObject();
        out.field("hour_unix_ms", sinceEpoch(hour.from).count());
        out.field("acquisitions", hour.acquisitions);
        out.field("acquisitions_per_minute", hour.acquisitionsPerMinute);
        out.field("usual_acquisitions",
            hour.usual ? std::optional(hour.usual->acquisitions) : std::nullopt);
        out.field("held", hour.held);
        out.field("usual_held", hour.usual ? std::optional(hour.usual->held) : std::nullopt);
        out.field("waiting", hour.waiting);
        out.field("usual_waiting", hour.usual ? std::optional(hour.usual->waiting) : std::nullopt);
        out.field("expired", hour.expired);
        out.field("waits", hour.waits);
        out.field("longest_wait_ms", millisecondsOf(hour.longestWait));
        out.key("hand_overs");
        writeHandOvers(out, hour.handOvers);
        out.field("stale", hour.stale);
        out.closeObject();
    }
    out.closeArray();
    out.key("hand_overs");
    writeHandOvers(out, trends.handOvers);
    out.key("longest_waits");
    writeWaits(out, trends.longestWaits, Naming::Yes);
    out.closeObject();
}

} // namespace lockkeeper::output
