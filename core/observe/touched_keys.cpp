// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/touched_keys.h"

#include "core/observe/formats/lock_name.h"
#include "core/observe/notes/note.h"
#include "core/redis/glob.h"

#include <algorithm>

namespace lockkeeper::observe {
namespace {

constexpr std::chrono::milliseconds kOthersInterval{1000};
/// The fewest commands that read a key.
constexpr double kPerKey = 2;
/// Bytes of a queued key besides its name.
constexpr std::size_t kPerQueued = 64;
/// Unspent commands are lost after this time.
constexpr double kSavedReadSeconds = 0.1;

} // namespace

TouchedKeys::TouchedKeys(const Board& board, std::size_t master, Limits limits)
    : m_board(board)
    , m_master(master)
    , m_limits(std::move(limits))
    , m_budget(static_cast<double>(m_limits.commandsPerSecond),
          std::max(kPerKey, kSavedReadSeconds * static_cast<double>(m_limits.commandsPerSecond)))
{ }

void TouchedKeys::add(std::vector<std::string> keys, bool areReported)
{
    const auto& patterns = m_limits.patterns;
    for (std::string& key : keys) {
        const bool isWatched = patterns.empty() || redis::anyGlobMatches(patterns, key);
        if (!isWatched || isNoteKey(key))
            continue;
        if (const auto queued = m_queued.find(key); queued != m_queued.end()) {
            queued->second = queued->second || areReported;
        } else if (!isFull()) {
            m_bytes += key.size() + kPerQueued;
            m_queued.emplace(std::move(key), areReported);
        }
    }
}

std::size_t TouchedKeys::addPushed(std::vector<std::string> keys)
{
    std::size_t others = 0;
    std::erase_if(keys, [&](std::string& key) {
        if (!m_board.isOther(m_master, key))
            return false;
        ++others;
        if (m_othersRead.size() < kMostOthers && m_othersRead.insert(key).second)
            return false;
        defer(std::move(key));
        return true;
    });
    add(std::move(keys), true);
    return others;
}

bool TouchedKeys::isReported(const std::string& key) const
{
    const auto queued = m_queued.find(key);
    return (queued != m_queued.end() && queued->second) || m_othersDeferred.contains(key);
}

std::unordered_set<std::string> TouchedKeys::reported() const
{
    std::unordered_set<std::string> reported;
    for (const auto& [key, isReported] : m_queued) {
        if (isReported && m_board.find(key))
            reported.insert(key);
    }
    return reported;
}

void TouchedKeys::tick(SteadyTime now)
{
    for (auto& [key, isReported] : std::exchange(m_unanswered, {}))
        add({std::move(key)}, isReported);
    if (now < m_nextOthers)
        return;
    m_nextOthers = now + kOthersInterval;
    m_othersRead.clear();
    takeDeferred(m_locksFirst, kMostOthers / 2);
    takeDeferred(m_othersLast, kMostOthers);
    takeDeferred(m_locksFirst, kMostOthers);
    add({m_othersRead.begin(), m_othersRead.end()}, true);
}

void TouchedKeys::clear()
{
    m_queued.clear();
    m_bytes = 0;
    m_unanswered.clear();
    m_othersRead.clear();
    m_locksFirst.clear();
    m_othersLast.clear();
    m_othersDeferred.clear();
}

/// Keys written all the time must not starve others.
void TouchedKeys::defer(std::string key)
{
    const auto [deferred, isNew] = m_othersDeferred.insert(std::move(key));
    if (!isNew)
        return;
    const bool isNamedLock = nameHint(*deferred) == NameHint::Lock;
    (isNamedLock ? m_locksFirst : m_othersLast).push_back(&*deferred);
}

void TouchedKeys::takeDeferred(std::deque<const std::string*>& queue, std::size_t most)
{
    while (!queue.empty() && m_othersRead.size() < most) {
        m_othersRead.insert(m_othersDeferred.extract(m_othersDeferred.find(*queue.front())));
        queue.pop_front();
    }
}

TouchedKeys::Batch TouchedKeys::take(SteadyTime now, double share)
{
    Batch batch;
    const std::size_t most = mostNow(now, share);
    while (!m_queued.empty() && batch.keys.size() < most && batch.commands <= 2 * most) {
        auto queued = m_queued.extract(m_queued.begin());
        if (queued.mapped())
            batch.reported.insert(queued.key());
        batch.keys.push_back(std::move(queued.key()));
        m_bytes -= batch.keys.back().size() + kPerQueued;
        if (m_budget.isLimited())
            batch.commands += m_board.keys().commandsToRead(batch.keys.back());
    }
    m_budget.spend(batch.commands);
    return batch;
}

bool TouchedKeys::trySpend(SteadyTime now, double share, std::size_t commands)
{
    if (!m_budget.isLimited())
        return true;
    m_budget.earn(now, share);
    return m_budget.trySpend(commands);
}

void TouchedKeys::spend(std::size_t commands) noexcept
{
    if (m_budget.isLimited())
        m_budget.spend(commands);
}

std::size_t TouchedKeys::mostNow(SteadyTime now, double share)
{
    if (!m_budget.isLimited())
        return m_batch.size();
    m_budget.earn(now, share);
    const auto affordable = static_cast<std::size_t>(std::max(m_budget.credit(), 0.0) / kPerKey);
    return std::min(m_batch.size(), affordable);
}

} // namespace lockkeeper::observe
