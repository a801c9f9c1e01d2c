// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/board/board.h"

#include <algorithm>

namespace lockkeeper::observe {
namespace {

using std::chrono::duration_cast;
using std::chrono::milliseconds;

/// How far a TTL may differ from its countdown before it counts as renewed: covers scheduling
/// delays on both sides, and the server's clock with its milliseconds.
constexpr milliseconds kRenewalJump{300};
/// When a vote's TTL passes. A TTL that exceeds our clock never does.
SteadyTime dueAt(SteadyTime readAt, milliseconds ttl)
{
    return readAt + std::min<milliseconds>(ttl, std::chrono::years(100));
}

VoteState stateAfter(const Error& error)
{
    const bool hasAnswered = isDefinite(error.kind) && error.kind != ErrorClass::Unreachable;
    return hasAnswered ? VoteState::Error : VoteState::NoAnswer;
}

/// True for a collection that was a lock and may still be one, but is too large to be read.
bool isOvergrown(const LockEntry& entry, const KeyReading& reading)
{
    return reading.isTooLong && reading.type == entry.type && reading.type != ValueType::String;
}

std::size_t commandsFor(ValueType type)
{
    constexpr std::size_t kOfString = 2;
    constexpr std::size_t kOfOthers = 5;
    return type == ValueType::String ? kOfString : kOfOthers;
}

} // namespace

Board::Board(
    std::vector<MasterId> masters, Formats formats, const Clock& clock, EvidenceRules rules)
    : m_masters(std::make_shared<const std::vector<MasterId>>(std::move(masters)))
    , m_formats(std::move(formats))
    , m_clock(clock)
    , m_rules(std::move(rules))
    , m_marks(m_masters->size())
    , m_others(m_marks)
    , m_expiries(clock.now())
    , m_isWhole(m_masters->size())
    , m_isBeingSwept(m_masters->size())
{
    m_rules.attention.assign(m_masters->size(), WatchCoverage{.since = SteadyTime::max()});
}

Board::~Board() = default;

LockEntryPtr Board::find(const std::string& key) const
{
    Record* const record = m_records.find(key);
    return record == nullptr ? nullptr : record->entry;
}

void Board::expect(std::span<const KeyReading> next) const
{
    m_records.expect(next, &KeyReading::key);
}

/// The fingerprint of the reading, if it is a token. Not computed again for a known value.
std::optional<Fingerprint> Board::tokenOf(
    const KeyReading& reading, const ValueMark& mark, const Record* record)
{
    const bool isKnown = record != nullptr && mark != ValueMark() && mark == record->entry->mark;
    return isKnown ? record->entry->votes.latestToken() : reading.fingerprint();
}

/// True if the reading has another type than the lock of that name, and is itself no lock.
bool Board::isForeign(const LockEntry& entry, const KeyReading& reading) const
{
    return reading.type != entry.type && reading.type != ValueType::None
        && !match(m_formats, reading, m_clock.wallNow());
}

void Board::read(std::size_t master, KeyReading reading)
{
    Vote vote{.state = VoteState::Free, .readAt = reading.readAt};
    Record* record = m_records.find(reading.key);
    const bool isMarkable = reading.type == ValueType::String && !reading.isTooLong;
    const ValueMark mark = isMarkable ? ValueMark(reading.value) : ValueMark();
    if (record != nullptr && isOvergrown(*record->entry, reading))
        return fail(master, reading.key,
            Error{ErrorClass::ServerError, "has more holders than can be read", {}});
    const bool isOther = record != nullptr && isForeign(*record->entry, reading);
    if (auto token = isOther ? std::nullopt : tokenOf(reading, mark, record)) {
        vote.state = VoteState::Held;
        vote.token = token;
        vote.ttl = reading.ttl;
    } else if (reading.type != ValueType::None) {
        vote.error = Error{ErrorClass::WrongType, "stores something else under this name", {}};
    }
    const bool isNew = record == nullptr;
    if (isNew) {
        if (vote.state != VoteState::Held)
            return readOther(master, reading);
        auto found = match(m_formats, reading, m_clock.wallNow());
        if (!found)
            return readOther(master, reading);
        record = &addRecord(reading, PackedLock(std::move(found->format), std::move(found->lock)));
    }
    m_marks.mark(record->seen, master);
    const Votes& known = record->entry->votes;
    // By far the most readings repeat the votes of other masters.
    const bool isOneToken = known.tokenCount() == 1 && vote.token == known.token(0);
    const bool isRetold = reading.queueLength || reading.type == ValueType::SortedSet;
    const bool isUsual = isNew || (isOneToken && !record->hasStaleFormat && !isRetold);
    const auto before = isUsual ? std::nullopt : record->entry->judgement().token;
    setVote(*record, master, vote);
    if (vote.token && vote.token == record->entry->votes.latestToken())
        record->entry->mark = mark;
    if (isUsual)
        return;
    const auto leader = record->entry->judgement().token;
    const bool isNewLeader = leader != before || record->hasStaleFormat;
    if (vote.token && vote.token == leader && (isNewLeader || isRetold)) {
        updateFormat(*record, reading);
    } else {
        noteLeader(*record, before);
    }
}

/// The leading token, if another one could lead after the loss of a vote.
std::optional<Fingerprint> Board::contestedLeader(const LockEntry& entry)
{
    return entry.votes.tokenCount() > 1 ? entry.judgement().token : std::nullopt;
}

/// Checks whether another token leads than `before`: its value must then be read again to be
/// decoded.
void Board::noteLeader(Record& record, const std::optional<Fingerprint>& before)
{
    const auto leader = record.entry->judgement().token;
    if (!leader || leader == before)
        return;
    record.hasStaleFormat = true;
    markUnconfirmed(record);
}

/// Adds a resource that was not on the board. Masters that were swept vote free, as far as known.
BoardRecord& Board::addRecord(const KeyReading& reading, PackedLock lock)
{
    auto entry = std::make_shared<LockEntry>();
    entry->resource = Resource(reading.key);
    entry->packedLock = std::move(lock);
    entry->type = reading.type;
    entry->firstSeen = reading.readAt;
    entry->votes = Votes(m_masters);
    const std::uint64_t others = m_others.take(reading.key);
    for (std::size_t i = 0; i < m_masters->size(); ++i) {
        if (m_isWhole[i] && (others & masterBit(i)) == 0)
            entry->votes.set(i, {.state = VoteState::Free, .readAt = reading.readAt});
    }
    Record& record = m_records.add(std::move(entry));
    record.seen = m_marks.unmarked();
    record.isDirty = true;
    m_newRecords.push_back(&record);
    // A master that stores something else under this name must be read again.
    if (others != 0)
        markUnconfirmed(record);
    return record;
}

/// The entry of `record`, for changes. Copies it if it is shared.
LockEntry& Board::edit(Record& record)
{
    if (!std::exchange(record.isDirty, true))
        m_dirty.push_back({&record, record.isPublished ? record.entry : nullptr});
    if (std::exchange(record.isPublished, false))
        record.entry = std::make_shared<LockEntry>(*record.entry);
    return *record.entry;
}

void Board::setVote(Record& record, std::size_t master, const Vote& vote)
{
    LockEntry& entry = edit(record);
    const Votes::Cell before = entry.votes.cell(master);
    const bool isSameToken = before.state == VoteState::Held && vote.token
        && entry.votes.token(before.token) == *vote.token;
    const bool isChange = before.state != vote.state || (vote.token && !isSameToken);
    noteRenewal(entry, isSameToken, vote);
    const auto marked = entry.votes.latestToken();
    entry.votes.set(master, vote);
    if (entry.votes.latestToken() != marked)
        entry.mark = {};
    if (vote.state == VoteState::Held && vote.ttl)
        m_expiries.add(record, dueAt(vote.readAt, *vote.ttl));
    if (isChange) {
        entry.isSettled = entry.votes.isUnanimous();
        if (!entry.isSettled)
            markUnconfirmed(record);
    }
}

/// Counts a renewal, that is, an increase of the TTL, once for all masters that store the token.
void Board::noteRenewal(LockEntry& entry, bool isSameToken, const Vote& now)
{
    if (!now.token || !now.ttl)
        return;
    const bool isKnown = now.token == entry.votes.latestToken();
    if (!isKnown || *now.ttl > entry.peakTtl)
        entry.peakTtl = *now.ttl;
    if (!isKnown || !isSameToken)
        return;
    const auto expected = entry.votes.longestTtl(*now.token, now.readAt);
    if (!expected || *now.ttl <= *expected + kRenewalJump)
        return;
    Renewals& renewals = entry.renewals;
    if (renewals.count > 0)
        renewals.interval = duration_cast<decltype(renewals.interval)>(now.readAt - renewals.last);
    ++renewals.count;
    renewals.last = now.readAt;
}

/// Sets format, holder and type to those of the leading token.
void Board::updateFormat(Record& record, const KeyReading& reading)
{
    LockEntry& entry = *record.entry;
    record.hasStaleFormat = false;
    auto found = match(m_formats, reading, m_clock.wallNow());
    entry.packedLock
        = found ? PackedLock(std::move(found->format), std::move(found->lock)) : PackedLock();
    entry.type = reading.type;
}

void Board::readOther(std::size_t master, const KeyReading& reading)
{
    if (reading.type == ValueType::None)
        m_others.remove(reading.key, master);
    else
        m_others.add(reading.key, master);
}

void Board::fail(std::size_t master, const std::string& key, const Error& error)
{
    Record* const record = m_records.find(key);
    if (record == nullptr) {
        m_others.addUnread(key, master);
        return;
    }
    m_marks.mark(record->seen, master);
    const auto before = contestedLeader(*record->entry);
    edit(*record).votes.setFailed(master, stateAfter(error), std::make_shared<const Error>(error));
    if (before)
        noteLeader(*record, before);
}

void Board::failMaster(std::size_t master, const Error& error)
{
    invalidate(master);
    const auto shared = std::make_shared<const Error>(error);
    for (Record& record : m_records) {
        const auto before = contestedLeader(*record.entry);
        edit(record).votes.setFailed(master, stateAfter(error), shared);
        if (before)
            noteLeader(record, before);
    }
}

void Board::invalidate(std::size_t master) noexcept
{
    m_isWhole[master] = false;
    m_isBeingSwept[master] = false;
    m_rules.attention[master].since = SteadyTime::max();
}

bool Board::isAllSeen(std::size_t master) const noexcept
{
    return m_marks.count(master) == m_records.size() + m_others.size();
}

void Board::beginSweep(std::size_t master)
{
    m_isBeingSwept[master] = !m_isWhole[master];
    // Usually the previous sweep has seen everything; then no record has to be visited.
    if (!isAllSeen(master)) {
        for (Record& record : m_records)
            m_marks.mark(record.seen, master);
        m_others.markAll(master);
    }
    m_marks.turn(master);
}

void Board::endSweep(std::size_t master)
{
    if (!m_isWhole[master])
        m_rules.attention[master].since = m_clock.now();
    m_isWhole[master] = true;
    m_isBeingSwept[master] = false;
    if (isAllSeen(master))
        return;
    const Vote free{.state = VoteState::Free, .readAt = m_clock.now()};
    for (Record& record : m_records) {
        if (m_marks.isMarked(record.seen, master))
            continue;
        m_marks.mark(record.seen, master);
        const auto before = contestedLeader(*record.entry);
        setVote(record, master, free);
        if (before)
            noteLeader(record, before);
    }
    m_others.removeUnmarked(master);
}

void Board::expect(std::span<const redis::Reply> names) const
{
    m_records.expect(names, &redis::Reply::text);
}

bool Board::markSeen(std::size_t master, const std::string& key)
{
    if (Record* const record = m_records.find(key)) {
        m_marks.mark(record->seen, master);
        return record->entry->votes.cell(master).state != VoteState::Free;
    }
    return m_others.markSeen(key, master);
}

std::optional<Board::LastRead> Board::lastRead(std::size_t master, const std::string& key) const
{
    const Record* const record = m_records.find(key);
    if (record == nullptr)
        return std::nullopt;
    const Votes::Cell cell = record->entry->votes.cell(master);
    if (cell.state != VoteState::Held)
        return std::nullopt;
    return LastRead{cell.readAt, commandsFor(record->entry->type)};
}

bool Board::isOther(std::size_t master, const std::string& key) const
{
    return m_others.isStored(key, master);
}

std::size_t Board::commandsToRead(const std::string& key) const
{
    const Record* const record = m_records.find(key);
    return commandsFor(record == nullptr ? ValueType::String : record->entry->type);
}

std::vector<std::string> Board::takeNotSeen(std::size_t master)
{
    std::vector<std::string> keys;
    if (isAllSeen(master))
        return keys;
    for (Record& record : m_records) {
        if (m_marks.isMarked(record.seen, master))
            continue;
        m_marks.mark(record.seen, master);
        if (record.entry->votes.cell(master).state == VoteState::Held)
            keys.push_back(record.entry->resource.value());
    }
    return keys;
}

void Board::markUnconfirmed(Record& record)
{
    if (!std::exchange(record.isDoubted, true))
        m_doubtful.push_back(record.entry->resource.value());
}

/// True if masters disagree, or if a master that was swept has not voted here.
bool Board::needsConfirmation(const Votes& votes) const
{
    for (std::size_t i = 0; i < votes.size(); ++i) {
        if (m_isWhole[i] && votes.cell(i).state == VoteState::NoAnswer)
            return true;
    }
    return !votes.isUnanimous();
}

std::vector<std::string> Board::takeUnconfirmed(std::size_t most)
{
    std::vector<std::string> taken;
    while (!m_doubtful.empty() && taken.size() < most) {
        std::string key = std::move(m_doubtful.front());
        m_doubtful.pop_front();
        Record* const record = m_records.find(key);
        if (record == nullptr)
            continue;
        record->isDoubted = record->hasStaleFormat || needsConfirmation(record->entry->votes);
        if (record->isDoubted)
            taken.push_back(std::move(key));
    }
    return taken;
}

void Board::confirm(const std::string& key)
{
    Record* const record = m_records.find(key);
    if (record == nullptr)
        return;
    record->isDoubted = false;
    if (!record->entry->isSettled)
        edit(*record).isSettled = true;
    // Another token has been leading since the master that stores it answered.
    if (record->hasStaleFormat)
        markUnconfirmed(*record);
}

std::vector<Board::Expired> Board::takeExpired()
{
    const SteadyTime now = m_clock.now();
    std::vector<Expired> expired;
    for (Record* const record : m_expiries.takeDue(now)) {
        const Votes& votes = record->entry->votes;
        for (std::size_t i = 0; i < votes.size(); ++i) {
            const Votes::Cell cell = votes.cell(i);
            if (cell.state != VoteState::Held || !cell.ttl)
                continue;
            const SteadyTime due = dueAt(cell.readAt, *cell.ttl);
            if (due <= now)
                expired.push_back({i, record->entry->resource.value()});
            else
                m_expiries.add(*record, due);
        }
    }
    return expired;
}

/// Removes a record from the board. Masters that store something else there count it as another
/// key.
void Board::forget(Record& record)
{
    const Votes& votes = record.entry->votes;
    std::uint64_t stored = 0;
    for (std::size_t i = 0; i < votes.size(); ++i) {
        const VoteState state = votes.cell(i).state;
        const bool isForeign = state == VoteState::Free && votes.hasErrors() && votes[i].error;
        if (state == VoteState::Held || isForeign)
            stored |= masterBit(i);
    }
    if (stored != 0)
        m_others.replace(record.entry->resource.value(), stored, record.seen);
    else
        m_marks.forget(record.seen);
    m_expiries.remove(record);
    m_records.remove(record);
}

} // namespace lockkeeper::observe
