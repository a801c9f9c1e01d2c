// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/agent_board.h"

#include <algorithm>
#include <utility>

namespace lockkeeper::agent {
namespace {

/// Marks an entry that differs from the agent's own.
constexpr std::uint64_t kSilencedRevision = std::uint64_t{1} << 63U;

} // namespace

void AgentBoard::takeWhole(observe::BoardUpdate& update)
{
    Locks before = std::exchange(m_locks, {});
    m_locks.reserve(update.changed.size());
    for (const observe::LockEntryPtr& entry : update.changed) {
        m_locks[entry->resource.value()] = entry;
        before.erase(entry->resource.value());
    }
    update.gone.clear();
    update.lost.clear();
    for (const auto& [name, entry] : before)
        update.gone.emplace_back(name);
}

std::optional<observe::BoardUpdate> AgentBoard::take(SentUpdate message)
{
    if (!message.isWhole && m_latest != message.number - 1)
        return std::nullopt;
    observe::BoardUpdate update = std::move(message.update);
    if (message.areWaitsKept)
        update.waits = m_state.waits;
    if (message.isWhole) {
        takeWhole(update);
    } else {
        for (const observe::LockEntryPtr& entry : update.changed)
            m_locks[entry->resource.value()] = entry;
        for (const Resource& resource : update.gone)
            m_locks.erase(resource.value());
    }
    m_latest = message.number;
    m_heardAt = m_clock.now();
    m_state = update;
    m_state.changed.clear();
    m_state.gone.clear();
    m_state.lost.clear();
    if (std::exchange(m_isLost, false)) {
        m_silenced.clear();
        update.changed.clear();
        for (const auto& [name, entry] : m_locks)
            update.changed.push_back(entry);
    }
    return update;
}

observe::BoardUpdate AgentBoard::lose(const Error& why)
{
    const SteadyTime now = m_clock.now();
    observe::BoardUpdate update;
    const bool isNew = !std::exchange(m_isLost, true);
    markMasters(why);
    m_state.agentLoss = {why, m_heardAt};
    if (isNew) {
        for (const auto& [name, entry] : m_locks)
            m_silenced[name] = silenced(*entry, why);
    }
    std::vector<std::string> gone;
    for (const auto& [name, entry] : m_silenced) {
        if (!entry->votes.mayBeStored(now))
            gone.push_back(name);
        else if (isNew)
            update.changed.push_back(entry);
    }
    for (std::string& name : gone) {
        m_silenced.erase(name);
        update.gone.emplace_back(std::move(name));
    }
    m_state.locks = m_silenced.size();
    m_state.asOf = now;
    std::vector<observe::LockEntryPtr> changed = std::move(update.changed);
    std::vector<Resource> names = std::move(update.gone);
    update = m_state;
    update.changed = std::move(changed);
    update.gone = std::move(names);
    return update;
}

void AgentBoard::markMasters(const Error& why)
{
    for (observe::MasterStatus& master : m_state.masters) {
        // Also one that the agent could not reach: it may answer by now.
        master.link.state = redis::LinkState::Silent;
        master.link.error = why;
        master.isSweepComplete = false;
        master.isSweeping = false;
        master.isPushed = false;
        // Only an answering master gets time in which a change is noticed.
        master.freshness.until = std::min(master.freshness.until, m_heardAt.value_or(SteadyTime{}));
    }
    m_state.isComplete = false;
    m_state.waits = observe::noWaits();
}

observe::LockEntryPtr AgentBoard::silenced(const observe::LockEntry& entry, const Error& why) const
{
    auto marked = std::make_shared<observe::LockEntry>(entry);
    const auto shared = std::make_shared<const Error>(why);
    for (std::size_t i = 0; i < marked->votes.size(); ++i)
        marked->votes.setFailed(i, observe::VoteState::NoAnswer, shared);
    marked->asOf = m_clock.now();
    marked->revision |= kSilencedRevision;
    marked->stale = {};
    marked->packedLock.setWaiting({});
    return marked;
}

} // namespace lockkeeper::agent
