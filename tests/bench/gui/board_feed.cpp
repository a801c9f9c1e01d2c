// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/gui/board_feed.h"

#include "tests/ui/lock_entries.h"

#include <array>

namespace lockkeeper::bench {
namespace {

using namespace std::chrono_literals;

constexpr auto kInterval = 100ms;
constexpr std::size_t kLoadingUpdates = 10;
constexpr std::array kFormats{"lk1", "redis-py", "redisson", "redlock"};

} // namespace

BoardFeed::BoardFeed(std::size_t locks, std::size_t changesPerSecond, Publish publish)
    : m_publish(std::move(publish))
    , m_changesPerSecond(changesPerSecond)
    , m_locks(locks)
    , m_thread([this](const std::stop_token& stop) { run(stop); })
{ }

void BoardFeed::run(const std::stop_token& stop)
{
    auto next = std::chrono::steady_clock::now();
    while (!stop.stop_requested()) {
        auto update = std::make_shared<observe::BoardUpdate>();
        const std::size_t dead = m_dead;
        if (std::exchange(m_shownDead, dead) != dead) {
            for (std::size_t lock = 0; lock < m_loaded; ++lock) {
                ++m_locks[lock].revision;
                if (m_locks[lock].isHeld)
                    update->changed.push_back(entryOf(lock));
            }
        }
        const bool isLost = m_isLost;
        if (isLost && !m_isShownLost)
            lose(*update);
        m_isShownLost = isLost;
        const std::size_t end
            = std::min(m_locks.size(), m_loaded + m_locks.size() / kLoadingUpdates + 1);
        for (; !m_isShownLost && m_loaded < end; ++m_loaded) {
            m_locks[m_loaded].isHeld = true;
            m_locks[m_loaded].holder = static_cast<unsigned>(m_random() % 500);
            m_locks[m_loaded].firstSeen = systemClock().now();
            update->changed.push_back(entryOf(m_loaded));
        }
        for (std::size_t i = 0; m_loaded > 0 && i < m_changesPerSecond / 10; ++i)
            change(m_random() % m_loaded, *update);
        addMasters(*update);
        m_publish(std::move(update));
        next += kInterval;
        std::this_thread::sleep_until(next);
    }
}

void BoardFeed::lose(observe::BoardUpdate& update)
{
    for (std::size_t lock = 0; lock < m_loaded; ++lock) {
        ++m_locks[lock].revision;
        if (m_locks[lock].isHeld)
            update.gone.push_back(entryOf(lock)->resource);
        m_locks[lock].isHeld = false;
    }
    m_loaded = 0;
}

void BoardFeed::change(std::size_t number, observe::BoardUpdate& update)
{
    Lock& lock = m_locks[number];
    ++lock.revision;
    const auto kind = static_cast<unsigned>(m_random() % 10);
    if (lock.isHeld && kind < 2) {
        lock.isHeld = false;
        update.gone.push_back(entryOf(number)->resource);
        return;
    }
    if (kind < 4 || !lock.isHeld) {
        lock.holder = static_cast<unsigned>(m_random() % 500);
        lock.renewals = 0;
        lock.firstSeen = systemClock().now();
    }
    lock.isHeld = true;
    ++lock.renewals;
    update.changed.push_back(entryOf(number));
}

observe::LockEntryPtr BoardFeed::entryOf(std::size_t number) const
{
    const Lock& lock = m_locks[number];
    const SteadyTime now = systemClock().now();
    const std::string name = "orders:" + std::to_string(number * 7919 % m_locks.size());
    tests::LockEntryBuilder entry(name, now, kMasters);
    entry.held(std::to_string(lock.holder) + name, 30s + std::chrono::seconds(lock.renewals % 60));
    if (number % 50 == 0)
        entry.stale({.kind = observe::EvidenceKind::NeverExpires});
    for (std::size_t master = 0; master < m_shownDead; ++master)
        entry.silent(master, now);
    entry.lock().format = kFormats[number % kFormats.size()];
    entry.lock().holder.app = "billing";
    entry.lock().holder.host = "web-" + std::to_string(lock.holder % 40);
    entry.lock().holder.pid = 1000 + lock.holder;
    return entry.firstSeen(lock.firstSeen).renewals(lock.renewals).revision(lock.revision).build();
}

void BoardFeed::addMasters(observe::BoardUpdate& update)
{
    const SteadyTime now = systemClock().now();
    tests::setAnswering(update, now, kMasters);
    for (std::size_t master = 0; master < kMasters; ++master) {
        observe::MasterStatus& status = update.masters[master];
        status.isSweepComplete = m_loaded == m_locks.size();
        status.isSweeping = !status.isSweepComplete;
        if (master < m_shownDead)
            status.freshness.until = now - 1s;
    }
    update.quorum = kMasters / 2 + 1;
    update.isComplete = m_loaded == m_locks.size();
    update.locks = m_locks.size();
    update.asOf = now;
}

} // namespace lockkeeper::bench
