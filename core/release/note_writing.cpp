// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/release/note_writing.h"

#include "core/redis/fan_out.h"
#include "core/redis/script.h"
#include "core/redis/url_login.h"
#include "core/release/links.h"
#include "core/release/os_user.h"
#include "core/text/display_safe.h"
#include "core/text/translate.h"

#include <absl/strings/substitute.h>
#include <algorithm>

namespace lockkeeper::release {
namespace {

using observe::Note;
using std::chrono::milliseconds;

constexpr const char* kOtherType = "other type";

/// KEYS: note. ARGV: mark of the seen value (empty: none), new value (empty: none), TTL. 1: done;
/// 2: there was none; 3: done, another type was there; else the stored value. Compares what reading
/// reads. One line, for the journal.
const redis::Script& writingScript()
{
    static const redis::Script script(
        R"(local seen = redis.pcall("GETRANGE", KEYS[1], 0, 4096) )"
        R"(local mark, done = "", 1 )"
        R"(if type(seen) == "table" then )"
        R"(if not seen.err:find("WRONGTYPE", 1, true) then return seen end )"
        R"(seen, mark, done = "", "other type", 3 )"
        R"(elseif seen ~= "" then mark = redis.sha1hex(seen) end )"
        R"(if mark ~= ARGV[1] then return {seen} end )"
        R"(if ARGV[2] ~= "" then redis.call("SET", KEYS[1], ARGV[2], "PX", ARGV[3]) return done end )"
        R"(if redis.call("DEL", KEYS[1]) == 1 then return done end )"
        R"(return 2)");
    return script;
}

/// KEYS: note. ARGV: own mark, value, TTL. Renews, or writes if there is none. 1: done; 0: another
/// note.
const redis::Script& keepingScript()
{
    static const redis::Script script(R"(
local seen = redis.call('getrange', KEYS[1], 0, 4096)
if seen ~= '' and redis.sha1hex(seen) ~= ARGV[1] then return 0 end
redis.call('set', KEYS[1], ARGV[2], 'px', ARGV[3])
return 1)");
    return script;
}

/// KEYS: index. ARGV: lock's name, note's end, limit for forgetting, note's TTL. Forgotten notes
/// are long over, even if clocks differ. Keeps kMostNotes. Bounds before adding: without that
/// right, an index without TTL would stay.
const redis::Script& indexingScript()
{
    static const redis::Script script(R"(
local function bound()
  redis.call('zremrangebyrank', KEYS[1], 0, -201)
  local left = redis.call('pttl', KEYS[1])
  redis.call('pexpire', KEYS[1], string.format('%.0f', math.max(left, tonumber(ARGV[4]))))
end
redis.call('zremrangebyscore', KEYS[1], '-inf', ARGV[3])
bound()
redis.call('zadd', KEYS[1], ARGV[2], ARGV[1])
bound()
return 1)");
    return script;
}

std::string markOf(const std::string& value)
{
    return value.empty() ? std::string() : Fingerprint::ofString(value).hex();
}

NoteSeen seenIn(const observe::NoteAnswer& answer, Note note)
{
    std::string mark;
    if (!answer.value)
        mark = note.isNone() ? "" : kOtherType;
    else if (answer.value->isString())
        mark = markOf(answer.value->text);
    return {std::move(note), std::move(mark)};
}

void readNotesOnAll(const std::vector<redis::Transport*>& masters, const Resource& resource,
    milliseconds timeout, const Clock& clock, std::function<void(NotesSeen)> done)
{
    redis::fanOut<NoteSeen>(
        masters,
        [resource, timeout, &clock](std::size_t /*master*/, redis::Transport& transport,
            const std::function<void(Result<NoteSeen>)>& handler) {
            observe::readNote(
                transport, resource, timeout, [handler, &clock](const observe::NoteAnswer& answer) {
                    auto note = observe::noteOf(answer, clock.now());
                    handler(note ? Result<NoteSeen>(seenIn(answer, std::move(*note)))
                                 : tl::make_unexpected(note.error()));
                });
        },
        std::move(done));
}

NoteOutcome failedOutcome(const MasterId& master, Error error, const std::string& user)
{
    NoteResult result = NoteResult::Refused;
    if (!isDefinite(error.kind))
        result = NoteResult::Unknown;
    else if (error.kind == ErrorClass::Unreachable || error.kind == ErrorClass::NotRedis)
        result = NoteResult::Unreachable;
    if (error.kind == ErrorClass::WrongType) // the script handles a note's own type
        error.text = absl::Substitute(
            trNoop("$0, where the names of notes are kept, is a key of another type: look at it, "
                   "and remove or rename it",
                "data"),
            observe::kNoteIndexKey);
    if (error.kind == ErrorClass::NoPermission)
        error.text = absl::Substitute(
            trNoop("the user may not write notes; to grant it: ACL SETUSER $0 ~$1* +eval +evalsha "
                   "+getrange +pttl +set +del +zadd +zremrangebyscore +zremrangebyrank "
                   "+pexpire",
                "data"),
            displaySafe(redis::aclUser(user)), std::string(observe::kNoteKeysBegin));
    return {master, result, std::move(error)};
}

struct NoteSending {
    Resource resource;
    std::string value;
    milliseconds ttl{};
    WallTime now{};
    milliseconds timeout{};
};

redis::Script::Call indexingCall(const NoteSending& sending)
{
    const milliseconds now = sinceEpoch(sending.now);
    return {{observe::kNoteIndexKey},
        {sending.resource.value(), std::to_string((now + sending.ttl).count()),
            std::to_string((now - Note::kMaxTtl).count()), std::to_string(sending.ttl.count())}};
}

redis::Script::Call writingCall(const NoteSending& sending, const std::string& mark)
{
    return {{observe::noteKeyOf(sending.resource)},
        {mark, sending.value, std::to_string(sending.ttl.count())}};
}

using NoteReply = Result<redis::Reply>;

/// Where `mark` is stored. Index first: nobody finds a note without it; a name without a note is
/// harmless.
void sendNote(redis::Transport& transport, const Clock& clock, const NoteSending& sending,
    const std::string& mark, std::function<void(NoteReply)> handler)
{
    const auto write = [&transport, &clock, sending, mark, handler] {
        writingScript().run(transport, clock, writingCall(sending, mark), sending.timeout, handler);
    };
    if (sending.value.empty())
        return write();
    indexingScript().run(transport, clock, indexingCall(sending), sending.timeout,
        [write, handler](NoteReply&& reply) { reply ? write() : handler(std::move(reply)); });
}

NoteOutcome outcomeOf(const MasterId& master, const NoteReply& reply, bool isClearing, Note& other,
    const std::string& user)
{
    if (!reply)
        return failedOutcome(master, reply.error(), user);
    const auto is
        = [&reply](std::int64_t answer) { return reply->isInteger() && reply->integer == answer; };
    if (is(1))
        return {master, isClearing ? NoteResult::Cleared : NoteResult::Written};
    if (is(2))
        return {master, NoteResult::NotThere};
    if (is(3))
        return {master, isClearing ? NoteResult::Cleared : NoteResult::Written,
            Error{ErrorClass::WrongType,
                trNoop("in place of a key of another type, which is gone", "data"), master}};
    if (reply->isArray() && reply->elements.size() == 1) {
        const std::string& stored = reply->elements.front().text;
        if (other.isNone() && !stored.empty())
            other = observe::noteOfValue(stored);
        return {master, NoteResult::AnotherNote};
    }
    return {master, NoteResult::Unknown,
        Error{ErrorClass::NotRedis,
            trNoop("the script gave an answer that it does not have", "data"), master}};
}

bool isInTheWay(const Note& note, const std::string& author)
{
    return !note.isNone() && !(note.isReadable() && note.author == author);
}

std::optional<NoteReport> reportOfOther(
    const config::Deployment& deployment, const NotesSeen& seen, const std::string& author)
{
    NoteReport report;
    for (std::size_t i = 0; i < seen.size(); ++i) {
        const config::MasterConfig& master = deployment.masters[i];
        if (!seen[i]) {
            report.outcomes.push_back(failedOutcome(master.id, seen[i].error(), master.url.user));
            continue;
        }
        const bool isOther = isInTheWay(seen[i]->note, author);
        report.outcomes.push_back(
            {master.id, isOther ? NoteResult::AnotherNote : NoteResult::NotSent});
        if (isOther && !report.other.isReadable())
            report.other = seen[i]->note;
    }
    return report.other.isNone() ? std::nullopt : std::optional(std::move(report));
}

NoteReport sendToSeen(Links& links, const config::Deployment& deployment, const NotesSeen& seen,
    const NoteSending& sending, const Clock& clock)
{
    const auto answers = redis::awaitAll<redis::Reply>(links.loop, links.masters->transports(),
        [&](std::size_t i, redis::Transport& transport,
            const std::function<void(NoteReply)>& handler) {
            if (seen[i])
                return sendNote(transport, clock, sending, seen[i]->mark, handler);
            links.loop.post(
                [handler, error = seen[i].error()] { handler(tl::make_unexpected(error)); });
        });
    NoteReport report;
    for (std::size_t i = 0; i < answers.size(); ++i) {
        const config::MasterConfig& master = deployment.masters[i];
        report.outcomes.push_back(
            outcomeOf(master.id, answers[i], sending.value.empty(), report.other, master.url.user));
        if (!seen[i] && report.outcomes.back().result == NoteResult::Unknown)
            report.outcomes.back().result = NoteResult::Unreachable;
    }
    return report;
}

void takeBack(Links& links, NoteReport& report, const NoteSending& sending, const Clock& clock)
{
    NoteSending clearing = sending;
    clearing.value.clear();
    const std::string mark = markOf(sending.value);
    const auto answers = redis::awaitAll<redis::Reply>(links.loop, links.masters->transports(),
        [&](std::size_t i, redis::Transport& transport,
            const std::function<void(NoteReply)>& handler) {
            if (report.outcomes[i].result == NoteResult::Written)
                return sendNote(transport, clock, clearing, mark, handler);
            links.loop.post([handler] { handler(redis::Reply::nil()); });
        });
    for (std::size_t i = 0; i < answers.size(); ++i) {
        if (answers[i] && answers[i]->isInteger())
            report.outcomes[i].result = NoteResult::TakenBack;
    }
}

NoteReport carryOutNote(Links& links, const config::Deployment& deployment, const NotesSeen& seen,
    const NoteSending& sending, const Clock& clock)
{
    NoteReport report = sendToSeen(links, deployment, seen, sending, clock);
    const std::size_t quorum = deployment.quorum();
    const std::size_t done = report.count(NoteResult::Written) + report.count(NoteResult::Cleared)
        + report.count(NoteResult::NotThere);
    report.isDone = done >= quorum;
    if (!report.isDone && report.count(NoteResult::AnotherNote) > 0)
        takeBack(links, report, sending, clock);
    return report;
}

Result<void> checkDeed(const config::Deployment& deployment, const NoteDeed& deed)
{
    if (deployment.isReadOnly)
        return fail(ErrorClass::InvalidArgument,
            absl::Substitute(
                trNoop("deployment '$0' is read-only: no note is written there", "data"),
                displaySafe(deployment.name)));
    if (deed.isClearing())
        return {};
    if (deed.ttl < milliseconds(1000) || deed.ttl > Note::kMaxTtl)
        return fail(
            ErrorClass::InvalidArgument, trNoop("a note is kept for a second to 24 hours", "data"));
    return checkNoteText(deed.text);
}

std::vector<JournalOutcome> journalOutcomesOf(const NoteReport& report)
{
    std::vector<JournalOutcome> outcomes;
    for (const NoteOutcome& outcome : report.outcomes) {
        outcomes.push_back({outcome.master.value(), nameOf(outcome.result)});
        if (outcome.error)
            outcomes.back().error = outcome.error->text;
    }
    return outcomes;
}

std::string authorOf(const NoteDeed& deed)
{
    return deed.author.empty() ? noteAuthor() : deed.author;
}

NoteSending sendingOf(
    const Resource& resource, const NoteDeed& deed, milliseconds timeout, const Clock& clock)
{
    const Note note{.kind = Note::Kind::Readable,
        .author = authorOf(deed),
        .since = clock.wallNow(),
        .text = deed.text};
    return {.resource = resource,
        .value = deed.isClearing() ? std::string() : observe::noteValue(note),
        .ttl = deed.ttl,
        .now = note.since,
        .timeout = timeout};
}

} // namespace

std::size_t NoteReport::count(NoteResult result) const
{
    return static_cast<std::size_t>(std::ranges::count(outcomes, result, &NoteOutcome::result));
}

std::string noteAuthor()
{
    return displaySafe(osUser() + "@" + hostName(), Note::kMostOfAuthor);
}

bool isOthersNote(const Note& note)
{
    return isInTheWay(note, noteAuthor());
}

Result<void> checkNoteText(const std::string& text)
{
    if (observe::isOneLine(text, Note::kMostOfText))
        return {};
    return fail(ErrorClass::InvalidArgument,
        absl::Substitute(trNoop("a note is one line of 1 to $0 characters, without control "
                                "characters",
                             "data"),
            Note::kMostOfText));
}

std::vector<NotesSeen> readNotes(
    Links& links, const std::vector<Resource>& resources, const Clock& clock)
{
    return askOfAll<NotesSeen>(links.loop, resources, [&](const Resource& resource, auto done) {
        readNotesOnAll(
            links.masters->transports(), resource, links.timeout, clock, std::move(done));
    });
}

Result<NotesSeen> readNotes(
    const config::Deployment& deployment, const Resource& resource, const Clock& clock)
{
    std::optional<Links> links;
    if (auto started = start(links); !started)
        return tl::make_unexpected(started.error());
    connect(*links, deployment, masters::MastersUse::Watch);
    return std::move(readNotes(*links, {resource}, clock).front());
}

Note shownNote(const Resource& resource, const NotesSeen& seen)
{
    observe::NoteBook book;
    for (std::size_t i = 0; i < seen.size(); ++i) {
        if (seen[i])
            book.set(i, resource, seen[i]->note);
    }
    return book.of(resource);
}

Result<NoteReport> writeNote(const config::Deployment& deployment, const Resource& resource,
    const NoteDeed& deed, Journal& journal, const Clock& clock)
{
    if (auto checked = checkDeed(deployment, deed); !checked)
        return tl::make_unexpected(checked.error());
    std::optional<Links> links;
    if (auto started = start(links); !started)
        return tl::make_unexpected(started.error());
    connect(*links, deployment, masters::MastersUse::Release);
    const NotesSeen seen = std::move(readNotes(*links, {resource}, clock).front());
    if (!deed.isReplacing) {
        if (auto report = reportOfOther(deployment, seen, authorOf(deed)))
            return std::move(*report);
    }
    const NoteSending sending = sendingOf(resource, deed, links->timeout, clock);
    const std::string mark = seen.front() ? seen.front()->mark : std::string();
    const auto id = journal.writeNoteIntent(deployment, resource, deed.text,
        commandText(writingScript().evalCommand(writingCall(sending, mark))));
    if (!id)
        return tl::make_unexpected(id.error());
    NoteReport report = carryOutNote(*links, deployment, seen, sending, clock);
    if (auto written = journal.writeNoteResult(*id, journalOutcomesOf(report), report.isDone);
        !written)
        report.journalError = written.error();
    return report;
}

struct KeptNote::Private {
    Private(const config::Deployment& deployment, const Clock& used)
        : masters(deployment)
        , clock(used)
    { }

