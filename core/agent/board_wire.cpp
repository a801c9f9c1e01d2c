// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/board_wire.h"

#include "core/agent/wire_basics.h"
#include "core/observe/board/board_update.h"
#include "core/observe/board/votes/vote_parts.h"
#include "core/observe/board/waits.h"
#include "core/redis/transport.h"
#include "core/text/percent.h"
#include "core/text/tr_noop.h"

#include <absl/strings/substitute.h>
#include <algorithm>
#include <span>

namespace lockkeeper::agent {

/// Writes a format once, then only its number. One per text.
class FormatWriter {
public:
    void pass(WireWriter& wire, const observe::FormatPtr& format);

private:
    std::vector<observe::FormatPtr> m_known;
};

class FormatReader {
public:
    explicit FormatReader(FormatShelf& shelf)
        : m_shelf(shelf)
    { }
    void pass(WireReader& wire, observe::FormatPtr& format);

private:
    FormatShelf& m_shelf;
    std::vector<observe::FormatPtr> m_known;
};

namespace {

/// No format: numbers begin at 1.
constexpr std::size_t kNone = 0;

template <Wire W> void passData(W& wire, typename W::template Of<observe::Format>& format)
{
    passAll(wire, format.name, format.alternatives, format.isReleasable, format.isRevocable,
        format.caution, format.endsWithSession);
}

bool hasSameData(const observe::Format& a, const observe::Format& b)
{
    return a.name == b.name && a.alternatives == b.alternatives && a.isReleasable == b.isReleasable
        && a.isRevocable == b.isRevocable && a.caution == b.caution
        && a.endsWithSession == b.endsWithSession;
}

} // namespace

observe::FormatPtr FormatShelf::find(observe::Format told)
{
    const auto found = std::ranges::find_if(
        m_formats, [&](const auto& format) { return hasSameData(*format, told); });
    if (found != m_formats.end())
        return *found;
    if (const auto builtin = observe::builtinFormat(told.name)) {
        told.shape = builtin->shape;
        told.recognise = builtin->recognise;
        told.certainty = builtin->certainty;
        told.wakeUp = builtin->wakeUp;
        told.part = builtin->part;
        told.viewOnly = builtin->viewOnly;
        told.waits = builtin->waits;
    }
    auto format = std::make_shared<const observe::Format>(std::move(told));
    if (m_formats.size() < kMost)
        m_formats.push_back(format);
    return format;
}

void FormatWriter::pass(WireWriter& wire, const observe::FormatPtr& format)
{
    if (!format)
        return wire.number(kNone);
    const auto known = std::ranges::find(m_known, format);
    wire.number(static_cast<std::uint64_t>(known - m_known.begin()) + 1);
    if (known != m_known.end())
        return;
    m_known.push_back(format);
    passData(wire, *format);
}

void FormatReader::pass(WireReader& wire, observe::FormatPtr& format)
{
    const std::uint64_t number = wire.number();
    wire.expect(number <= m_known.size() + 1);
    format = nullptr;
    if (number == kNone || !wire.isGood())
        return;
    if (number == m_known.size() + 1) {
        observe::Format told;
        passData(wire, told);
        m_known.push_back(m_shelf.find(std::move(told)));
    }
    format = m_known[number - 1];
}

template <> inline Fingerprint blank<Fingerprint>()
{
    static const Fingerprint none = Fingerprint::ofString({});
    return none;
}
template <> inline observe::Deadlock::Link blank<observe::Deadlock::Link>()
{
    return {.resource = {}, .token = blank<Fingerprint>()};
}

template <class Tag> void pass(WireReader& wire, StrongString<Tag>& text)
{
    text = StrongString<Tag>(std::string(wire.bytes()));
}
template <class Tag> void pass(WireWriter& wire, const StrongString<Tag>& text)
{
    wire.bytes(text.value());
}

inline void pass(WireWriter& wire, const Fingerprint& token)
{
    wire.raw(token.hex());
}
inline void pass(WireReader& wire, Fingerprint& token)
{
    constexpr std::size_t kDigits = 40;
    const auto read = Fingerprint::fromHex(wire.raw(kDigits));
    wire.expect(read.has_value());
    token = read.value_or(blank<Fingerprint>());
}

template <Wire W> void pass(W& wire, typename W::template Of<Error>& error)
{
    passAll(wire, error.kind, error.text, error.master);
}

template <Wire W> void pass(W& wire, typename W::template Of<observe::HolderSession>& session)
{
    passAll(wire, session.id, session.address, session.timeout, session.queuedAt);
}

template <Wire W> void pass(W& wire, typename W::template Of<observe::Holder>& holder)
{
    passAll(wire, holder.host, holder.pid, holder.thread, holder.app, holder.since, holder.process,
        holder.mayOutliveProcess, holder.hearsAsks, holder.detail, holder.member, holder.node,
        holder.session);
}

template <Wire W> void pass(W& wire, typename W::template Of<observe::WaitCount>& count)
{
    passAll(wire, count.least, count.most, count.gone);
}

template <Wire W> void pass(W& wire, typename W::template Of<lock::Owner>& owner)
{
    passAll(wire, owner.host, owner.pid, owner.app, owner.process, owner.mayOutliveProcess);
}

template <Wire W> void pass(W& wire, typename W::template Of<lock::WaitAnnouncement>& announced)
{
    passAll(wire, announced.resources, announced.owner, announced.since, announced.id,
        announced.holding, announced.isHoldingCertain, announced.failsOnDeadlock);
}

template <Wire W> void pass(W& wire, typename W::template Of<observe::Waiter::Queued>& queued)
{
    passAll(wire, queued.library, queued.holder, queued.token, queued.isGone);
}

template <Wire W> void pass(W& wire, typename W::template Of<observe::Waiter>& waiter)
{
    passAll(wire, waiter.announced, waiter.from, waiter.until, waiter.queued);
}

template <Wire W> void pass(W& wire, typename W::template Of<observe::Deadlock::Link>& link)
{
    passAll(wire, link.resource, link.token, link.waiter, link.waiting, link.holderPid);
}

template <Wire W> void pass(W& wire, typename W::template Of<observe::Deadlock>& deadlock)
{
    passAll(wire, deadlock.links, deadlock.isCertain, deadlock.since, deadlock.proposed,
        deadlock.areTimesKnown);
    if constexpr (W::kIsReading)
        wire.expect(deadlock.proposed < deadlock.links.size());
}

template <Wire W> void pass(W& wire, typename W::template Of<redis::Move>& move)
{
    passAll(wire, move.from, move.to, move.at, move.count);
}

template <Wire W> void pass(W& wire, typename W::template Of<redis::LinkStatus>& link)
{
    passAll(wire, link.state, link.latency, link.role, link.lastReply, link.commands,
        link.unanswered, link.error, link.runId, link.uptime, link.loggedInAt, link.restartedAt,
        link.forgotAt, link.address, link.move, link.outage);
}

template <> inline observe::RivalToken blank<observe::RivalToken>()
{
    return {.token = blank<Fingerprint>(), .lock = {}};
}

template <Wire W> void pass(W& wire, typename W::template Of<observe::ClockOffset>& offset)
{
    passAll(wire, offset.ahead, offset.tolerance);
}

template <Wire W> void pass(W& wire, typename W::template Of<observe::DatabaseKeys>& database)
{
    passAll(wire, database.database, database.keys);
}

template <Wire W> void pass(W& wire, typename W::template Of<observe::ServerProduct>& product)
{
    passAll(wire, product.name, product.version);
}

template <Wire W> void pass(W& wire, typename W::template Of<observe::ServerFacts>& facts)
{
    passAll(wire, facts.readAt, facts.user, facts.product, facts.clock, facts.clockError,
        facts.evictionPolicy, facts.memoryLimit, facts.usedMemory, facts.systemMemory,
        facts.evictedKeys, facts.hasAppendOnlyFile, facts.isAppendFailing, facts.isSnapshotFailing,
        facts.uptime, facts.isLoading, facts.database, facts.databases, facts.infoError);
}

template <Wire W> void pass(W& wire, typename W::template Of<observe::Loss>& loss)
{
    passAll(wire, loss.at, loss.locks, loss.cause);
}

template <Wire W> void pass(W& wire, typename W::template Of<observe::MasterStatus>& master)
{
    passAll(wire, master.id, master.url, master.link, master.isSweepComplete, master.sweepError,
        master.keysRead, master.isSweeping, master.isPushed, master.pushError, master.unreadKeys,
        master.readError, master.isUnreadable, master.freshness.since, master.freshness.until,
        master.waitsError, master.sessionsError, master.loss, master.quarantinedUntil);
    if constexpr (W::kIsReading) {
        std::optional<observe::ServerFacts> facts;
        pass(wire, facts);
        master.facts = facts ? std::make_shared<const observe::ServerFacts>(*facts) : nullptr;
    } else {
        pass(wire, master.facts ? std::optional(*master.facts) : std::nullopt);
    }
    pass(wire, master.group);
}

template <Wire W> void pass(W& wire, typename W::template Of<observe::LostLease>& lost)
{
    passAll(wire, lost.holder, lost.isRunning, lost.masters, lost.cause, lost.takenAfter);
}

template <Wire W> void pass(W& wire, typename W::template Of<observe::Evidence>& evidence)
{
    passAll(wire, evidence.kind, evidence.pid, evidence.isPidReused, evidence.isOfNode,
        evidence.isProposed, evidence.expiredAt, evidence.since, evidence.measure, evidence.votes,
        evidence.masters);
    if constexpr (W::kIsReading) {
        std::optional<observe::LostLease> lost;
        pass(wire, lost);
        evidence.lost = observe::LazyValue<observe::LostLease>(lost.value_or(observe::LostLease()));
    } else {
        const bool isLost = *evidence.lost != observe::LostLease();
        pass(wire, isLost ? std::optional(*evidence.lost) : std::nullopt);
    }
}

template <Wire W> void pass(W& wire, typename W::template Of<observe::VoteParts::Cell>& cell)
{
    passAll(wire, cell.state, cell.hasStored, cell.isRemoved, cell.token, cell.ttl, cell.readAt);
}

template <Wire W> void pass(W& wire, typename W::template Of<observe::VoteParts>& parts)
{
    passAll(wire, parts.cells, parts.tokens, parts.errors);
}

template <Wire W> void passTold(W& wire, typename W::template Of<observe::DecodedLock>& lock)
{
    passAll(
        wire, lock.certainty.level, lock.certainty.reason, lock.holder, lock.expiresAt, lock.mode);
    observe::ValueScope::Kind scope = lock.scope;
    pass(wire, scope);
    if constexpr (W::kIsReading)
        lock.scope = scope;
    passAll(wire, lock.holders, lock.waiting, lock.alternatives);
}

inline void passLock(WireWriter& wire, const observe::PackedLock& lock, FormatWriter& formats)
{
    formats.pass(wire, lock.format());
    if (lock.format())
        passTold(wire, lock.told());
}

inline void passLock(WireReader& wire, observe::PackedLock& lock, FormatReader& formats)
{
    observe::FormatPtr format;
    observe::DecodedLock told{.scope = observe::ValueScope::Shared};
    formats.pass(wire, format);
    if (!format)
        return;
    passTold(wire, told);
    lock = observe::PackedLock(std::move(format), std::move(told));
}

template <Wire W, class Formats>
void passRival(W& wire, typename W::template Of<observe::RivalToken>& rival, Formats& formats)
{
    pass(wire, rival.token);
    passLock(wire, rival.lock, formats);
    pass(wire, rival.type);
}

template <Wire W> void pass(W& wire, typename W::template Of<observe::Note>& note)
{
    passAll(wire, note.kind, note.author, note.since, note.text, note.until);
}

template <Wire W> void pass(W& wire, typename W::template Of<observe::Renewals>& renewals)
{
    std::uint32_t count = renewals.count;
    std::uint32_t steady = renewals.steady;
    std::uint32_t level = renewals.level;
    passAll(wire, count, steady, level, renewals.interval, renewals.last);
    if constexpr (W::kIsReading) {
        renewals.count = count & 0xFFFFFU;
        renewals.steady = steady & 0xFU;
        renewals.level = level & 0xFFU;
        wire.expect(
            renewals.count == count && renewals.steady == steady && renewals.level == level);
    }
}

template <Wire W, class Formats>
void passEntry(W& wire, typename W::template Of<observe::LockEntry>& entry, Formats& formats)
{
    pass(wire, entry.resource);
    passLock(wire, entry.packedLock, formats);
    passAll(wire, entry.asOf, entry.firstSeen, entry.revision, entry.renewals, entry.type,
        entry.isSettled, entry.isDecoded);
    const auto passEach = [&](auto& rival) { passRival(wire, rival, formats); };
    if constexpr (W::kIsReading) {
        std::vector<observe::Evidence> stale;
        std::optional<std::chrono::milliseconds> peakTtl;
        std::vector<observe::RivalToken> rivals;
        std::optional<observe::Note> note;
        passAll(wire, stale, peakTtl);
        passList(wire, rivals, passEach);
        pass(wire, note);
        entry.stale = std::move(stale);
        entry.peakTtl = peakTtl ? observe::CompactTtl(*peakTtl) : observe::CompactTtl();
        entry.rivals = observe::LazyValue<std::vector<observe::RivalToken>>(std::move(rivals));
        entry.note = observe::LazyValue<observe::Note>(note.value_or(observe::Note()));
    } else {
        pass(wire, entry.stale.vector());
        pass(wire, entry.peakTtl.value());
        passList(wire, *entry.rivals, passEach);
        pass(wire, entry.note->isNone() ? std::nullopt : std::optional(*entry.note));
    }
}

template <Wire W> void passSummary(W& wire, typename W::template Of<observe::BoardUpdate>& update)
{
    passAll(wire, update.masters, update.quorum, update.isComplete, update.otherKeys, update.error,
        update.locks, update.possible, update.asOf);
}

namespace {

constexpr char kHelloFrame = 'H';
constexpr char kUpdateFrame = 'U';
constexpr char kLocksFrame = 'L';
constexpr std::size_t kHead = 5; ///< bytes before a frame's content
constexpr std::size_t kLocksPerFrame = 500;

/// The earliest time that a vote stores: see keepInOrder().
constexpr SteadyTime kEarliest{std::chrono::milliseconds(1)};

void appendFrame(std::string& out, char kind, std::string_view content)
{
    constexpr unsigned kByte = 8;
    out += kind;
    for (unsigned shift = 4 * kByte; shift != 0; shift -= kByte)
        out += static_cast<char>(content.size() >> (shift - kByte) & 0xFFU);
    out += content;
}

std::size_t lengthIn(std::string_view head)
{
    constexpr unsigned kByte = 8;
    std::size_t length = 0;
    for (const char byte : head.substr(1, kHead - 1))
        length = length << kByte | static_cast<unsigned char>(byte);
    return length;
}

bool isMark(SteadyTime time) noexcept
{
    return time == SteadyTime::min() || time == SteadyTime::max();
}

template <Wire W> void passHello(W& wire, typename W::template Of<Hello>& hello)
{
    passAll(wire, hello.run, hello.sent, hello.name, hello.deploymentClass, hello.isSandbox,
        hello.patterns, hello.interval);
    passList(wire, hello.masters, [&](auto& master) { passAll(wire, master.id, master.label); });
}

template <Wire W>
void passUnnamed(W& wire, typename W::template Of<observe::UnnamedWaiters>& unnamed)
{
    passAll(wire, unnamed.library, unnamed.count);
}

void passWaits(WireWriter& wire, const observe::Waits& waits)
{
    pass(wire, waits.waiters());
    pass(wire, waits.deadlocks());
    wire.number(waits.unnamed().size());
    for (const auto& [resource, unnamed] : waits.unnamed()) {
        pass(wire, resource);
        passUnnamed(wire, unnamed);
    }
}

observe::WaitsPtr readWaits(WireReader& wire)
{
    std::vector<observe::Waiter> waiters;
    std::vector<observe::Deadlock> deadlocks;
    observe::UnnamedByResource unnamed;
    passAll(wire, waiters, deadlocks);
    const std::uint64_t count = wire.number();
    for (std::uint64_t i = 0; i < count && wire.isGood(); ++i) {
        Resource resource;
        pass(wire, resource);
        passUnnamed(wire, unnamed[resource]);
    }
    for (const observe::Deadlock& deadlock : deadlocks) {
        for (const observe::Deadlock::Link& link : deadlock.links)
            wire.expect(link.waiter < waiters.size());
    }
    if (!wire.isGood())
        return observe::noWaits();
    return std::make_shared<const observe::Waits>(
        std::move(waiters), std::move(deadlocks), std::move(unnamed));
}

/// Votes can't store times before this host's start. Makes such a time as old as possible: on the
/// same side of `since`, with the same end of its TTL.
void keepInOrder(observe::VoteParts::Cell& cell, SteadyTime since)
{
    if (cell.readAt >= kEarliest || cell.readAt == SteadyTime{})
        return;
    const SteadyTime stored = cell.readAt >= since ? kEarliest : SteadyTime{};
    if (cell.ttl)
        cell.ttl = observe::ttlAt(*cell.ttl, cell.readAt, stored);
    cell.readAt = stored;
}

void writeLocks(WireWriter& wire, const SentUpdate& message, std::size_t from)
{
    const auto part = [from](const auto& list) {
        const std::size_t begin = std::min(from, list.size());
        const std::size_t end = std::min(from + kLocksPerFrame, list.size());
        return std::span(list).subspan(begin, end - begin);
    };
    FormatWriter formats;
    passList(wire, part(message.update.changed), [&](const observe::LockEntryPtr& entry) {
        passEntry(wire, *entry, formats);
        pass(wire, observe::VoteParts::of(entry->votes));
    });
    const auto passName = [&](const Resource& name) { pass(wire, name); };
    passList(wire, part(message.update.gone), passName);
    passList(wire, part(message.update.lost), passName);
}

Error brokenStream()
{
    return {ErrorClass::Unsupported,
        trNoop("this is no agent: use the URL that `lockctl serve` prints", "data"), {}};
}

} // namespace

Hello Hello::of(const config::Deployment& deployment, std::string run, SteadyTime now)
{
    Hello hello{.run = std::move(run),
        .sent = now,
        .name = deployment.name,
        .deploymentClass = deployment.deploymentClass,
        .isSandbox = deployment.isSandbox,
        .patterns = deployment.patterns,
        .interval = deployment.interval};
    for (const config::MasterConfig& master : deployment.masters)
        hello.masters.push_back({master.id, master.label()});
    return hello;
}

std::string writeHello(const Hello& hello)
{
    WireWriter wire;
    pass(wire, hello.version);
    passHello(wire, hello);
    std::string out;
    appendFrame(out, kHelloFrame, wire.take());
    return out;
}

std::string writeUpdate(const SentUpdate& message)
{
    const observe::BoardUpdate& update = message.update;
    const std::size_t longest
        = std::max({update.changed.size(), update.gone.size(), update.lost.size()});
    const std::uint64_t frames = (longest + kLocksPerFrame - 1) / kLocksPerFrame;
    WireWriter wire;
    passAll(wire, message.sent, message.number, message.isWhole, message.areWaitsKept);
    passSummary(wire, update);
    if (!message.areWaitsKept)
        passWaits(wire, *update.waits);
    pass(wire, frames);
    std::string out;
    appendFrame(out, kUpdateFrame, wire.take());
    for (std::size_t from = 0; from < longest; from += kLocksPerFrame) {
        writeLocks(wire, message, from);
        appendFrame(out, kLocksFrame, wire.take());
    }
    return out;
}

Result<std::vector<BoardReader::Message>> BoardReader::take(std::string_view bytes, SteadyTime now)
{
    m_bytes += bytes;
    std::vector<Message> messages;
    std::string_view rest = m_bytes;
    while (rest.size() >= kHead) {
        const std::size_t length = lengthIn(rest);
        if (length > kLongestFrame)
            return tl::make_unexpected(brokenStream());
        if (rest.size() - kHead < length)
            break;
        if (!takeFrame(rest.front(), rest.substr(kHead, length), now, messages)) {
            if (!m_otherVersion)
                return tl::make_unexpected(brokenStream());
            return fail(ErrorClass::Unsupported,
                absl::Substitute(trNoop("the agent is of another version: it speaks $0, this "
                                        "window $1",
                                     "data"),
                    *m_otherVersion, kWireVersion));
        }
        rest.remove_prefix(kHead + length);
    }
    m_bytes.erase(0, m_bytes.size() - rest.size());
    return messages;
}

bool BoardReader::takeFrame(
    char kind, std::string_view bytes, SteadyTime now, std::vector<Message>& messages)
{
    if (!m_clocks)
        return kind == kHelloFrame && takeHello(bytes, now, messages);
    if (m_message ? kind != kLocksFrame || !takeLocks(bytes, now)
                  : kind != kUpdateFrame || !takeUpdate(bytes, now))
        return false;
    finishUpdate(messages);
    return true;
}

bool BoardReader::takeHello(std::string_view bytes, SteadyTime now, std::vector<Message>& messages)
{
    WireReader wire(bytes);
    Hello hello;
    pass(wire, hello.version);
    if (wire.isGood() && hello.version != kWireVersion) {
        m_otherVersion = hello.version;
        return false;
    }
    passHello(wire, hello);
    wire.expect(!hello.masters.empty() && hello.masters.size() <= config::kMostMasters);
    if (!wire.isDone() || isMark(hello.sent))
        return false;
    m_clocks.emplace(hello.sent, m_asked, now);
    messages.emplace_back(std::move(hello));
    return true;
}

bool BoardReader::takeUpdate(std::string_view bytes, SteadyTime now)
{
    SentUpdate message;
    WireReader head(bytes);
    pass(head, message.sent);
    if (!head.isGood() || isMark(message.sent))
        return false;
    m_clocks->note(message.sent, now);
    WireReader wire(bytes, m_clocks->offset(now));
    SteadyTime ignored;
    passAll(wire, ignored, message.number, message.isWhole, message.areWaitsKept);
    passSummary(wire, message.update);
    wire.expect(message.update.masters.size() <= config::kMostMasters);
    if (!message.areWaitsKept)
        message.update.waits = readWaits(wire);
    pass(wire, m_framesLeft);
    wire.expect(!(message.isWhole && message.areWaitsKept));
    if (!wire.isDone())
        return false;
    auto masters = std::make_shared<std::vector<MasterId>>();
    m_freshSince.clear();
    for (observe::MasterStatus& master : message.update.masters) {
        masters->push_back(master.id);
        SteadyTime& since = master.freshness.since;
        m_freshSince.push_back(since);
        if (since != SteadyTime::min())
            since = std::max(since, kEarliest);
    }
    if (!m_masters || *m_masters != *masters)
        m_masters = std::move(masters);
    m_message = std::move(message);
    return true;
}

bool BoardReader::readEntry(WireReader& wire, FormatReader& formats)
{
    auto entry = std::make_shared<observe::LockEntry>();
    observe::VoteParts parts;
    passEntry(wire, *entry, formats);
    pass(wire, parts);
    if (!wire.isGood() || parts.cells.size() != m_freshSince.size())
        return false;
    for (std::size_t i = 0; i < parts.cells.size(); ++i)
        keepInOrder(parts.cells[i], m_freshSince[i]);
    auto votes = parts.votesOf(m_masters);
    // A published lock has a token.
    if (!votes || parts.tokens.empty() || entry->packedLock.formatName().empty())
        return false;
    entry->votes = std::move(*votes);
    m_message->update.changed.push_back(std::move(entry));
    return true;
}

bool BoardReader::takeLocks(std::string_view bytes, SteadyTime now)
{
    WireReader wire(bytes, m_clocks->offset(now));
    FormatReader formats(m_formats);
    observe::BoardUpdate& update = m_message->update;
    const std::uint64_t entries = wire.number();
    for (std::uint64_t i = 0; i < entries; ++i) {
        if (!readEntry(wire, formats) || update.changed.size() > kMostLocks)
            return false;
    }
    for (std::vector<Resource>* const names : {&update.gone, &update.lost}) {
        std::vector<Resource> more;
        pass(wire, more);
        names->insert(names->end(), std::make_move_iterator(more.begin()),
            std::make_move_iterator(more.end()));
        wire.expect(names->size() <= kMostLocks);
    }
    if (!wire.isDone() || m_framesLeft == 0)
        return false;
    --m_framesLeft;
    return true;
}

void BoardReader::finishUpdate(std::vector<Message>& messages)
{
    if (m_framesLeft != 0)
        return;
    messages.emplace_back(std::move(*m_message));
    m_message.reset();
}

std::string pathOfDeployment(std::string_view name)
{
    return std::string(kDeploymentsPath) + "/" + percentEncodeField(name);
}

} // namespace lockkeeper::agent
