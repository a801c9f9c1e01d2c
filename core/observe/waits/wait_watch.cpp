// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/waits/wait_watch.h"

#include "core/redis/glob.h"
#include "core/text/tr_noop.h"

#include <unordered_map>

namespace lockkeeper::observe {
namespace {

using std::chrono::milliseconds;

/// Between searches, and checks of an unconfirmed deadlock.
constexpr milliseconds kSearchInterval{200};
constexpr milliseconds kLongestTimeout{1000};

} // namespace

std::optional<LockHolder> holderOf(const LockEntryPtr& entry)
{
    if (!entry)
        return std::nullopt;
    const auto [verdict, token]
        = std::pair(entry->countVotes().verdict, leadingToken(entry->votes));
    if (verdict != Verdict::Held || !token)
        return std::nullopt;
    LockHolder holder{
        .token = *token, .firstSeen = entry->firstSeen, .lastSeen = SteadyTime::max()};
    for (const Vote& vote : entry->votes) {
        if (vote.token == token)
            holder.lastSeen = std::min(holder.lastSeen, vote.readAt);
    }
    if (entry->isDecoded) {
        holder.pid = entry->packedLock.hasPid() ? entry->packedLock.pid() : 0;
        holder.process = entry->packedLock.process();
        holder.since = entry->packedLock.since();
    }
    return holder;
}

WaitWatch::WaitWatch(
    const masters::Masters& masters, const Clock& clock, Options options, const Board& board)
    : m_masters(masters)
    , m_clock(clock)
    , m_onAnswer(std::move(options.onAnswer))
    , m_database(options.database)
    , m_patterns(std::move(options.patterns))
    , m_board(board)
    , m_polls(masters.transports().size())
{
    for (std::size_t i = 0; i < m_polls.size(); ++i) {
        if (masters.cluster(i) == nullptr)
            m_polls[i] = std::make_unique<WaitPoll>(
                WaitPoll::Access{*masters.transports()[i], clock, board, m_book, i,
                    [this] {
                        if (m_onAnswer)
                            m_onAnswer();
                    }},
                WaitPoll::Options{std::min(options.timeout, kLongestTimeout), options.retryRefused,
                    options.users[i]});
    }
}

void WaitWatch::noteReading(std::size_t master, const KeyReading& reading, const FormatSet& formats)
{
    const WallTime now = m_clock.wallNow();
    const auto match = reading.queue ? formats.match(reading, now) : std::nullopt;
    if (match)
        m_book.library().noteQueue(
            master, Resource(reading.key), *match->format, *reading.queue, now);
    else if (m_book.library().hasQueues())
        m_book.library().removeQueue(master, Resource(reading.key));
}

bool WaitWatch::isUp(std::size_t master) const
{
    return m_masters.transports()[master]->status().isUp();
}

void WaitWatch::ask()
{
    for (std::size_t i = 0; i < m_polls.size(); ++i) {
        if (!m_polls[i])
            continue;
        if (!isUp(i)) {
            m_polls[i]->onLoss();
            continue;
        }
        if (!m_doubtful.empty() || m_isAnyServed || !m_polls[i]->hasAskedAll())
            m_polls[i]->hurry(m_onAnswer ? milliseconds::zero() : kSearchInterval);
        m_polls[i]->tick();
    }
}

bool WaitWatch::tick()
{
    ask();
    const SteadyTime now = m_clock.now();
    const bool isNobodyThere = m_book.isEmpty() && *m_waits == *noWaits();
    if (isNobodyThere || (now < m_nextSearch && !m_onAnswer))
        return false;
    m_nextSearch = now + kSearchInterval;
    // Sweeps don't read locks that are gone.
    m_book.library().removeQueuesIf([this](const Resource& resource, std::size_t master) {
        const LockEntryPtr entry = m_board.find(resource.value());
        return !entry || entry->votes.cell(master).state == VoteState::Free;
    });
    auto waiters = m_book.waiters();
    std::erase_if(waiters, [this](const Waiter& waiter) { return !isHere(waiter.announced); });
    std::unordered_map<Resource, std::optional<LockHolder>> known;
    const auto holder = [&](const Resource& resource) {
        const auto [found, isNew] = known.try_emplace(resource);
        if (isNew)
            found->second = holderOf(m_board.find(resource.value()));
        return found->second;
    };
    // A single look does not know when a lock was taken.
    m_isAnyServed = !m_onAnswer && removeServed(waiters, holder) > 0;
    auto found = findDeadlocks(waiters, holder);
    m_doubtful = std::move(found.unconfirmed);
    Waits waits(std::move(waiters), std::move(found.deadlocks), m_book.library().unnamed());
    if (waits == *m_waits)
        return false;
    m_waits = std::make_shared<const Waits>(std::move(waits));
    return true;
}

/// A server's channels are those of all its databases.
bool WaitWatch::isHere(const lock::WaitAnnouncement& announced) const
{
    if (m_database && announced.database && *m_database != *announced.database)
        return false;
    const auto isWatched = [this](const Resource& resource) {
        return redis::anyGlobMatches(m_patterns, resource.value());
    };
    return m_patterns.empty() || std::ranges::any_of(announced.resources, isWatched);
}

std::optional<Error> WaitWatch::error(std::size_t master) const
{
    if (!m_polls[master])
        return Error{ErrorClass::Unsupported, trNoop("a Cluster does not tell who waits", "data"),
            m_masters.transports()[master]->master()};
    return m_polls[master]->error();
}

bool WaitWatch::isSettled() const
{
    const bool isConfirming = !m_doubtful.empty();
    for (std::size_t i = 0; i < m_polls.size(); ++i) {
        const bool isWaitedFor = m_polls[i] && isUp(i) && !m_polls[i]->error();
        if (isWaitedFor
            && (!m_polls[i]->hasAskedAll() || m_polls[i]->answers() < (isConfirming ? 2 : 1)))
            return false;
    }
    return !isConfirming || m_rereads > 0;
}

} // namespace lockkeeper::observe
