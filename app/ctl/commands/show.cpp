// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/base/console.h"
#include "app/ctl/base/exit_codes.h"
#include "app/ctl/base/resource_option.h"
#include "app/ctl/base/target.h"
#include "app/ctl/command.h"
#include "app/ctl/output/history_output.h"
#include "app/ctl/output/name_words.h"
#include "app/ctl/output/safety_words.h"
#include "app/ctl/output/table_output.h"
#include "core/history/history_file.h"
#include "core/observe/formats/tombstone.h"
#include "core/output/board_json.h"
#include "core/output/freed.h"
#include "core/output/history_json.h"
#include "core/output/incident_words.h"
#include "core/output/waits_json.h"
#include "core/release/lock_snapshot.h"
#include "core/release/plan.h"
#include "core/text/display_safe.h"
#include "core/text/translate.h"
#include "core/words/evidence_words.h"
#include "core/words/lock_words.h"
#include "core/words/note_words.h"
#include "core/words/outcome_words.h"
#include "core/words/time_words.h"
#include "core/words/wait_words.h"

#include <absl/strings/substitute.h>
#include <map>

namespace lockkeeper::ctl {
namespace {

using output::JsonWriter;
using std::chrono::duration_cast;
using std::chrono::milliseconds;

constexpr std::size_t kPastEvents = 10;

struct Past {
    history::Timeline timeline;
    std::optional<history::UsualHold> usual;
    std::optional<history::HandOverTimes> handOvers;
};

struct Way {
    Fingerprint token; ///< or a shared lock's member
    std::vector<MasterId> masters{};
    observe::Holder holder{};
    release::SafetyVerdict safety{};
    std::string command{};
    std::string revoke{};
    std::string reason{};
};

struct View {
    const config::Deployment& deployment;
    const Resource& resource;
    const release::LockSnapshot& look;
    std::optional<release::SafetyVerdict> safety;
    std::optional<Past> past;
    std::string options;
    std::string kindsAdvice;
    std::vector<Way> ways;
    std::vector<Way> members;
    SteadyTime now;
    WallTime wallNow;
};

const history::Interval* presentInterval(
    const observe::LockEntry& entry, const std::optional<Past>& past)
{
    const auto token = leadingToken(entry.votes);
    if (!past || !token)
        return nullptr;
    for (const history::Interval& interval : past->timeline.intervals) {
        if (interval.token == *token && !interval.endedAt)
            return &interval;
    }
    return nullptr;
}

/// One look sees no renewals; a running recording does.
observe::LockEntryPtr withRecorded(
    const observe::LockEntry& entry, const std::optional<Past>& past, const Clock& clock)
{
    constexpr std::chrono::seconds kGoesOn{10};
    constexpr unsigned kMostRenewals = 0xfffff;
    auto copy = std::make_shared<observe::LockEntry>(entry);
    const history::Interval* const interval = presentInterval(entry, past);
    const WallTime wallNow = clock.wallNow();
    if (interval == nullptr || wallNow - interval->lastSeen > kGoesOn)
        return copy;
    const auto steady = [now = clock.now(), wallNow](WallTime time) {
        return now - duration_cast<SteadyTime::duration>(wallNow - time);
    };
    copy->firstSeen = std::min(entry.firstSeen, steady(interval->firstSeen));
    if (interval->renewals > 0 && interval->lastRenewed && interval->renewalInterval) {
        copy->renewals.count = std::min(interval->renewals, kMostRenewals) & kMostRenewals;
        copy->renewals.last = steady(*interval->lastRenewed);
        copy->renewals.interval
            = duration_cast<decltype(copy->renewals.interval)>(*interval->renewalInterval);
    }
    return copy;
}

std::optional<Past> readPast(
    const GlobalOptions& globals, const config::Deployment& deployment, const Resource& resource)
{
    const history::Place place = historyOf(globals, deployment);
    if (globals.history.empty() && !place.mayExist())
        return std::nullopt;
    const auto reader = history::HistoryReader::open(place);
    if (!reader) {
        complainAbout(reader.error(), deployment);
        return std::nullopt;
    }
    auto timeline = reader->timeline(resource, {}, kPastEvents);
    auto usual = reader->usualHold(resource);
    auto handOvers = reader->handOvers(resource);
    if (!timeline || !usual || !handOvers) {
        complainAbout(!timeline ? timeline.error()
                : !usual        ? usual.error()
                                : handOvers.error(),
            deployment);
        return std::nullopt;
    }
    output::noteWhoFreed(timeline->intervals, output::deedsIn(journalFileOf(globals)));
    return Past{std::move(*timeline), *usual, *handOvers};
}

struct Askable {
    const observe::ProcessProbe& processes;
    release::LivenessSource& others;
    const Clock& clock;

