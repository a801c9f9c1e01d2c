// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/observe/board/board_update.h"
#include "core/observe/board/votes/verdict.h"

#include <string>
#include <vector>

namespace lockkeeper::tests {

/// Builds entries by hand, as a board with `masters` masters would publish them.
class LockEntryBuilder {
public:
    LockEntryBuilder(const std::string& resource, SteadyTime now, std::size_t masters = 3)
        : m_now(now)
    {
        m_entry.resource = Resource(resource);
        m_entry.type = observe::ValueType::String;
        m_lock.format = "lk1";
        m_entry.asOf = now;
        m_entry.firstSeen = now;
        for (std::size_t i = 0; i < masters; ++i) {
            const MasterId id(std::string(1, static_cast<char>('a' + i)));
            m_entry.votes.push_back(
                {.master = id, .state = observe::VoteState::Free, .readAt = now});
        }
    }

    /// All masters hold `token` for `ttl`; nullopt: without one.
    LockEntryBuilder& held(const std::string& token, std::optional<std::chrono::milliseconds> ttl)
    {
        for (std::size_t i = 0; i < m_entry.votes.size(); ++i)
            heldOn(i, token, ttl);
        return *this;
    }
    LockEntryBuilder& heldOn(
        std::size_t master, const std::string& token, std::optional<std::chrono::milliseconds> ttl)
    {
        observe::Vote vote = m_entry.votes[master];
        vote.state = observe::VoteState::Held;
        vote.token = Fingerprint::ofString(token);
        vote.ttl = ttl;
        m_entry.votes.set(master, vote);
        return *this;
    }
    LockEntryBuilder& silent(std::size_t master, SteadyTime lastRead = {})
    {
        m_entry.votes.set(master,
            {.state = observe::VoteState::NoAnswer,
                .readAt = lastRead,
                .error = Error{ErrorClass::Timeout, "no reply in time"}});
        return *this;
    }
    LockEntryBuilder& stale(const observe::Evidence& evidence)
    {
        m_entry.stale.push_back(evidence);
        return *this;
    }
    LockEntryBuilder& firstSeen(SteadyTime time)
    {
        m_entry.firstSeen = time;
        return *this;
    }
    LockEntryBuilder& renewals(unsigned count)
    {
        m_entry.renewals.count = count & 0xFFFFFU;
        return *this;
    }
    LockEntryBuilder& revision(std::uint64_t revision)
    {
        m_entry.revision = revision;
        return *this;
    }
    [[nodiscard]] observe::LockEntry& raw() { return m_entry; }
    /// What its format made of it.
    [[nodiscard]] observe::DecodedLock& lock() { return m_lock; }

    [[nodiscard]] observe::LockEntryPtr build()
    {
        m_entry.asOf = m_now;
        m_entry.packedLock = observe::PackedLock(m_lock);
        return std::make_shared<const observe::LockEntry>(m_entry);
    }

private:
    SteadyTime m_now;
    observe::LockEntry m_entry;
    observe::DecodedLock m_lock{.scope = observe::ValueScope::Acquisition};
};

/// A lock that all masters hold.
inline observe::LockEntryPtr heldEntry(const std::string& resource, SteadyTime now,
    std::optional<std::chrono::milliseconds> ttl = std::chrono::seconds(30),
    const std::string& token = "token")
{
    return LockEntryBuilder(resource, now).held(token, ttl).build();
}

/// `count` masters, whose votes stay fresh until then, whenever they were read.
inline std::vector<observe::Freshness> freshMasters(SteadyTime until, std::size_t count = 3)
{
    return {count, observe::Freshness{.since = SteadyTime::min(), .until = until}};
}

/// Masters that answer as of then: their votes stay fresh for five seconds.
inline void setAnswering(observe::BoardUpdate& update, SteadyTime now, std::size_t count = 3)
{
    update.masters.assign(count, {});
    for (std::size_t i = 0; i < count; ++i) {
        update.masters[i].id = MasterId(std::string(1, static_cast<char>('a' + i)));
        update.masters[i].isSweepComplete = true;
        update.masters[i].freshness = freshMasters(now + std::chrono::seconds(5)).front();
    }
}

/// An update of these entries, from masters that answer as of the latest of them.
inline observe::BoardUpdate updateOf(
    std::vector<observe::LockEntryPtr> changed, std::vector<Resource> gone = {})
{
    observe::BoardUpdate update;
    update.changed = std::move(changed);
    update.gone = std::move(gone);
    update.quorum = 2;
    SteadyTime now{};
    for (const observe::LockEntryPtr& entry : update.changed)
        now = std::max(now, entry->asOf);
    setAnswering(update, now);
    return update;
}

} // namespace lockkeeper::tests
