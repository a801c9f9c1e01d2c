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

// What only nodes and their sessions tell of a lock: since when it is held, where its holder is,
// and evidence.
namespace lockkeeper::observe {

/// The name of a node without its number, if all nodes of one attempt to take the lock have it and
/// no others: it has a random id, as those of Curator, kazoo and go-zookeeper. Otherwise empty.
[[nodiscard]] std::string_view attemptOf(std::string_view nodeName);

/// True if the number at the end of the name, if there is one, is near the largest that a server
/// counts to, or beyond it.
[[nodiscard]] bool isNumberNearEnd(std::string_view nodeName);

/// Fills in what is known of the session. The host is that of its address, unless the node's data
/// name one.
void addSession(Holder& holder, const SessionFacts* facts);

/// What nodes say of the locks of an ensemble beside their readings. Not thread-safe.
class NodeFacts {
public:
    /// Notes what is seen of the lock. Null: it is free. `isFollowed`: all that has happened to the
    /// lock since the last call was seen, so that a holder that is new has become it since then.
    void set(const std::string& resource, const NodeLock* lock, bool isFollowed, WallTime now);

    /// Between the two all locks are set; what is not is gone.
    void beginList() noexcept { ++m_lists; }
    void endList();

    /// Since when its only holder has the lock; nullopt: nobody has seen it get it.
    [[nodiscard]] std::optional<WallTime> since(const std::string& resource) const;
    /// Completes a reading of the lock with this, and with where its holders are.
    void complete(KeyReading& reading, const SessionLook& sessions) const;

    /// The sessions of all nodes that hold locks or wait for them.
    [[nodiscard]] const SessionCounts& sessions() const noexcept { return m_sessions; }
    /// The locks in which any of the sessions takes part.
    [[nodiscard]] std::set<std::string> locksOf(const std::set<std::int64_t>& sessions) const;

    [[nodiscard]] std::vector<Evidence> evidenceOf(
        const LockEntry& entry, const SessionLook& sessions) const;

private:
    struct Facts {
        std::string first{}; ///< the identity of the holder that is alone, or came first
        std::int64_t czxid = 0; ///< of its node
        bool isAlone = false; ///< nobody shares the lock with it
        std::optional<WallTime> since{};
        std::vector<std::int64_t> holders{}; ///< sessions, in the order of the nodes
        std::vector<std::int64_t> waiters{};
        bool isOrphan = false;
        bool isNearEnd = false;
        std::uint64_t list = 0; ///< the latest that it was set in
    };
    void count(const Facts& facts, int step);

    std::map<std::string, Facts, std::less<>> m_locks;
    SessionCounts m_sessions;
    std::uint64_t m_lists = 0;
};

} // namespace lockkeeper::observe
