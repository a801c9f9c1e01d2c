// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/board/board.h"

#include "core/config/quorum.h"
#include "core/observe/board/entry_votes.h"
#include "core/text/translate.h"

#include <algorithm>

namespace lockkeeper::observe {
namespace {

using std::chrono::milliseconds;

VoteState stateAfter(const Error& error)
{
    return isAnswered(error.kind) ? VoteState::Error : VoteState::NoAnswer;
}

std::optional<Fingerprint> contestedToken(const Votes& votes)
{
    return votes.tokenCount() > 1 ? describedToken(votes) : std::nullopt;
}

std::uint64_t storingMasters(const Votes& votes)
{
    std::uint64_t stored = 0;
    for (std::size_t i = 0; i < votes.size(); ++i) {
        if (votes.cell(i).state == VoteState::Held || storesSomethingElse(votes, i))
            stored |= masterBit(i);
    }
    return stored;
}

bool isToldOf(const Votes& votes)
{
    for (std::size_t i = 0; i < votes.size(); ++i) {
        if (votes.heldUntil(i))
            return true;
    }
    return false;
}

/// A holder of the shared lock remains.
bool isSameShared(const LockEntry& known, std::size_t master,
    absl::FunctionRef<std::optional<PackedLock>()> decode)
{
    const Fingerprint* const stored = known.votes.storedToken(master);
    const PackedLock* const before = stored == nullptr ? nullptr : known.lockOf(*stored);
    const LockMode mode = (before == nullptr ? known.packedLock : *before).mode();
    if (mode != LockMode::Read && mode != LockMode::Semaphore)
        return false;
    const auto holdersIn = [](const PackedLock* lock) {
        return lock == nullptr ? std::vector<Holder>() : lock->told().holders;
    };
    const std::optional<PackedLock> now = decode();
    const std::vector<Holder> holders = holdersIn(now ? &*now : nullptr);
    const std::vector<Holder> holdersBefore = holdersIn(before);
    if (holders.empty() || holdersBefore.empty())
        return true;
    return std::ranges::any_of(holdersBefore, [&](const Holder& one) {
        return !one.member
            || std::ranges::find(holders, one.member, &Holder::member) != holders.end();
    });
}

bool wouldEndEarly(const Votes& votes, std::size_t master, SteadyTime since, SteadyTime at)
{
    const Votes::Cell cell = votes.cell(master);
    return cell.state == VoteState::Held && cell.readAt >= since
        && CastVotes::endsEarly(votes, master, at);
}

EvidenceRules afterLosses(EvidenceRules rules, const LostLeases& lost)
{
    rules.lost = &lost;
    return rules;
}

Error overgrown()
{
    return {ErrorClass::ServerError, trNoop("has more holders than can be read", "data"), {}};
}

} // namespace

Board::Board(std::vector<MasterId> masters, FormatSet formats, const Clock& clock,
    EvidenceRules rules, Certainty least)
    : m_masters(std::make_shared<const std::vector<MasterId>>(std::move(masters)))
    , m_clock(clock)
    , m_keys(m_masters->size())
    , m_recognition(std::move(formats), clock)
    , m_votes(m_masters->size(), clock.now())
    , m_publishing(m_masters->size(), afterLosses(std::move(rules), m_votes.lost()), clock, least)
{ }

LockEntryPtr Board::find(const std::string& key) const
{
    Record* const record = m_keys.find(key);
    return record == nullptr ? nullptr : record->entry;
}

void Board::read(std::size_t master, const KeyReading& reading)
{
    Record* record = m_keys.find(reading.key);
    const LockEntry* known = record == nullptr ? nullptr : record->entry.get();
    if (known != nullptr && Recognition::isOvergrown(*known, reading))
        return fail(master, reading.key, overgrown());
    if (record == nullptr) {
        auto lock = m_recognition.decode(reading);
        const Recognised first
            = lock ? m_recognition.recognise(master, reading, nullptr) : Recognised();
        if (!first.vote.token)
            return m_keys.noteOther(master, reading.key, reading.type != ValueType::None);
        Record& added = addRecord(master, reading, std::move(*lock), *first.vote.token);
        setVote(added, master, first);
        return noteHold(added, master, reading.readAt);
    }
    Recognised recognised = m_recognition.recognise(master, reading, known);
    const auto& token = recognised.vote.token;
    if (token && m_votes.isLossExpected(master))
        recognised.isSameShared
            = isSameShared(*known, master, [&] { return m_recognition.decode(reading); });
    if (recognised.isMoreCertain) {
        // Other masters store something else, until a reading shows this lock there.
        denyHeldVotes(m_publishing.edit(*record).votes);
        known = record->entry.get();
        m_publishing.doubt(*record);
    }
    const bool isOneToken = known->votes.tokenCount() == 1 && token == known->votes.token(0);
    // Details may change under one token; a missing TTL changes how the value is read.
    const bool isTtlNew
        = known->votes.isEndless() != known->votes.isEndlessWith(master, recognised.vote);
    const bool hasParts = reading.type == ValueType::SortedSet || reading.type == ValueType::Node
        || (reading.type == ValueType::Hash && reading.fields.size() > 1);
    const bool hasDetails = reading.queue || hasParts || isTtlNew;
    if (isOneToken && record->entry->isDecoded && !hasDetails) {
        if (setVote(*record, master, recognised))
            noteHold(*record, master, reading.readAt);
        return;
    }
    const auto before = describedToken(known->votes);
    const bool isChange = setVote(*record, master, recognised);
    m_recognition.keepRivals(*record->entry, before, reading, recognised.vote);
    const auto described = describedToken(record->entry->votes);
    const bool isNew = described != before || !record->entry->isDecoded;
    if (token && token == described && (isNew || hasDetails))
        updateFormat(*record, reading, recognised);
    else
        noteDescribed(*record, before);
    if (isChange)
        noteHold(*record, master, reading.readAt);
}

void Board::readAll(const std::string& key, const std::vector<Result<KeyReading>>& readings)
{
    std::vector<bool> isLock;
    for (const auto& reading : readings)
        isLock.push_back(reading && m_recognition.decode(*reading));
    // Other values count only beside a lock.
    for (const bool areLocks : {true, false}) {
        for (std::size_t i = 0; i < readings.size(); ++i) {
            if (isLock[i] != areLocks)
                continue;
            if (readings[i])
                read(i, *readings[i]);
            else
                fail(i, key, readings[i].error());
        }
    }
}

/// A token that leads anew: its holder is unknown until the next reading.
void Board::noteDescribed(Record& record, const std::optional<Fingerprint>& before)
{
    LockEntry& entry = *record.entry;
    if (describedToken(entry.votes) == before)
        return;
    entry.isDecoded = false;
    m_keys.setLock(entry, entry.packedLock.withoutHolder());
    m_publishing.doubt(record);
}

BoardRecord& Board::addRecord(
    std::size_t master, const KeyReading& reading, PackedLock lock, const Fingerprint& token)
{
    auto entry = std::make_shared<LockEntry>();
    entry->resource = Resource(reading.key);
    entry->packedLock = std::move(lock);
    entry->type = reading.type;
    entry->firstSeen = reading.readAt;
    entry->votes = Votes(m_masters);
    const auto [record, others] = m_keys.addLock(std::move(entry));
    for (std::size_t i = 0; i < m_masters->size(); ++i) {
        if (m_publishing.coverage().isWhole(i) && (others & masterBit(i)) == 0)
            record.entry->votes.set(i, {.state = VoteState::Free, .readAt = reading.readAt});
    }
    const bool isBorn = m_publishing.coverage().isNewBorn(master) && others == 0;
    m_recognition.noteAppeared(record, token, isBorn ? reading.ttl : std::nullopt);
    m_publishing.addNew(record);
    if (others != 0)
        m_publishing.doubt(record);
    return record;
}

bool Board::setVote(Record& record, std::size_t master, const Recognised& recognised)
{
    m_keys.markSeen(master, record);
    Recognition::noteVote(record, master, recognised);
    m_publishing.edit(record);
    const bool isChange
        = m_votes.set(record, master, recognised.vote, recognised.mark, recognised.isSameShared);
    if (isChange)
        m_publishing.noteChange(record);
    return isChange;
}

/// Leaves out first sweeps: what they find began before.
void Board::noteHold(const Record& record, std::size_t master, SteadyTime at)
{
    const LockEntry& entry = *record.entry;
    if (!m_areHoldsFollowed || !m_publishing.coverage().isWhole(master)
        || !m_publishing.isShown(entry))
        return;
    const Judgement judgement = judge(entry.votes, at);
    if (judgement.verdict == Verdict::Unknown)
        return;
    const bool isQueued = entry.type == ValueType::Queue;
    const bool isNobodys = isQueued || entry.packedLock.isTombstone();
    const bool isHeld = judgement.verdict == Verdict::Held && !isNobodys;
    HoldChange change{.resource = entry.resource,
        .at = at,
        .token = isHeld ? judgement.token : std::nullopt,
        .isFree = judgement.verdict == Verdict::Free || isNobodys};
    if (!m_holds.empty() && m_holds.back().resource == change.resource
        && m_holds.back().token == change.token && m_holds.back().isFree == change.isFree)
        return;
    change.isLost = isQuorumLost(
        entry.votes, [&](const Fingerprint& token) { return token != change.token; });
    if (isHeld && judgement.remaining && !judgement.neverExpires)
        change.until = at + *judgement.remaining;
    m_holds.push_back(std::move(change));
    if (m_holds.size() > HoldChange::kMost)
        m_holds.pop_front();
}

void Board::updateFormat(Record& record, const KeyReading& reading, const Recognised& recognised)
{
    LockEntry& entry = *record.entry;
    m_keys.setLock(entry, m_recognition.decodeToken(entry, reading, recognised));
    entry.isDecoded = true;
    entry.type = reading.type;
    Recognition::noteRead(record);
}

void Board::fail(std::size_t master, const std::string& key, const Error& error)
{
    Record* const record = m_keys.find(key);
    if (record == nullptr)
        return m_keys.noteUnread(master, key);
    m_keys.markSeen(master, *record);
    setFailed(*record, master, std::make_shared<const Error>(error));
}

void Board::failMaster(std::size_t master, const Error& error)
{
    invalidate(master);
    const auto shared = std::make_shared<const Error>(error);
    for (Record& record : m_keys.locks())
        setFailed(record, master, shared);
}

std::size_t Board::disbelieveMaster(std::size_t master, const Error& error)
{
    failMaster(master, error);
    std::size_t gone = 0;
    m_keys.beginSweep(master);
    m_keys.endSweep(master, [&](Record& record) {
        LockEntry& entry = m_publishing.edit(record);
        const auto before = describedToken(entry.votes);
        entry.votes.dropStored(master);
        if (isToldOf(entry.votes))
            return noteDescribed(record, before);
        m_keys.setLock(entry, {});
        entry.isDecoded = false;
        ++gone;
    });
    return gone;
}

void Board::setFailed(Record& record, std::size_t master, const Votes::ErrorPtr& error)
{
    const auto before = contestedToken(record.entry->votes);
    m_publishing.edit(record).votes.setFailed(master, stateAfter(*error), error);
    m_publishing.noteChange(record);
    if (before)
        noteDescribed(record, before);
}

void Board::invalidate(std::size_t master) noexcept
{
    m_publishing.coverage().invalidate(master);
}

void Board::setPushed(std::size_t master, std::optional<SteadyTime> until)
{
    m_publishing.coverage().setPushed(master, until);
}

void Board::beginSweep(std::size_t master)
{
    m_publishing.coverage().begin(master);
    m_votes.beginSweep(master);
    m_keys.beginSweep(master);
}

std::vector<std::string> Board::endSweep(
    std::size_t master, bool areLossesKnown, SteadyTime reportsSince)
{
    std::vector<std::string> unexplained;
    const SteadyTime now = m_clock.now();
    m_publishing.coverage().end(master, now);
    const Recognised free{.vote = {.state = VoteState::Free, .readAt = now}, .mark = {}};
    m_keys.endSweep(master, [&](Record& record) {
        const LockEntry& entry = *record.entry;
        if (!m_votes.isLossExpected(master)
            && wouldEndEarly(entry.votes, master, reportsSince, now))
            return unexplained.push_back(entry.resource.value());
        const auto before = contestedToken(record.entry->votes);
        const bool isChange = setVote(record, master, free);
        if (before)
            noteDescribed(record, before);
        if (isChange)
            noteHold(record, master, now);
    });
    m_votes.endSweep(master);
    if (areLossesKnown)
        settleLosses(master);
    return unexplained;
}

bool Board::endsEarly(
    std::size_t master, const std::string& key, SteadyTime since, SteadyTime at) const
{
    const Record* const record = m_keys.find(key);
    return record != nullptr && wouldEndEarly(record->entry->votes, master, since, at);
}

std::vector<std::string> Board::someStored(std::size_t master, std::size_t most) const
{
    std::vector<std::string> names;
    for (const Record& record : m_keys.locks()) {
        if (names.size() == most)
            break;
        if (record.entry->votes.cell(master).state == VoteState::Held)
            names.push_back(record.entry->resource.value());
    }
    return names;
}

bool Board::isAsBefore(std::size_t master, const KeyReading& reading) const
{
    constexpr milliseconds kTolerance{50};
    const Record* const record = m_keys.find(reading.key);
    if (record == nullptr || reading.type == ValueType::None)
        return false;
    const Votes& votes = record->entry->votes;
    const Votes::Cell cell = votes.cell(master);
    if (cell.state != VoteState::Held || reading.fingerprint() != votes.token(cell.token))
        return false;
    return !cell.ttl
        || (reading.ttl
            && *reading.ttl <= ttlAt(*cell.ttl, cell.readAt, reading.readAt) + kTolerance);
}

void Board::settleLosses(std::size_t master)
{
    m_votes.settleLosses(master, m_keys, m_clock.now(),
        [this](Record& record) -> LockEntry& { return m_publishing.edit(record); });
}

std::vector<std::string> Board::takeNotSeen(std::size_t master)
{
    std::vector<std::string> keys;
    m_keys.takeUnseen(master, [&](const Record& record) {
        if (record.entry->votes.cell(master).state == VoteState::Held)
            keys.push_back(record.entry->resource.value());
    });
    return keys;
}

std::vector<ExpiredVote> Board::takeExpired()
{
    // The edit makes it count again.
    return m_votes.takeExpired(
        m_clock.now(), [this](Record& record) { m_publishing.edit(record); });
}

std::vector<std::string> Board::takeUnconfirmed(std::size_t most)
{
    return m_publishing.takeDoubtful(most, m_keys.locks());
}

void Board::confirm(const std::string& key, bool isKnown)
{
    Record* const record = m_keys.find(key);
    if (record == nullptr)
        return;
    if (isKnown)
        return m_publishing.confirm(*record);
    DoubtfulRecords::settle(*record);
    m_publishing.doubt(*record);
}

BoardUpdate Board::take()
{
    BoardUpdate update;
    update.quorum = quorumOf(m_masters->size());
    m_publishing.take(update, m_keys.locks(), [this](Record& record) { forget(record); });
    update.otherKeys = m_keys.others().readCount();
    update.holds.assign(
        std::make_move_iterator(m_holds.begin()), std::make_move_iterator(m_holds.end()));
    m_holds.clear();
    return update;
}

void Board::reassess(std::size_t most, const std::set<Resource>& first)
{
    const StoppedClock clock(m_clock);
    m_votes.lost().dropEnded(clock.now());
    const auto assess = [&](Record& record) { m_publishing.reassess(record, clock); };
    for (const Resource& resource : first) {
        if (Record* const record = m_keys.find(resource.value()))
            assess(*record);
    }
    m_keys.locks().visitNext(most, assess);
}

void Board::forget(Record& record)
{
    m_votes.remove(record);
    m_recognition.noteGone(record);
    m_keys.removeLock(record, storingMasters(record.entry->votes));
}

} // namespace lockkeeper::observe