    [[nodiscard]] release::SafetyVerdict of(
        const observe::LockEntry& entry, const Fingerprint& token) const
    {
        return release::assessSafety(entry, token, processes, others, clock);
    }
};

std::vector<Way> tokensOf(const observe::LockEntry& entry, const Askable& askable)
{
    std::map<Fingerprint, Way> ways;
    for (const observe::Vote& vote : entry.votes) {
        if (vote.token)
            ways.try_emplace(*vote.token, Way{*vote.token})
                .first->second.masters.push_back(vote.master);
    }
    std::vector<Way> list;
    for (auto& [token, way] : ways) {
        if (const observe::PackedLock* const lock = entry.lockOf(token))
            way.holder = lock->holder();
        way.safety = askable.of(entry, token);
        list.push_back(std::move(way));
    }
    return list;
}

std::vector<Way> memberCommandsOf(const config::Deployment& deployment,
    const release::LockSnapshot& look, const std::string& options, const Askable& askable)
{
    constexpr std::size_t kMostAsked = 32; ///< each may run a liveness program
    if (!look.entry)
        return {};
    const config::Deployment withoutProgram;
    release::LivenessSource noOthers(withoutProgram, askable.clock);
    std::vector<Way> members;
    for (const observe::Holder& holder : look.entry->members())
        members.push_back({.token = *holder.member, .holder = holder});
    for (Way& way : members) {
        const auto allowed = release::checkWritable(deployment);
        const auto plan = release::planHolder(deployment, *look.entry, way.token);
        if (!allowed || !plan)
            way.reason = allowed ? plan.error().text : allowed.error().text;
        else
            way.command = lockctlLine("release", look.entry->resource,
                " --member " + way.token.shortHex() + " --dry-run" + options);
        if (!plan)
            continue;
        for (const observe::Vote& vote : plan->votes) {
            if (vote.token == way.token)
                way.masters.push_back(vote.master);
        }
        way.safety
            = release::assessHolder(*look.entry, plan->lockToken(), way.token, askable.processes,
                members.size() > kMostAsked ? noOthers : askable.others, askable.clock);
    }
    return members;
}

std::vector<Way> releaseCommandsOf(const config::Deployment& deployment,
    const release::LockSnapshot& look, const std::string& options, const Askable& askable)
{
    if (!look.entry)
        return {};
    std::vector<Way> ways = tokensOf(*look.entry, askable);
    for (Way& way : ways) {
        const std::string arguments = " --token " + way.token.shortHex() + " --dry-run" + options;
        const auto allowed = release::checkWritable(deployment);
        const auto plan = release::planRelease(deployment, *look.entry, way.token);
        if (!allowed || !plan) {
            way.reason = allowed ? plan.error().text : allowed.error().text;
            continue;
        }
        way.command = lockctlLine("release", look.entry->resource, arguments);
        if (release::planRevoke(deployment, *look.entry, way.token, {}))
            way.revoke = lockctlLine("revoke", look.entry->resource, arguments);
    }
    return ways;
}

std::string stateText(const View& view, const observe::Judgement& judgement)
{
    const observe::LockEntry& entry = *view.look.entry;
    if (!observe::isTombstone(entry.packedLock.formatName()))
        return words::verdictText(entry, judgement);
    if (!judgement.remaining)
        return tr("revoked");
    return absl::Substitute(
        tr("revoked, free at $0"), words::utcText(view.wallNow + *judgement.remaining));
}

std::string heldText(const View& view)
{
    if (view.look.entry->type == observe::ValueType::Queue
        || observe::isTombstone(view.look.entry->packedLock.formatName()))
        return tr("not held");
    if (const auto since = view.look.entry->packedLock.since())
        return words::heldSinceText(*since, view.wallNow);
    if (const history::Interval* interval = presentInterval(*view.look.entry, view.past))
        return absl::Substitute(tr("$0 by the history"),
            words::heldAtLeastText(
                duration_cast<milliseconds>(view.wallNow - interval->firstSeen)));
    if (const auto session = view.look.entry->packedLock.holder().session)
        return words::heldAtMostText(*session, view.wallNow);
    return tr("not recognised in its value");
}

std::string renewalsText(const View& view)
{
    if (view.look.entry->endsWithSession())
        return tr("none: its session keeps it");
    const history::Interval* interval = presentInterval(*view.look.entry, view.past);
    if (interval == nullptr)
        return tr("not known from one look; `watch --record` counts them");
    std::optional<milliseconds> lastAge;
    if (interval->lastRenewed)
        lastAge = duration_cast<milliseconds>(view.wallNow - *interval->lastRenewed);
    return words::renewalsText(interval->renewals, interval->renewalInterval, lastAge);
}

using Lines = std::vector<std::vector<std::string>>;

void addDrops(Lines& lines, const View& view)
{
    constexpr std::size_t kMost = 10;
    const observe::Waits& waits = *view.look.waits;
    std::size_t shown = 0;
    for (const std::size_t index : waits.waitersFor(view.resource)) {
        const observe::Waiter& waiter = waits.waiters()[index];
        const bool isDroppable = release::checkWritable(view.deployment)
            && release::planWaiter(view.deployment, *view.look.entry, waits, waiter);
        if (!isDroppable)
            continue;
        if (++shown > kMost)
            break;
        lines.push_back({shown == 1 ? tr("drop", "one who waits") : "",
            lockctlLine("release", view.resource,
                " --waiter " + waiter.announced.id + " --dry-run" + view.options)});
    }
}

void addSession(Lines& lines, const View& view, const observe::Holder& holder)
{
    if (!holder.session)
        return;
    lines.push_back({tr("session", "label"), words::sessionText(*holder.session)});
    if (holder.session->address.empty() && view.look.sessionsError)
        lines.push_back({"", displaySafe(trData(view.look.sessionsError->text))});
}

void addHolders(Lines& lines, const View& view, const observe::DecodedLock& lock)
{
    if (lock.holders.empty()) {
        const auto& entry = *view.look.entry;
        std::string text
            = words::holderByVotes(entry, entry.countVotes(), words::holderText(lock.holder));
        if (!words::isHolderKnown(lock.holder) && view.deployment.otherStore() == nullptr)
            text = absl::Substitute(tr("$0: not recognised in its value; try: $1"), text,
                lockctlLine("whois", view.resource, view.options));
        lines.push_back({tr("holder"), std::move(text)});
        addSession(lines, view, lock.holder);
    }
    if (view.members.empty()) {
        for (const observe::Holder& holder : lock.holders) {
            lines.push_back({tr("holder"), words::holderText(holder)});
            addSession(lines, view, holder);
        }
    }
    for (const Way& way : view.members) {
        lines.push_back({tr("holder"), words::holderText(way.holder)});
        addSession(lines, view, way.holder);
        lines.push_back({"",
            absl::Substitute(tr("member $0: $1", "of a shared lock"), way.token.shortHex(),
                way.command.empty() ? displaySafe(trData(way.reason)) : way.command)});
        if (view.members.size() > 1 && way.safety.safety != release::Safety::NotKnown)
            lines.push_back({"", safetyText(way.safety)});
    }
    if (lock.mode != observe::LockMode::Exclusive)
        lines.push_back({tr("mode"), modeWord(lock.mode)});
    if (!lock.waiting.isNone())
        lines.push_back({tr("waiting", "label"), words::waitingCountText(lock.waiting)});
    for (const auto& process : words::waitingProcesses(*view.look.waits, view.resource))
        lines.push_back({"",
            absl::Substitute(
                tr("$0: $1"), words::knowledgeText(process), words::waitingText(process))});
    addDrops(lines, view);
}

bool isContested(const View& view, const observe::Judgement& judgement)
{
    return view.ways.size() > 1 && judgement.verdict != observe::Verdict::Held;
}

void addWays(Lines& lines, const View& view)
{
    for (const Way& way : view.ways) {
        if (view.ways.size() > 1) {
            lines.push_back({tr("token"), words::tokenText(*view.look.entry, way.token)});
            lines.push_back({"", safetyText(way.safety)});
        }
        lines.push_back(
            {tr("release"), way.command.empty() ? displaySafe(trData(way.reason)) : way.command});
        if (!way.revoke.empty())
            lines.push_back({tr("revoke"), way.revoke});
    }
}

void addNote(Lines& lines, const View& view)
{
    const observe::Note& note = view.look.note;
    if (note.isNone())
        return;
    lines.push_back({tr("note", "label"), words::noteText(note, view.wallNow)});
    lines.push_back(
        {"", absl::Substitute(tr("it $0", "note"), words::noteEndText(note, view.now))});
}

Lines summaryOf(const View& view)
{
    const observe::LockEntry& entry = *view.look.entry;
    const observe::DecodedLock lock = entry.unpackLock();
    const observe::Judgement judgement = entry.countVotes();
    Lines lines{{tr("resource"), nameText(entry.resource)}};
    const bool isNobodys = isContested(view, judgement);
    addNote(lines, view);
    if (!isNobodys)
        lines.push_back({tr("safety"), safetyText(*view.safety)});
    lines.push_back({tr("verdict"), stateText(view, judgement)});
    lines.push_back({tr("remaining"), words::remainingText(entry, judgement, view.now)});
    if (isNobodys)
        lines.push_back({tr("holder"), tr("nobody: each token below has its own")});
    else
        addHolders(lines, view, lock);
    if (!isNobodys)
        lines.push_back({tr("held for"), heldText(view)});
    lines.push_back({tr("library"), words::librarySentence(lock)});
    lines.push_back({tr("certainty"), words::certaintyText(lock.certainty)});
    lines.push_back({tr("renewals"), renewalsText(view)});
    if (view.past && view.past->usual)
        lines.push_back({"", output::usualText(*view.past->usual)});
    if (view.past && view.past->handOvers)
        lines.push_back({"", output::handOversText(*view.past->handOvers)});
    for (const observe::Evidence& evidence : entry.stale)
        lines.push_back({tr("evidence"), words::evidenceText(evidence, view.now)});
    if (!lock.caution.empty())
        lines.push_back({tr("caution"), cautionText(lock)});
    addWays(lines, view);
    return lines;
}

std::string ttlText(const View& view, const observe::Vote& vote)
{
    if (vote.ttl)
        return words::durationText(*vote.ttl);
    return view.look.entry->endsWithSession() ? tr("session", "expires") : tr("never");
}

Lines votesOf(const View& view)
{
    Lines lines{{tr("MASTER"), tr("VOTE"), tr("TOKEN"), tr("TTL"), tr("READ"), tr("ERROR")}};
    const auto leading = leadingToken(view.look.entry->votes);
    for (const observe::Vote& vote : view.look.entry->votes) {
        const bool isHeld = vote.state == observe::VoteState::Held;
        const bool hasAnswered = vote.readAt != SteadyTime();
        lines.push_back(
            {displaySafe(vote.master.value()), words::voteText(*view.look.entry, vote, leading),
                vote.token ? vote.token->shortHex() : "-", isHeld ? ttlText(view, vote) : "-",
                hasAnswered ? words::agoText(duration_cast<milliseconds>(view.now - vote.readAt))
                            : tr("not yet"),
                vote.error ? words::errorText({vote.error->kind, vote.error->text, {}}) : ""});
    }
    return lines;
}

std::string typeText(observe::ValueType type)
{
    switch (type) {
    case observe::ValueType::String:
        return tr("a string", "of a key");
    case observe::ValueType::Hash:
        return tr("a hash", "of a key");
    case observe::ValueType::Set:
        return tr("a set", "of a key");
    case observe::ValueType::SortedSet:
        return tr("a sorted set", "of a key");
    case observe::ValueType::List:
        return tr("a list", "of a key");
    default:
        return tr("a type that no lock has", "of a key");
    }
}

std::string otherKeyText(const View& view)
{
    const auto& ttl = view.look.otherTtl;
    return absl::Substitute(tr("$0 is a key, but no lock as far as known: $1, $2"),
        nameText(view.resource), typeText(view.look.otherType),
        ttl ? absl::Substitute(tr("TTL $0", "of a key"), words::durationText(*ttl))
            : std::string(tr("no TTL", "of a key")));
}

std::string textOf(const View& view)
{
    std::string text;
    if (view.look.entry) {
        // Uncut: commands must be copied whole.
        text = joinedLines(alignedLines(summaryOf(view))) + "\n"
            + joinedLines(alignedLines(votesOf(view)));
    } else if (view.look.failures.size() < view.deployment.masters.size()) {
        const std::size_t count = view.deployment.masters.size();
        const std::string name = nameText(view.resource);
        if (view.look.isOtherKey)
            text = otherKeyText(view) + "\n" + view.kindsAdvice + "\n";
        else if (view.look.isFree(view.deployment))
            text = freeText(view.resource, view.deployment) + "\n";
        else
            text
                = absl::Substitute(tr("$0 may be held: $1 of $2 masters answered, the others could "
                                      "make a quorum\n"),
                    name, count - view.look.failures.size(), count);
        if (!view.look.note.isNone())
            text += words::noteText(view.look.note, view.wallNow) + "\n";
    }
    if (view.past && !view.past->timeline.intervals.empty()) {
        text += "\n" + joinedLines(timelineTable(view.past->timeline, outputColumns()));
    }
    return text;
}

void writeDetails(JsonWriter& out, const View& view)
{
    const observe::LockEntry& entry = *view.look.entry;
    const observe::DecodedLock lock = entry.unpackLock();
    const history::Interval* const interval = presentInterval(entry, view.past);
    out.openObject();
    output::writeLockFields(out, entry, output::OutputTime::read(),
        interval ? std::optional(interval->renewals) : std::nullopt);
    writeSafety(out, view.safety);
    // writeLockFields() omits it unless shared.
    if (lock.mode == observe::LockMode::Exclusive)
        out.field("mode", lock.mode);
    if (lock.holders.empty())
        out.key("holders").value(std::vector<std::string>());
    if (lock.waiting.isNone())
        output::writeWaitCount(out, lock.waiting);
    output::writeWaiters(out, *view.look.waits, view.resource);
    out.field("alternatives", lock.alternatives, "caution", output::unlessEmpty(lock.caution));
    out.closeObject();
}

void writeWay(JsonWriter& out, const Way& way, bool isOfMember)
{
    out.openObject();
    out.field(isOfMember ? "member" : "token", way.token, "masters", way.masters);
    output::writeHolder(out.key("holder"), way.holder);
    writeSafety(out, way.safety);
    out.field("command", output::unlessEmpty(way.command));
    if (!isOfMember)
        out.field("revoke_command", output::unlessEmpty(way.revoke));
    out.field("reason", output::unlessEmpty(displaySafe(way.reason)));
    out.closeObject();
}

void writeView(JsonWriter& out, const View& view)
{
    out.field("deployment", view.deployment.name, "quorum", view.deployment.quorum());
    output::writeResource(out, view.resource);
    view.look.entry ? writeDetails(out.key("lock"), view) : out.field("lock", nullptr);
    out.field("other_key", view.look.isOtherKey);
    out.key("note");
    if (view.look.note.isNone())
        out.value(nullptr);
    else
        output::writeNoteFields(out, view.look.note, output::OutputTime::read());
    out.list("failures", view.look.failures, [&](const Error& failure) {
        out.object("master", failure.master, "error", output::errorText(failure));
    });
    out.list("releases", view.ways, [&](const Way& way) { writeWay(out, way, false); });
    out.list("members", view.members, [&](const Way& way) { writeWay(out, way, true); });
    out.key("history");
    if (const auto& past = view.past)
        output::writeTimeline(out, view.resource, past->timeline, past->usual, past->handOvers);
    else
        out.value(nullptr);
}

class ShowCommand final : public Command {
public:
    void addOptions(CLI::App& show) override { addResource(show, m_typed); }
    void check(const GlobalOptions& /*globals*/) override
    {
        checkResource(m_typed, EmptyName::Encoded);
    }
    int run(const GlobalOptions& globals) override;

private:
    TypedResource m_typed;
};

int ShowCommand::run(const GlobalOptions& globals)
{
    const auto target = openTarget(globals, TargetUse::Watch);
    if (!target)
        return printErrorAndExitCode(target.error());
    const config::Deployment& deployment = target->deployment;
    const Resource resource = resourceIn(deployment, *m_typed.resource);
    const SystemClock clock;
    const observe::LocalProcessProbe processes;
    auto look = release::readLock(deployment, resource, clock, processes,
        {.asksForClients = true, .asksForWaits = true, .asksForNote = true});
    if (!look)
        return printErrorAndExitCode(look.error());
    const std::optional<Past> past = readPast(globals, deployment, resource);
    if (look->entry)
        look->entry = withRecorded(*look->entry, past, clock);
    release::LivenessSource others(deployment, clock);
    const Askable askable{processes, others, clock};
    std::optional<release::SafetyVerdict> safety;
    if (const auto token = look->entry ? leadingToken(look->entry->votes) : std::nullopt)
        safety = askable.of(*look->entry, *token);
    const View view{deployment, resource, *look, safety, past, target->lineOptions,
        kindsAdvice(globals, *target),
        releaseCommandsOf(deployment, *look, target->lineOptions, askable),
        memberCommandsOf(deployment, *look, target->lineOptions, askable), clock.now(),
        clock.wallNow()};
    print(globals.isJson ? output::objectLine([&](JsonWriter& out) { writeView(out, view); })
                         : textOf(view));
    for (const Error& failure : look->failures)
        complainAbout(failure, deployment);
    const int code
        = exitCodeForFailures(look->failures, deployment.masters.size(), deployment.quorum());
    return code == kExitDone && !look->entry ? kExitNotDone : code;
}

const CommandEntry<ShowCommand> kShowEntry(30, "show", trNoop("All that is known of one lock"));

} // namespace
} // namespace lockkeeper::ctl
