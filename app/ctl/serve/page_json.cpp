// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/serve/page_json.h"

#include "app/ctl/output/name_words.h"
#include "app/ctl/output/safety_words.h"
#include "core/observe/board/failover.h"
#include "core/observe/waits/deadlock_evidence.h"
#include "core/release/plan.h"
#include "core/release/safety.h"
#include "core/text/display_safe.h"
#include "core/text/list_text.h"
#include "core/text/sha256.h"
#include "core/text/translate.h"
#include "core/words/evidence_words.h"
#include "core/words/lock_words.h"
#include "core/words/master_words.h"
#include "core/words/note_words.h"
#include "core/words/outcome_words.h"
#include "core/words/problem_words.h"
#include "core/words/safety_words.h"
#include "core/words/time_words.h"
#include "core/words/wait_words.h"

#include <absl/strings/escaping.h>
#include <absl/strings/substitute.h>
#include <algorithm>

namespace lockkeeper::ctl {
namespace {

using output::JsonWriter;
using std::chrono::milliseconds;

constexpr std::size_t kLongestNameInId = 500; ///< fits a request's head
constexpr char kNameFollows = 'n';
constexpr char kHashFollows = 'h';

milliseconds between(SteadyTime from, SteadyTime to)
{
    return std::chrono::duration_cast<milliseconds>(to - from);
}

void writeLook(JsonWriter& out, const observe::LockEntry& entry, observe::Verdict verdict)
{
    const observe::Verdict drawn = words::drawnVerdict(entry, verdict);
    const int urgency = words::urgency(entry);
    out.field("tone", words::lockTone(drawn, urgency), "shape", words::lockShape(drawn, urgency));
    const words::Gist gist = words::gistOf(entry, entry.countVotes());
    out.field("state", gist.state, "reason", gist.reason);
}

const char* markOf(const observe::Vote& vote, const std::optional<Fingerprint>& token)
{
    switch (vote.state) {
    case observe::VoteState::Held:
        return vote.token == token ? "held" : "other";
    case observe::VoteState::Free:
        return "free";
    case observe::VoteState::NoAnswer:
        return "silent";
    case observe::VoteState::Error:
        break;
    }
    return "error";
}

bool isHeldBySomebody(const observe::LockEntry& entry, const observe::Judgement& judgement)
{
    return judgement.token && judgement.verdict != observe::Verdict::Queued
        && judgement.verdict != observe::Verdict::Free && !entry.packedLock.isTombstone();
}

/// When the first and the last vote end; nullopt if one has no end.
std::optional<std::pair<SteadyTime, SteadyTime>> voteEnds(const observe::Votes& votes)
{
    std::optional<std::pair<SteadyTime, SteadyTime>> ends;
    for (const observe::Votes::Cell& vote : votes.held()) {
        if (!vote.ttl)
            return std::nullopt;
        const SteadyTime end = vote.readAt + *vote.ttl;
        ends = ends ? std::pair{std::min(ends->first, end), std::max(ends->second, end)}
                    : std::pair{end, end};
    }
    return ends;
}

/// When it ends, and at the latest; or a text if it does not count down.
void writeEnd(JsonWriter& out, const observe::LockEntry& entry, const observe::Judgement& judgement)
{
    std::optional<std::int64_t> ends;
    std::optional<std::int64_t> latest;
    const bool hasEnd = !words::neverExpires(entry, judgement) && !entry.endsWithSession();
    if (hasEnd && judgement.remaining) {
        ends = pageTime(entry.asOf + *judgement.remaining);
    } else if (const auto range = voteEnds(entry.votes); hasEnd && range) {
        ends = pageTime(range->first);
        latest = pageTime(range->second);
    }
    out.field("ends", ends, "latest", latest, "full", entry.longestTtl());
    out.field("left",
        ends ? std::nullopt : std::optional(words::remainingText(entry, judgement, entry.asOf)));
}

std::string holderOnPage(
    const observe::LockEntry& entry, const observe::Judgement& judgement, words::Ids ids)
{
    return words::holderByVotes(entry, judgement, words::holderAloneText(entry.unpackLock(), ids));
}

const char* masterTone(const observe::MasterStatus& master, SteadyTime now)
{
    switch (master.link.state) {
    case redis::LinkState::Up:
        return master.isBlind() || observe::quarantineLeft(master, now) ? "notice" : "good";
    case redis::LinkState::Down:
    case redis::LinkState::Refused:
        return "bad";
    case redis::LinkState::Connecting:
    case redis::LinkState::Silent:
        break;
    }
    return "unknown";
}

std::string masterText(const observe::MasterStatus& master, SteadyTime now)
{
    std::string text = words::linkStateText(master.link, now);
    if (master.sweepError)
        addClause(text, words::errorText({master.sweepError->kind, master.sweepError->text, {}}));
    if (master.unreadKeys > 0)
        addClause(text, words::errorText(words::unreadKeysError(master)));
    if (const auto left = observe::quarantineLeft(master, now))
        addClause(text, words::quarantineText(*left));
    if (const auto age = observe::recentRestart(master, now))
        addClause(text, words::restartText(*age));
    if (const auto failover = observe::recentFailover(master, now))
        addClause(text, words::failoverText(*failover));
    if (const auto loss = observe::recentLoss(master, now))
        addClause(text, words::lossText(*loss, now));
    return text;
}

void writeMasters(JsonWriter& out, const observe::BoardUpdate& board, SteadyTime now)
{
    out.list("masters", board.masters, [&](const observe::MasterStatus& master) {
        const bool isUp = master.link.isUp();
        out.object("name", displaySafe(master.id.value()), "tone", masterTone(master, now), "brief",
            isUp && master.link.latency ? words::latencyText(*master.link.latency)
                                        : words::shortLinkStateText(master.link, now),
            "text", masterText(master, now));
    });
    const observe::QuorumState quorum = observe::quorumState(board.masters, board.quorum, now);
    out.key("quorum").object("text", words::quorumText(quorum), "tone",
        quorum.isLost()        ? "bad"
            : quorum.isWhole() ? "good"
                               : "notice");
}

std::string standingText(const PageSummary& summary)
{
    const observe::BoardUpdate& board = summary.board;
    std::string unread;
    for (const observe::MasterStatus& master : board.masters) {
        if (!master.isSweepComplete)
            addToList(unread, displaySafe(master.id.value()));
    }
    std::string text = board.error
        ? absl::Substitute(tr("no keys are read: $0"), words::errorText(*board.error))
        : unread.empty()
        ? std::string(tr("sweep complete"))
        : absl::Substitute(tr("sweep incomplete: not all keys of $0 were read"), unread);
    if (std::ranges::all_of(board.masters, &observe::MasterStatus::isPushed))
        addClause(text, tr("changes are pushed"));
    addClause(text, words::countText(summary.locks, "lock"));
    addClause(text, words::countText(board.otherKeys, "other key"));
    return text;
}

std::string calmText(const PageSummary& summary)
{
    const observe::BoardUpdate& board = summary.board;
    const words::Calm calm = words::calmOf({.locks = summary.locks,
        .unjudged = summary.unknown,
        .isChecking = summary.isChecking,
        .isAgentLost = board.agentLoss.has_value(),
        .isComplete = board.isComplete,
        .areWaitsKnown = observe::areWaitsKnown(board.masters, board.quorum)});
    const bool isBeside = calm.kind == words::Calm::Kind::Unjudged;
    return summary.problems == 0 || isBeside ? calm.text : std::string();
}

void writeProblem(JsonWriter& out, const observe::LockEntry& entry, const Clock& clock)
{
    const observe::Judgement judgement = entry.countVotes();
    const milliseconds held = between(entry.heldSince(clock.now(), clock.wallNow()), clock.now());
    out.object("id", pageIdOf(entry.resource), "name", nameText(entry.resource), "tone",
        words::urgency(entry) <= words::kDeadlock ? "bad" : "notice", "text",
        words::problemText(entry, judgement, held, clock.now()));
}

/// The page counts $0 on.
std::string heldText(const observe::LockEntry& entry, const Clock& clock)
{
    if (entry.countVotes().verdict == observe::Verdict::Free
        || entry.type == observe::ValueType::Queue || entry.packedLock.isTombstone())
        return tr("not held");
    const std::string now
        = words::durationText(between(entry.heldSince(clock.now(), clock.wallNow()), clock.now()));
    std::string text = words::heldText(entry, clock.now(), clock.wallNow());
    if (const std::size_t at = text.find(now); at != std::string::npos)
        text.replace(at, now.size(), "$0");
    return text;
}

std::string releaseLine(const PageLock& lock)
{
    const observe::LockEntry& entry = *lock.row.entry;
    const auto token = entry.countVotes().token;
    if (!token || !release::checkWritable(lock.deployment)
        || !release::planRelease(lock.deployment, entry, *token))
        return {};
    return lockctlLine(
        "release", entry.resource, " --token " + token->shortHex() + " --dry-run" + lock.options);
}

class Facts {
public:
    explicit Facts(JsonWriter& out)
        : m_out(out)
    {
        m_out.key("facts").openArray();
    }
    ~Facts() { m_out.closeArray(); }
    Facts(const Facts&) = delete;
    Facts& operator=(const Facts&) = delete;

