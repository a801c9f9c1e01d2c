// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/output/board_json.h"

#include "core/observe/board/failover.h"
#include "core/output/waits_json.h"
#include "core/text/display_safe.h"
#include "core/words/evidence_words.h"
#include "core/words/lock_words.h"

#include <absl/strings/escaping.h>
#include <absl/strings/str_cat.h>

namespace lockkeeper::output {
namespace {

void writeFailover(JsonWriter& out, const observe::MasterStatus& master)
{
    if (master.group.empty())
        return;
    out.field("group", master.group);
    out.field("address", unlessEmpty(observe::currentAddress(master)));
    out.key("failover");
    const auto failover = observe::latestFailover(master, systemClock().now());
    if (!failover)
        return out.value(nullptr);
    out.object("from", failover->from, "to", failover->to, "at_unix_ms",
        systemClock().wallNow() - failover->age, "count", failover->count);
}

void writeSharing(JsonWriter& out, const observe::DecodedLock& lock)
{
    if (lock.mode != observe::LockMode::Exclusive)
        out.field("mode", lock.mode);
    if (!lock.holders.empty())
        out.list(
            "holders", lock.holders, [&](const auto& holder) { writeHolder(out, holder, true); });
    if (!lock.waiting.isNone())
        writeWaitCount(out, lock.waiting);
}

void writeNote(JsonWriter& out, const observe::Note& note, const OutputTime& present)
{
    if (note.isNone())
        return;
    out.key("note");
    writeNoteFields(out, note, present);
}

void writeVote(JsonWriter& out, const observe::Vote& vote, const OutputTime& present)
{
    std::optional<std::chrono::milliseconds> age;
    std::optional<std::int64_t> readAt;
    if (vote.readAt != SteadyTime{}) {
        age = std::chrono::duration_cast<std::chrono::milliseconds>(present.steady - vote.readAt);
        readAt = present.unixTime(vote.readAt);
    }
    out.object("master", vote.master, "state", vote.state, "token", vote.token, "ttl_ms", vote.ttl,
        "age_ms", age, "read_at_unix_ms", readAt, "error", errorText(vote.error));
}

void writeLoss(JsonWriter& out, const observe::MasterStatus& master)
{
    const OutputTime present = OutputTime::read();
    out.key("loss");
    if (const auto loss = observe::recentLoss(master, present.steady))
        out.object(
            "locks", loss->locks, "at_unix_ms", present.unixTime(loss->at), "cause", loss->cause);
    else
        out.value(nullptr);
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

void writeSession(JsonWriter& out, const std::optional<observe::HolderSession>& session)
{
    if (!session)
        return;
    const std::string id = absl::StrCat("0x", absl::Hex(static_cast<std::uint64_t>(session->id)));
    out.key("session").object("id", id, "address", unlessEmpty(session->address), "timeout_ms",
        session->timeout.count() > 0 ? std::optional(session->timeout) : std::nullopt,
        "queued_unix_ms", session->queuedAt);
}

void writeHolder(JsonWriter& out, const observe::Holder& holder, bool isShared)
{
    out.openObject();
    out.field("host", holder.host, "pid", holder.pid, "thread", holder.thread, "app", holder.app,
        "since_unix_ms", holder.since, "detail", holder.detail);
    if (isShared)
        out.field("member", holder.member);
    writeSession(out, holder.session);
    out.closeObject();
}

void writeNoteFields(JsonWriter& out, const observe::Note& note, const OutputTime& present)
{
    const bool isReadable = note.isReadable();
    std::optional<std::chrono::milliseconds> ttl;
    if (note.until != SteadyTime::max())
        ttl = std::max(std::chrono::milliseconds(0),
            std::chrono::duration_cast<std::chrono::milliseconds>(note.until - present.steady));
    out.object("author", isReadable ? std::optional(note.author) : std::nullopt, "since_unix_ms",
        isReadable ? std::optional(note.since) : std::nullopt, "text",
        isReadable ? std::optional(note.text) : std::nullopt, "ttl_ms", ttl);
}

void writeMasterLink(JsonWriter& out, const observe::MasterStatus& master)
{
    const auto& latency = master.link.latency;
    out.field("id", master.id, "url", master.url, "state", master.link.state);
    out.field("latency_ms",
        latency ? std::optional(static_cast<double>(latency->count()) / 1000.0) : std::nullopt);
    out.field("unanswered", master.link.unanswered);
    const auto quarantine = observe::quarantineLeft(master, systemClock().now());
    out.field("quarantined_until_unix_ms",
        quarantine ? std::optional(systemClock().wallNow() + *quarantine) : std::nullopt);
}

void writeMaster(JsonWriter& out, const observe::MasterStatus& master)
{
    const auto& role = master.link.role;
    out.openObject();
    writeMasterLink(out, master);
    out.field("role", role == "slave" ? std::optional<std::string>("replica") : role);
    out.field("complete", master.isSweepComplete, "pushed", master.isPushed);
    out.field("error", errorText(master.trouble()));
    out.field("unread_keys", master.unreadKeys);
    out.field("read_error", errorText(master.readError));
    out.field("push_error", errorText(master.pushError));
    out.field("waits_error", errorText(master.waitsError));
    if (master.sessionsError)
        out.field("sessions_error", errorText(master.sessionsError));
    const auto restart = observe::recentRestart(master, systemClock().now());
    out.field("restarted_unix_ms",
        restart ? std::optional(systemClock().wallNow() - *restart) : std::nullopt);
    writeLoss(out, master);
    writeFailover(out, master);
    out.closeObject();
}

void writeLockFields(JsonWriter& out, const observe::LockEntry& entry, const OutputTime& present,
    std::optional<unsigned> renewals)
{
    const observe::Judgement judgement = entry.countVotes();
    const observe::DecodedLock lock = entry.unpackLock();
    const observe::Renewals& seen = entry.renewals;
    writeResource(out, entry.resource);
    out.field("verdict", judgement.verdict, "remaining_ms", judgement.remaining);
    out.field("as_of_unix_ms", present.unixTime(entry.asOf));
    out.field("format", words::libraryNames(lock));
    out.field("certainty", lock.certainty.level, "certainty_reason", lock.certainty.reason);
    writeHolder(out.key("holder"), lock.holder);
    writeSharing(out, lock);
    writeNote(out, *entry.note, present);
    out.field("token", judgement.token, "type", entry.type);
    out.field("first_seen_unix_ms", present.unixTime(entry.firstSeen));
    out.field("longest_ttl_ms", entry.longestTtl());
    out.key("renewals")
        .object("count", renewals.value_or(seen.count), "interval_ms",
            seen.interval.count() > 0 ? std::optional(seen.interval) : std::nullopt, "last_unix_ms",
            seen.count > 0 ? std::optional(present.unixTime(seen.last)) : std::nullopt);
    out.list("votes", entry.votes, [&](const auto& vote) { writeVote(out, vote, present); });
    out.list("stale", entry.stale, [&](const observe::Evidence& evidence) {
        out.object("kind", evidence.kind, "text", words::evidenceText(evidence, present.steady));
    });
}

void writeLock(JsonWriter& out, const observe::LockEntry& entry, const OutputTime& present)
{
    out.openObject();
    writeLockFields(out, entry, present);
    out.closeObject();
}

void writeOtherKeys(JsonWriter& out, const observe::BoardUpdate& board)
{
    out.field("possible_keys", board.possible, "other_keys", board.otherKeys);
}

void writeBoardFields(JsonWriter& out, const config::Deployment& deployment,
    const observe::BoardUpdate& board, const std::vector<observe::LockEntryPtr>& locks,
    const OutputTime& present, const TextSink& sink)
{
    out.field("deployment", deployment.name, "quorum", deployment.quorum());
    out.field("complete", board.isComplete);
    out.list("masters", board.masters, [&](const auto& master) { writeMaster(out, master); });
    out.list("locks", locks, [&](const observe::LockEntryPtr& entry) {
        writeLock(out, *entry, present);
        out.flushTo(sink, kOutputPiece);
    });
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
