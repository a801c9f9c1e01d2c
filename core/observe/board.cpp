// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/board.h"

#include <algorithm>

namespace lockkeeper::observe {
namespace {

using std::chrono::duration_cast;
using std::chrono::milliseconds;

/// How far a TTL may be from its countdown before it counts as renewed: scheduling on both sides,
/// and the server's clock that ticks in milliseconds.
constexpr milliseconds kRenewalJump{300};

constexpr std::uint64_t bit(std::size_t master) noexcept
{
    return std::uint64_t{1} << (master % 64U);
}

/// The longest TTL of `token`, as it would be at `now`; nullopt: none expires.
std::optional<milliseconds> longestTtl(const Votes& votes, const Fingerprint& token, SteadyTime now)
{
    std::optional<milliseconds> longest;
    for (std::size_t i = 0; i < votes.size(); ++i) {
        const Votes::Cell cell = votes.cell(i);
        if (cell.state != VoteState::Held || !cell.ttl || votes.token(cell.token) != token)
            continue;
        const milliseconds left = *cell.ttl - duration_cast<milliseconds>(now - cell.readAt);
        longest = std::max(longest.value_or(left), left);
    }
    return longest;
}

bool isSameVote(const Votes& a, const Votes& b, std::size_t master)
{
    const Votes::Cell x = a.cell(master);
    const Votes::Cell y = b.cell(master);
    if (x.state != y.state || x.ttl.has_value() != y.ttl.has_value())
        return false;
    if (x.state == VoteState::Held)
        return a.token(x.token) == b.token(y.token);
    return x.state == VoteState::Free || a[master].error == b[master].error;
}

bool isSame(const LockEntry& a, const LockEntry& b)
{
    for (std::size_t i = 0; i < a.votes.size(); ++i) {
        if (!isSameVote(a.votes, b.votes, i))
            return false;
    }
    return a.renewals == b.renewals && a.packedLock == b.packedLock && a.stale == b.stale
        && a.isSettled == b.isSettled;
}

/// All masters that answer say the same.
bool isUnanimous(const Votes& votes)
{
    std::optional<Votes::Cell> first;
    for (std::size_t i = 0; i < votes.size(); ++i) {
        const Votes::Cell cell = votes.cell(i);
        if (cell.state != VoteState::Held && cell.state != VoteState::Free)
            continue;
        if (!first)
            first = cell;
        else if (cell.state != first->state
            || (cell.state == VoteState::Held && cell.token != first->token))
            return false;
    }
    return true;
}

VoteState stateAfter(const Error& error)
{
    const bool hasAnswered = isDefinite(error.kind) && error.kind != ErrorClass::Unreachable;
    return hasAnswered ? VoteState::Error : VoteState::NoAnswer;
}

} // namespace

Board::Board(
    std::vector<MasterId> masters, Formats formats, const Clock& clock, EvidenceRules rules)
    : m_masters(std::make_shared<const std::vector<MasterId>>(std::move(masters)))
    , m_formats(std::move(formats))
    , m_clock(clock)
    , m_rules(std::move(rules))
    , m_expiries(clock.now())
    , m_isWhole(m_masters->size())
    , m_seen(m_masters->size())
{ }

Board::~Board() = default;

const BoardRecord* Board::findRecord(std::string_view key) const
{
    const auto found = m_records.find(key);
    return found == m_records.end() ? nullptr : &*found;
}

LockEntryPtr Board::find(const std::string& key) const
{
    const Record* const record = findRecord(key);
    return record == nullptr ? nullptr : record->entry;
}

void Board::expect(std::span<const KeyReading> next) const
{
    // One by one each of these looks would wait for memory four times; in a row they overlap.
    for (const KeyReading& reading : next) {
        if (const Record* const record = findRecord(reading.key))
            record->entry->votes.prefetch();
    }
}

void Board::read(std::size_t master, KeyReading reading)
{
    Vote vote{.master = {},
        .state = VoteState::Free,
        .token = {},
        .ttl = {},
        .readAt = reading.readAt,
        .error = {}};
    if (auto token = reading.fingerprint()) {
        vote.state = VoteState::Held;
        vote.token = token;
        vote.ttl = reading.ttl;
    } else if (reading.type != ValueType::None) {
        vote.error = Error{ErrorClass::WrongType, "stores something else under this name", {}};
    }
    const Record* record = findRecord(reading.key);
    if (record == nullptr) {
        if (vote.state != VoteState::Held)
            return readOther(master, reading);
        auto found = match(m_formats, reading, m_clock.wallNow());
        if (!found)
            return readOther(master, reading);
        record = &addRecord(reading, PackedLock(std::move(found->format), std::move(found->lock)));
    }
    markSeen(*record, master);
    const Votes& known = record->entry->votes;
    // By far the most readings say what others said before.
    const bool isOneToken = known.tokenCount() == 1 && vote.token == known.token(0);
    if (isOneToken && !record->isMislabelled && !reading.queueLength)
        return setVote(*record, master, vote);
    const auto before = record->entry->judgement().token;
    setVote(*record, master, vote);
    const auto leader = record->entry->judgement().token;
    const bool isNewLeader = leader != before || record->isMislabelled;
    if (vote.token && vote.token == leader && (isNewLeader || reading.queueLength)) {
        relabel(*record, reading);
    } else if (leader && leader != before) {
        record->isMislabelled = true;
        doubt(*record);
    }
}

/// A resource that was not on the board. Masters that were swept do not have it, as far as known.
const BoardRecord& Board::addRecord(const KeyReading& reading, PackedLock lock)
{
    auto entry = std::make_shared<LockEntry>();
    entry->resource = Resource(reading.key);
    entry->packedLock = std::move(lock);
    entry->type = reading.type;
    entry->firstSeen = reading.readAt;
    entry->votes = Votes(m_masters);
    const auto other = m_others.find(std::hash<std::string_view>()(reading.key));
    for (std::size_t i = 0; i < m_masters->size(); ++i) {
        const bool isOther = other != m_others.end() && (other->second.stored & bit(i)) != 0;
        if (m_isWhole[i] && !isOther)
            entry->votes.set(i,
                {.master = {},
                    .state = VoteState::Free,
                    .token = {},
                    .ttl = {},
                    .readAt = reading.readAt,
                    .error = {}});
    }
    const bool hasOther = other != m_others.end();
    if (hasOther)
        m_others.erase(other);
    const Record& record = *m_records.insert(Record{.entry = std::move(entry)}).first;
    record.isDirty = true;
    m_dirty.push_back({&record, nullptr});
    // What a master stores that was taken for another key has to be read again.
    if (hasOther)
        doubt(record);
    return record;
}

/// The entry of `record`, to be changed: a copy of it, if others may have it.
LockEntry& Board::edit(const Record& record)
{
    if (!std::exchange(record.isDirty, true))
        m_dirty.push_back({&record, record.isPublished ? record.entry : nullptr});
    if (std::exchange(record.isPublished, false))
        record.entry = std::make_shared<LockEntry>(*record.entry);
    return *record.entry;
}

void Board::setVote(const Record& record, std::size_t master, const Vote& vote)
{
    LockEntry& entry = edit(record);
    const Votes::Cell before = entry.votes.cell(master);
    const bool isSameToken = before.state == VoteState::Held && vote.token
        && entry.votes.token(before.token) == *vote.token;
    const bool isChange = before.state != vote.state || (vote.token && !isSameToken);
    noteRenewal(entry, isSameToken, vote);
    entry.votes.set(master, vote);
    if (vote.state == VoteState::Held && vote.ttl)
        m_expiries.add(record, vote.readAt + *vote.ttl);
    if (isChange) {
        entry.isSettled = isUnanimous(entry.votes);
        if (!entry.isSettled)
            doubt(record);
    }
}

/// Counts a TTL that jumped up, once for all masters that store the token.
void Board::noteRenewal(LockEntry& entry, bool isSameToken, const Vote& now)
{
    if (!now.token || !now.ttl)
        return;
    const bool isKnown = now.token == entry.votes.latestToken();
    if (!isKnown || !entry.peakTtl || *now.ttl > *entry.peakTtl)
        entry.peakTtl = now.ttl;
    if (!isKnown || !isSameToken)
        return;
    const auto expected = longestTtl(entry.votes, *now.token, now.readAt);
    if (!expected || *now.ttl <= *expected + kRenewalJump)
        return;
    Renewals& renewals = entry.renewals;
    if (renewals.count > 0)
        renewals.interval = duration_cast<decltype(renewals.interval)>(now.readAt - renewals.last);
    ++renewals.count;
    renewals.last = now.readAt;
}

/// Format, holder and type are those of the token that leads the votes.
void Board::relabel(const Record& record, const KeyReading& reading)
{
    LockEntry& entry = *record.entry;
    record.isMislabelled = false;
    auto found = match(m_formats, reading, m_clock.wallNow());
    entry.packedLock
        = found ? PackedLock(std::move(found->format), std::move(found->lock)) : PackedLock();
    entry.type = reading.type;
}

void Board::readOther(std::size_t master, const KeyReading& reading)
{
    if (reading.type == ValueType::None)
        return forgetOther(master, reading.key);
    OtherKey& other = m_others[std::hash<std::string_view>()(reading.key)];
    other.stored |= bit(master);
    other.seen |= bit(master);
}

void Board::forgetOther(std::size_t master, const std::string& key)
{
    const auto found = m_others.find(std::hash<std::string_view>()(key));
    if (found == m_others.end())
        return;
    found->second.stored &= ~bit(master);
    if (found->second.stored == 0)
        m_others.erase(found);
}

void Board::fail(std::size_t master, const std::string& key, const Error& error)
{
    const Record* const record = findRecord(key);
    if (record == nullptr) {
        // It exists, and is nothing that may be read.
        readOther(master, {.key = key, .type = ValueType::Other});
        return;
    }
    markSeen(*record, master);
    edit(*record).votes.setFailed(master, stateAfter(error), std::make_shared<const Error>(error));
}

void Board::failMaster(std::size_t master, const Error& error)
{
    m_isWhole[master] = false;
    const auto shared = std::make_shared<const Error>(error);
    for (const Record& record : m_records)
        edit(record).votes.setFailed(master, stateAfter(error), shared);
}

void Board::markSeen(const Record& record, std::size_t master)
{
    if ((record.seen & bit(master)) == 0)
        ++m_seen[master];
    record.seen |= bit(master);
}

void Board::beginSweep(std::size_t master)
{
    if (std::exchange(m_seen[master], 0) != 0) {
        for (const Record& record : m_records)
            record.seen &= ~bit(master);
    }
    for (auto& [hash, other] : m_others)
        other.seen &= ~bit(master);
}

void Board::endSweep(std::size_t master)
{
    const Vote free{.master = {},
        .state = VoteState::Free,
        .token = {},
        .ttl = {},
        .readAt = m_clock.now(),
        .error = {}};
    // Mostly all of them were seen; then there is nothing to look for.
    if (m_seen[master] != m_records.size()) {
        for (const Record& record : m_records) {
            if ((record.seen & bit(master)) == 0)
                setVote(record, master, free);
        }
    }
    for (auto other = m_others.begin(); other != m_others.end();) {
        OtherKey& key = other->second;
        if ((key.seen & bit(master)) == 0)
            key.stored &= ~bit(master);
        other = key.stored == 0 ? m_others.erase(other) : std::next(other);
    }
    m_isWhole[master] = true;
}

bool Board::noteSeen(std::size_t master, const std::string& key)
{
    if (const Record* const record = findRecord(key)) {
        markSeen(*record, master);
        return record->entry->votes.cell(master).state != VoteState::Free;
    }
    const auto other = m_others.find(std::hash<std::string_view>()(key));
    if (other == m_others.end())
        return false;
    other->second.seen |= bit(master);
    return (other->second.stored & bit(master)) != 0;
}

std::vector<std::string> Board::unseen(std::size_t master) const
{
    std::vector<std::string> keys;
    for (const Record& record : m_records) {
        const bool isStored = record.entry->votes.cell(master).state == VoteState::Held;
        if (isStored && (record.seen & bit(master)) == 0)
            keys.push_back(record.entry->resource.value());
    }
    return keys;
}

void Board::doubt(const Record& record)
{
    if (!std::exchange(record.isDoubted, true))
        m_doubtful.push_back(record.entry->resource.value());
}

/// Masters disagree, or one that answers has not told what it stores here.
bool Board::isInDoubt(const Votes& votes) const
{
    for (std::size_t i = 0; i < votes.size(); ++i) {
        if (m_isWhole[i] && votes.cell(i).state == VoteState::NoAnswer)
            return true;
    }
    return !isUnanimous(votes);
}

std::vector<std::string> Board::takeDoubtful()
{
    std::vector<std::string> taken;
    for (std::string& key : std::exchange(m_doubtful, {})) {
        const Record* const record = findRecord(key);
        if (record == nullptr)
            continue;
        record->isDoubted = record->isMislabelled || isInDoubt(record->entry->votes);
        if (record->isDoubted)
            taken.push_back(std::move(key));
    }
    return taken;
}

void Board::confirm(const std::string& key)
{
    const Record* const record = findRecord(key);
    if (record == nullptr)
        return;
    record->isDoubted = false;
    if (!record->entry->isSettled)
        edit(*record).isSettled = true;
}

std::vector<Board::Expired> Board::takeExpired()
{
    const SteadyTime now = m_clock.now();
    std::vector<Expired> expired;
    for (const Record* const record : m_expiries.takeDue(now)) {
        const Votes& votes = record->entry->votes;
        for (std::size_t i = 0; i < votes.size(); ++i) {
            const Votes::Cell cell = votes.cell(i);
            if (cell.state != VoteState::Held || !cell.ttl)
                continue;
            if (cell.readAt + *cell.ttl <= now)
                expired.push_back({i, record->entry->resource.value()});
            else
                m_expiries.add(*record, cell.readAt + *cell.ttl);
        }
    }
    return expired;
}

BoardUpdate Board::take()
{
    BoardUpdate update;
    update.asOf = m_clock.now();
    update.quorum = m_masters->size() / 2 + 1;
    for (const Dirty& dirty : std::exchange(m_dirty, {})) {
        const Record& record = *dirty.record;
        record.isDirty = false;
        if (!finish(*record.entry, dirty.before)) {
            if (dirty.before)
                update.gone.push_back(record.entry->resource);
            forget(record);
            continue;
        }
        record.isPublished = true;
        update.changed.push_back(record.entry);
    }
    if (std::exchange(m_isRetelling, false)) {
        update.changed.clear();
        for (const Record& record : m_records)
            update.changed.push_back(record.entry);
    }
    update.otherKeys = m_others.size();
    update.locks = m_records.size();
    return update;
}

/// Adds up the votes; false if the lock is gone.
bool Board::finish(LockEntry& entry, const LockEntryPtr& before)
{
    entry.asOf = m_clock.now();
    const Judgement judgement = entry.judgement();
    if (judgement.verdict == Verdict::Free || entry.packedLock.formatName().empty())
        return false;
    if (before) {
        const auto token = judgement.token ? judgement.token : entry.votes.latestToken();
        const bool isSameToken
            = token == before->votes.latestToken() || token == before->judgement().token;
        if (!isSameToken) {
            entry.firstSeen = entry.asOf;
            entry.renewals = {};
        }
    }
    entry.stale = findEvidence(entry, judgement, m_rules, m_clock);
    const bool isUnchanged = before && isSame(entry, *before);
    entry.revision = isUnchanged ? before->revision : ++m_revision;
    return true;
}

void Board::reassess()
{
    for (const Record& record : m_records) {
        const LockEntry& entry = *record.entry;
        auto found = findEvidence(entry, entry.judgement(), m_rules, m_clock);
        if (found != record.entry->stale)
            edit(record).stale = std::move(found);
    }
}

/// Takes a record off the board. Where something is stored that is no lock, that is another key.
void Board::forget(const Record& record)
{
    const Votes& votes = record.entry->votes;
    OtherKey other;
    for (std::size_t i = 0; i < votes.size(); ++i) {
        if (votes.cell(i).state == VoteState::Held)
            other.stored |= bit(i);
    }
    other.seen = record.seen & other.stored;
    for (std::size_t i = 0; i < m_seen.size(); ++i)
        m_seen[i] -= (record.seen & bit(i)) != 0 ? 1 : 0;
    if (other.stored != 0)
        m_others[std::hash<std::string_view>()(record.entry->resource.value())] = other;
    m_expiries.remove(record);
    m_records.erase(m_records.find(record));
}

} // namespace lockkeeper::observe
