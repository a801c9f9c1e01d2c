// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/agent/board_wire.h"

#include <absl/container/flat_hash_map.h>

namespace lockkeeper::agent {

/// An agent's board, as a window shows it. While the agent is silent, updates have an AgentLoss,
/// all masters count as silent, and a lock is gone once its TTLs end.
class AgentBoard {
public:
    explicit AgentBoard(const Clock& clock)
        : m_clock(clock)
    { }

    /// nullopt: a message is missing; request the whole board.
    [[nodiscard]] std::optional<observe::BoardUpdate> take(SentUpdate message);
    /// Call it while the agent is silent. Returns this change first, later the expired locks.
    [[nodiscard]] observe::BoardUpdate lose(const Error& why);

    [[nodiscard]] bool isLost() const noexcept { return m_isLost; }
    /// The last message's number. nullopt: request the whole board.
    [[nodiscard]] std::optional<std::uint64_t> latest() const noexcept { return m_latest; }
    void forgetLatest() noexcept { m_latest.reset(); }

private:
    using Locks = absl::flat_hash_map<std::string, observe::LockEntryPtr>;

    void takeWhole(observe::BoardUpdate& update);
    void markMasters(const Error& why);
    [[nodiscard]] observe::LockEntryPtr silenced(
        const observe::LockEntry& entry, const Error& why) const;

    const Clock& m_clock;
    Locks m_locks;
    Locks m_silenced; ///< (m_isLost) as shown
    observe::BoardUpdate m_state; ///< without locks
    std::optional<std::uint64_t> m_latest;
    std::optional<SteadyTime> m_heardAt;
    bool m_isLost = false;
};

} // namespace lockkeeper::agent
