// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/board/lock_entry.h"
#include "core/observe/zookeeper/recipes.h"
#include "core/observe/zookeeper/session_look.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace lockkeeper::observe {

/// The name without its number, if a random id marks one attempt (Curator, kazoo, go-zookeeper);
/// else empty.
[[nodiscard]] std::string_view attemptOf(std::string_view nodeName);

/// Near a server's largest number, or past it.
[[nodiscard]] bool isNumberNearEnd(std::string_view nodeName);

/// Takes the host from the address, unless the data name one.
void addSession(Holder& holder, const SessionFacts* facts);

/// What each lock's nodes and sessions show beside its votes.
class NodeFacts {
public:
    /// Null: the lock is free. `isFollowed`: no change since the last call was missed, so a new
    /// holder took it since then.
    void set(const std::string& resource, const NodeLock* lock, bool isFollowed, WallTime now);

    /// A lock not set in between is gone.
    void beginList() noexcept { ++m_lists; }
    void endList();

    /// nullopt: nobody saw its only holder take it.
    [[nodiscard]] std::optional<WallTime> since(const std::string& resource) const;
    /// With since() and the holders' sessions.
    void complete(KeyReading& reading, const SessionLook& sessions) const;

    [[nodiscard]] const SessionCounts& sessions() const noexcept { return m_sessions; }
    [[nodiscard]] std::set<std::string> locksOf(const std::set<std::int64_t>& sessions) const;

    [[nodiscard]] std::vector<Evidence> evidenceOf(
        const LockEntry& entry, const SessionLook& sessions) const;

private:
    struct Facts {
        std::string first{};
        std::int64_t czxid = 0;
        bool isAlone = false;
        std::optional<WallTime> since{};
        std::vector<std::int64_t> holders{};
        std::vector<std::int64_t> waiters{};
        bool isOrphan = false;
        bool isNearEnd = false;
        std::uint64_t list = 0;
    };
    void count(const Facts& facts, int step);

    std::map<std::string, Facts, std::less<>> m_locks;
    SessionCounts m_sessions;
    std::uint64_t m_lists = 0;
};

} // namespace lockkeeper::observe
