// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/output/board_json.h"

#include "core/observe/board/failover.h"
#include "core/output/waits_json.h"
#include "core/text/display_safe.h"
#include "core/words/evidence_words.h"
#include "core/words/lock_words.h"

#include <absl/strings/escaping.h>

namespace lockkeeper::output {
namespace {

/// Adds the group, its present address and its latest failover (null before the first). Adds
/// nothing for masters that are not Sentinel groups.
void writeFailover(JsonWriter& out, const observe::MasterStatus& master)
{
    if (master.group.empty())
        return;
    out.field("group", master.group);
    const std::string place = observe::currentAddress(master);
    out.field("address", place.empty() ? std::nullopt : std::optional(place));
    out.key("failover");
    const auto failover = observe::latestFailover(master, systemClock().now());
    if (!failover)
        return out.value(nullptr);
    const WallTime at = systemClock().wallNow() - failover->age;
    out.openObject();
    out.field("from", failover->from);
    out.field("to", failover->to);
    out.field("at_unix_ms", sinceEpoch(at).count());
    out.field("count", failover->count);
    out.closeObject();
}

std::optional<std::string> errorText(const std::optional<Error>& error)
{
    return error ? std::optional(displaySafe(error->text)) : std::nullopt;
}

void writeToken(JsonWriter& out, const std::optional<Fingerprint>& token)
{
    token ? out.field("token", token->shortHex()) : out.field("token", nullptr);
}

/// Adds the fields that only shared locks and locks with a queue have.
void writeSharing(JsonWriter& out, const observe::DecodedLock& lock)
{
    if (lock.mode != observe::LockMode::Exclusive)
        out.field("mode", nameOf(lock.mode));
    if (!lock.holders.empty()) {
        out.key("holders").openArray();
        for (const observe::Holder& holder : lock.holders)
            writeHolder(out, holder);
        out.closeArray();
    }
    if (!lock.waiting.isNone())
        writeWaitCount(out, lock.waiting);
}

void writeRenewals(JsonWriter& out, const observe::Renewals& renewals, const OutputTime& present)
{
    out.openObject();
    out.field("count", renewals.count);
    out.key("interval_ms");
    renewals.interval.count() > 0 ? out.value(renewals.interval.count()) : out.value(nullptr);
    out.key("last_unix_ms");
    renewals.count > 0 ? out.value(present.unixTime(renewals.last)) : out.value(nullptr);
    out.closeObject();
}

void writeVote(JsonWriter& out, const observe::Vote& vote, const OutputTime& present)
{
    out.openObject();
    out.field("master", vote.master.value());
    out.field("state", nameOf(vote.state));
    writeToken(out, vote.token);
    out.field("ttl_ms", millisecondsOf(vote.ttl));
    // The age and the time of the master's answer; null if it has not answered yet.
    std::optional<std::chrono::milliseconds> age;
    std::optional<std::int64_t> readAt;
    if (vote.readAt != SteadyTime{}) {
        age = std::chrono::duration_cast<std::chrono::milliseconds>(present.steady - vote.readAt);
        readAt = present.unixTime(vote.readAt);
    }
    out.field("age_ms", millisecondsOf(age));
    out.field("read_at_unix_ms", readAt);
    out.field("error", errorText(vote.error));
    out.closeObject();
}

void writeLoss(JsonWriter& out, const observe::MasterStatus& master)
{
    const OutputTime present = OutputTime::read();
    out.key("loss");
    if (const auto loss = observe::recentLoss(master, present.steady)) {
        out.openObject();
        out.field("locks", loss->locks);
        out.field("at_unix_ms", present.unixTime(loss->at));
        out.field("cause", nameOf(loss->cause));
        out.closeObject();
    } else {
        out.value(nullptr);
    }
}

} // namespace

OutputTime OutputTime::read()
{
    return {systemClock().now(), systemClock().wallNow()};
}

std::int64_t OutputTime::unixTime(SteadyTime past) const
{
    return sinceEpoch(wall - std::chrono::duration_cast<WallTime::duration>(steady - past)).count();
}

bool needsBase64(const Resource& resource) noexcept
{
    const std::string& name = resource.value();
    return name.empty() || name.find('\0') != std::string::npos || !isValidUtf8(name);
}

void writeResource(JsonWriter& out, const Resource& resource)
{
    out.field("resource", resource.value());
    if (needsBase64(resource))
        out.field("resource_b64", absl::Base64Escape(resource.value()));
}

void writeHolder(JsonWriter& out, const observe::Holder& holder)
{
    out.openObject();
    out.field("host", holder.host);
    out.field("pid", holder.pid);
    out.field("thread", holder.thread);
    out.field("app", holder.app);
    out.field("since_unix_ms", unixMillisecondsOf(holder.since));
    out.field("detail", holder.detail);
    out.closeObject();
}

void writeMasterLink(JsonWriter& out, const observe::MasterStatus& master)
{
    const auto& latency = master.link.latency;
    out.field("id", master.id.value());
    out.field("url", master.url);
    out.field("state", nameOf(master.link.state));
    out.field("latency_ms",
        latency ? std::optional(static_cast<double>(latency->count()) / 1000.0) : std::nullopt);
    out.field("unanswered", master.link.unanswered);
    const auto quarantine = observe::quarantineLeft(master, systemClock().now());
    out.field("quarantined_until_unix_ms",
        quarantine ? unixMillisecondsOf(systemClock().wallNow() + *quarantine) : std::nullopt);
}

void writeMaster(JsonWriter& out, const observe::MasterStatus& master)
{
    const auto& role = master.link.role;
    out.openObject();
    writeMasterLink(out, master);
    out.field("role", role == "slave" ? std::optional<std::string>("replica") : role);
    out.field("complete", master.isSweepComplete);
    out.field("pushed", master.isPushed);
    out.field("error", errorText(master.link.error ? master.link.error : master.sweepError));
    out.field("unread_keys", master.unreadKeys);
    out.field("read_error", errorText(master.readError));
    out.field("push_error", errorText(master.pushError));
    out.field("waits_error", errorText(master.waitsError));
    const auto restart = observe::recentRestart(master, systemClock().now());
    out.field("restarted_unix_ms",
        restart ? unixMillisecondsOf(systemClock().wallNow() - *restart) : std::nullopt);
    writeLoss(out, master);
    writeFailover(out, master);
    out.closeObject();
}

void writeLock(JsonWriter& out, const observe::LockEntry& entry, const OutputTime& present)
{
    const observe::Judgement judgement = entry.countVotes();
    const observe::DecodedLock lock = entry.unpackLock();
    out.openObject();
    writeResource(out, entry.resource);
    out.field("verdict", nameOf(judgement.verdict));
    out.field("remaining_ms", millisecondsOf(judgement.remaining));
    out.field("as_of_unix_ms", present.unixTime(entry.asOf));
    out.field("format", words::libraryNames(lock));
    out.field("certainty", nameOf(lock.certainty.level));
    out.field("certainty_reason", nameOf(lock.certainty.reason));
    out.key("holder");
    writeHolder(out, lock.holder);
    writeSharing(out, lock);
    writeToken(out, judgement.token);
    out.field("type", nameOf(entry.type));
    out.field("first_seen_unix_ms", present.unixTime(entry.firstSeen));
    out.field("longest_ttl_ms", millisecondsOf(entry.longestTtl()));
    out.key("renewals");
    writeRenewals(out, entry.renewals, present);
    out.key("votes").openArray();
    for (const observe::Vote& vote : entry.votes)
        writeVote(out, vote, present);
    out.closeArray();
    out.key("stale").openArray();
    for (const observe::Evidence& evidence : entry.stale) {
        out.openObject();
        out.field("kind", nameOf(evidence.kind));
        out.field("text", words::evidenceText(evidence, present.steady));
        out.closeObject();
    }
    out.closeArray();
    out.closeObject();
}

void writeOtherKeys(JsonWriter& out, const observe::BoardUpdate& board)
{
    out.field("possible_keys", board.possible);
    out.field("other_keys", board.otherKeys);
}

void writeBoardFields(JsonWriter& out, const config::Deployment& deployment,
    const observe::BoardUpdate& board, const std::vector<observe::LockEntryPtr>& locks,
    const OutputTime& present, const TextSink& sink)
{
    out.field("deployment", deployment.name);
    out.field("quorum", deployment.quorum());
    out.field("complete", board.isComplete);
    out.key("masters").openArray();
    for (const observe::MasterStatus& master : board.masters)
        writeMaster(out, master);
    out.closeArray();
    out.key("locks").openArray();
    for (const observe::LockEntryPtr& entry : locks) {
        writeLock(out, *entry, present);
        out.flushTo(sink, kOutputPiece);
    }
    out.closeArray();
    writeOtherKeys(out, board);
}

void writeBoard(const config::Deployment& deployment, const observe::BoardUpdate& board,
    const std::vector<observe::LockEntryPtr>& locks, const TextSink& sink)
{
    JsonWriter out;
    out.openObject();
    writeBoardFields(out, deployment, board, locks, OutputTime::read(), sink);
    out.closeObject();
    out.flushTo(sink);
    sink("\n");
}

} // namespace lockkeeper::output
