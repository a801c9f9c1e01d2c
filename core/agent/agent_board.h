// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/agent/board_wire.h"

#include <absl/container/flat_hash_map.h>

namespace lockkeeper::agent {

/// What a window shows of a board that an agent sends. While the agent does not answer, updates
/// have an AgentLoss, all masters count as silent, and what was told is told as a watcher tells it
/// of silent masters: votes do not answer, a lock is gone once all its TTLs have passed. Not
/// thread-safe; does no I/O.
class AgentBoard {
public:
    /// `clock` must outlive the board.
    explicit AgentBoard(const Clock& clock)
        : m_clock(clock)
    { }

    /// Takes the next message. Returns what has changed for the window; nullopt if a message is
    /// missing before it: ask for everything then.
    [[nodiscard]] std::optional<observe::BoardUpdate> take(SentUpdate message);
    /// The agent does not answer: `why`. Returns what changes by that, the first time; and after
    /// that, what has run out since.
    [[nodiscard]] observe::BoardUpdate lose(const Error& why);

    [[nodiscard]] bool isLost() const noexcept { return m_isLost; }
    /// The latest message; nullopt before the first one, and if everything must be sent again.
    [[nodiscard]] std::optional<std::uint64_t> latest() const noexcept { return m_latest; }
    /// Forgets that anything was taken: the agent is another process.
    void forgetLatest() noexcept { m_latest.reset(); }

private:
    using Locks = absl::flat_hash_map<std::string, observe::LockEntryPtr>;

    void takeWhole(observe::BoardUpdate& update);
    void markMasters(const Error& why);
    [[nodiscard]] observe::LockEntryPtr silenced(
        const observe::LockEntry& entry, const Error& why) const;

    const Clock& m_clock;
    Locks m_locks; ///< as the agent has sent them
    Locks m_silenced; ///< (m_isLost) as they are shown
    observe::BoardUpdate m_state; ///< the latest update, without locks
    std::optional<std::uint64_t> m_latest;
    std::optional<SteadyTime> m_heardAt; ///< nullopt: nothing was taken yet
    bool m_isLost = false;
};

} // namespace lockkeeper::agent
