// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/waits/wait_watch.h"

namespace lockkeeper::observe {
namespace {

using std::chrono::milliseconds;

/// Between two searches for deadlocks, and until an unconfirmed one is asked about again.
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
    LockHolder holder{.token = *token};
    if (entry->isDecoded) {
        holder.pid = entry->packedLock.hasPid() ? entry->packedLock.pid() : 0;
        holder.process = entry->packedLock.process();
        holder.since = entry->packedLock.since();
    }
    return holder;
}

WaitWatch::WaitWatch(
    const masters::Masters& masters, const Clock& clock, Options options, HolderOf holderOf)
    : m_masters(masters)
    , m_clock(clock)
    , m_onAnswer(std::move(options.onAnswer))
    , m_holderOf(std::move(holderOf))
    , m_polls(masters.transports().size())
{
    for (std::size_t i = 0; i < m_polls.size(); ++i) {
        if (masters.cluster(i) == nullptr)
            m_polls[i] = std::make_unique<WaitPoll>(
                WaitPoll::Access{*masters.transports()[i], clock, m_book, i,
                    [this] {
                        if (m_onAnswer)
                            m_onAnswer();
                    }},
                WaitPoll::Options{std::min(options.timeout, kLongestTimeout), options.retryRefused,
                    options.users[i]});
    }
}

bool WaitWatch::isUp(std::size_t master) const
{
    return m_masters.transports()[master]->status().state == redis::LinkState::Up;
}

void WaitWatch::ask()
{
    for (std::size_t i = 0; i < m_polls.size(); ++i) {
        if (m_polls[i])
            isUp(i) ? m_polls[i]->tick() : m_polls[i]->onLoss();
    }
}

bool WaitWatch::tick()
{
    ask();
    const SteadyTime now = m_clock.now();
    const bool isNobodyThere = m_book.isEmpty() && m_waits->waiters().empty();
    if (isNobodyThere || (now < m_nextSearch && !m_onAnswer))
        return false;
    m_nextSearch = now + kSearchInterval;
    auto waiters = m_book.waiters();
    auto found = findDeadlocks(waiters, m_holderOf);
    m_isUnconfirmed = found.isUnconfirmed;
    for (const auto& poll : m_polls) {
        if (m_isUnconfirmed && poll)
            poll->hurry(m_onAnswer ? milliseconds::zero() : kSearchInterval);
    }
    Waits waits(std::move(waiters), std::move(found.deadlocks));
    if (waits == *m_waits)
        return false;
    m_waits = std::make_shared<const Waits>(std::move(waits));
    return true;
}

std::optional<Error> WaitWatch::error(std::size_t master) const
{
    return m_polls[master] ? m_polls[master]->error() : std::nullopt;
}

bool WaitWatch::isSettled() const
{
    for (std::size_t i = 0; i < m_polls.size(); ++i) {
        const bool isWaitedFor = m_polls[i] && isUp(i) && !m_polls[i]->error();
        if (isWaitedFor && m_polls[i]->answers() < (m_isUnconfirmed ? 2 : 1))
            return false;
    }
    return true;
}

} // namespace lockkeeper::observe