    void scheduleRenewal();
    void renew();

    config::Deployment masters;
    const Clock& clock;
    std::optional<Links> links;
    NoteSending sending{};
    NoteReport report;
    Scheduler::TimerId timer = Scheduler::kNoTimer;
    bool isLeft = false;
};

void KeptNote::Private::scheduleRenewal()
{
    timer = links->loop.schedule(clock.now() + sending.ttl / 3, [this] { renew(); });
}

void KeptNote::Private::renew()
{
    sending.now = clock.wallNow();
    const redis::Script::Call call{{observe::noteKeyOf(sending.resource)},
        {markOf(sending.value), sending.value, std::to_string(sending.ttl.count())}};
    for (redis::Transport* const transport : links->masters->transports()) {
        const auto ignore = [](const NoteReply&) {};
        indexingScript().run(*transport, clock, indexingCall(sending), sending.timeout, ignore);
        keepingScript().run(*transport, clock, call, sending.timeout, ignore);
    }
    scheduleRenewal();
}

KeptNote::KeptNote(std::unique_ptr<Private> d)
    : m_d(std::move(d))
{ }

Result<std::unique_ptr<KeptNote>> KeptNote::write(const config::Deployment& deployment,
    const Resource& resource, const std::string& text, milliseconds leaseTtl, const Clock& clock)
{
    const milliseconds ttl = std::clamp(leaseTtl, kLeastTtl, Note::kMaxTtl);
    const NoteDeed deed{.text = text, .ttl = ttl};
    if (auto checked = checkDeed(deployment, deed); !checked)
        return tl::make_unexpected(checked.error());
    auto d = std::make_unique<Private>(deployment, clock);
    if (auto started = start(d->links); !started)
        return tl::make_unexpected(started.error());
    connect(*d->links, d->masters, masters::MastersUse::Release);
    const NotesSeen seen = std::move(readNotes(*d->links, {resource}, clock).front());
    d->sending = sendingOf(resource, deed, d->links->timeout, clock);
    auto other = reportOfOther(d->masters, seen, noteAuthor());
    const bool isWritten = !other;
    d->report
        = other ? std::move(*other) : carryOutNote(*d->links, d->masters, seen, d->sending, clock);
    d->isLeft = !isWritten || (!d->report.isDone && !d->report.other.isNone());
    if (!d->isLeft)
        d->links->loop.call([&] { d->scheduleRenewal(); });
    return std::unique_ptr<KeptNote>(new KeptNote(std::move(d)));
}

KeptNote::~KeptNote()
{
    Links& links = *m_d->links;
    links.loop.call([this, &links] { links.loop.cancel(m_d->timer); });
    if (!m_d->isLeft) {
        for (NoteOutcome& outcome : m_d->report.outcomes)
            outcome.result = NoteResult::Written; // a renewal may have written it
        takeBack(links, m_d->report, m_d->sending, m_d->clock);
    }
    links.loop.stop(); // answers to renewals may come
}

const NoteReport& KeptNote::report() const noexcept
{
    return m_d->report;
}

void KeptNote::leaveToExpire() noexcept
{
    m_d->isLeft = true;
}

} // namespace lockkeeper::release