    void add(const char* label, const std::string& text)
    {
        if (!text.empty())
            m_out.object("label", label, "text", text);
    }
    /// The page counts `live` in place of $0.
    void addLive(const char* label, const char* live, const std::string& text)
    {
        m_out.object("label", label, "text", text, "live", live);
    }

private:
    JsonWriter& m_out;
};

void writeFacts(JsonWriter& out, const PageLock& lock, const Clock& clock)
{
    const observe::LockEntry& entry = *lock.row.entry;
    const observe::Judgement judgement = entry.countVotes();
    const observe::DecodedLock decoded = entry.unpackLock();
    const observe::Waits& waits = *lock.board.waits;
    const std::string evidence = words::evidenceText(entry.stale, clock.now());
    Facts facts(out);
    facts.add(tr("Evidence"), evidence.empty() ? tr("none that it is stale") : evidence);
    facts.add(tr("Holder"), holderOnPage(entry, judgement, words::Ids::Whole));
    for (const observe::Holder& holder : decoded.holders)
        facts.add(tr("Holder"), words::holderText(holder));
    facts.addLive(tr("Held for"), "held", heldText(entry, clock));
    facts.add(tr("Waiting"), words::waitersText(waits, entry.resource));
    if (const observe::Deadlock* const deadlock = waits.deadlockOf(entry.resource))
        facts.add(tr("Deadlock"), words::adviceText(waits, *deadlock, entry.resource));
    facts.addLive(tr("Remaining"), "left", "$0");
    const auto session = entry.packedLock.holder().session;
    facts.add(tr("Renewals"),
        session ? words::sessionText(*session) : words::renewalsText(entry.renewals, clock.now()));
    facts.add(tr("Library"),
        clausesText({words::librarySentence(decoded), words::certaintyText(decoded.certainty)}));
    facts.add(tr("Token"), judgement.token ? judgement.token->shortHex() : tr("none"));
    facts.add(tr("Verdict"), words::verdictText(entry, judgement));
    if (!entry.note->isNone())
        facts.add(tr("Note"),
            clausesText({words::noteText(*entry.note, clock.wallNow()),
                words::noteEndText(*entry.note, clock.now())}));
    facts.add(tr("Caution"), cautionText(decoded));
    facts.add(tr("To free it"), releaseLine(lock));
}

void writeVotes(JsonWriter& out, const PageLock& lock, SteadyTime now)
{
    const observe::LockEntry& entry = *lock.row.entry;
    const auto token = entry.countVotes().token;
    const auto masters = freshnessOf(lock.board);
    std::size_t number = 0;
    out.list("votes", entry.votes, [&](const observe::Vote& vote) {
        const SteadyTime fresh = number < masters.size()
            ? observe::freshUntil(vote.readAt, masters[number])
            : vote.readAt;
        ++number;
        const bool isHeld = vote.state == observe::VoteState::Held;
        const bool isOld = now > fresh;
        out.openObject();
        out.field("master", displaySafe(vote.master.value()), "mark", markOf(vote, token), "state",
            words::voteText(entry, vote, token), "token", vote.token);
        out.field("ends",
            isHeld && vote.ttl ? std::optional(pageTime(vote.readAt + *vote.ttl)) : std::nullopt,
            "left",
            !isHeld || vote.ttl           ? ""
                : entry.endsWithSession() ? tr("session", "expires")
                                          : tr("never", "expires"));
        out.field("old", isOld ? std::optional(pageTime(fresh)) : std::nullopt, "confirmed",
            vote.readAt == SteadyTime{} ? std::string(tr("not yet"))
                : isOld                 ? words::agoText(between(fresh, now))
                                        : tr("now", "when something was confirmed"));
        out.field("error",
            vote.error ? words::errorText({vote.error->kind, vote.error->text, {}})
                       : std::string());
        out.closeObject();
    });
}

const char* safetyTone(release::Safety safety)
{
    return safety == release::Safety::SafeToFree ? "good"
        : safety == release::Safety::Alive       ? "bad"
                                                 : "notice";
}

} // namespace

std::string pageIdOf(const Resource& resource)
{
    const std::string& name = resource.value();
    if (name.size() <= kLongestNameInId)
        return kNameFollows + absl::WebSafeBase64Escape(name);
    Sha256 hash;
    hash.add(name);
    return kHashFollows + hash.takeHex();
}

std::optional<Resource> nameInPageId(std::string_view id)
{
    std::string name;
    if (!id.starts_with(kNameFollows)
        || !absl::WebSafeBase64Unescape(std::string(id.substr(1)), &name))
        return std::nullopt;
    return Resource(std::move(name));
}

bool isPageIdOf(const Resource& resource, std::string_view id)
{
    const bool isHashed = resource.value().size() > kLongestNameInId;
    return isHashed == id.starts_with(kHashFollows) && pageIdOf(resource) == id;
}

std::int64_t pageTime(SteadyTime time)
{
    return std::chrono::floor<milliseconds>(time.time_since_epoch()).count();
}

std::vector<observe::Freshness> freshnessOf(const observe::BoardUpdate& board)
{
    std::vector<observe::Freshness> freshness;
    for (const observe::MasterStatus& master : board.masters)
        freshness.push_back(master.freshness);
    return freshness;
}

void writePageSummary(JsonWriter& out, const PageSummary& summary, const Clock& clock)
{
    out.field("at", pageTime(clock.now()), "as_of", pageTime(summary.board.asOf));
    const words::DeploymentLook look = words::lookOf(summary.deployment);
    out.key("deployment")
        .object(
            "name", displaySafe(summary.deployment.name), "class", look.word, "tone", look.tone);
    writeMasters(out, summary.board, clock.now());
    out.field("locks", summary.locks, "only_problems", summary.areOnlyProblems, "standing",
        standingText(summary));
    out.key("problems").openObject();
    out.field("count", summary.problems, "calm", calmText(summary));
    out.list("first", summary.first,
        [&](const observe::LockEntryPtr& entry) { writeProblem(out, *entry, clock); });
    out.closeObject();
}

void writePageRow(JsonWriter& out, const PageRow& row, const Clock& clock)
{
    const observe::LockEntry& entry = *row.entry;
    const observe::Judgement judgement = entry.countVotes();
    out.openObject();
    out.field("id", pageIdOf(entry.resource), "name", nameText(entry.resource));
    out.field("rank", row.urgency);
    writeLook(out, entry, judgement.verdict);
    out.field("holder", holderOnPage(entry, judgement, words::Ids::Short));
    const bool isHeld = isHeldBySomebody(entry, judgement);
    out.field("since",
        isHeld ? std::optional(pageTime(entry.heldSince(clock.now(), clock.wallNow())))
               : std::nullopt,
        "exact", entry.isHeldSinceExact());
    writeEnd(out, entry, judgement);
    out.field("old", row.oldSince ? std::optional(pageTime(*row.oldSince)) : std::nullopt);
    out.list("votes", entry.votes,
        [&](const observe::Vote& vote) { out.value(markOf(vote, judgement.token)); });
    const observe::WaitCount waiting = entry.packedLock.waiting();
    out.field("waiting", waiting.isNone() ? std::string() : words::countText(waiting));
    out.field("library", words::libraryText(entry.unpackLock()));
    out.field("note", words::noteText(*entry.note, clock.wallNow()));
    out.closeObject();
}

void writePageLock(JsonWriter& out, const PageLock& lock, const Clock& clock)
{
    constexpr std::size_t kMostOfName = 4096;
    const observe::LockEntry& entry = *lock.row.entry;
    const auto token = entry.countVotes().token;
    out.field("at", pageTime(clock.now()));
    writePageRow(out.key("row"), lock.row, clock);
    out.field("name",
        entry.resource.isEmpty() ? nameText(entry.resource)
                                 : displaySafe(entry.resource.value(), kMostOfName));
    out.key("safety");
    if (token) {
        const auto safety = release::assessSafety(entry, *token, lock.processes, clock.now());
        out.object("tone", safetyTone(safety.safety), "text",
            words::safetySentence(safety, words::Seen::Watched));
    } else {
        out.value(nullptr);
    }
    writeFacts(out, lock, clock);
    writeVotes(out, lock, clock.now());
}

} // namespace lockkeeper::ctl
