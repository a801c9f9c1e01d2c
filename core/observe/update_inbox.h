// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/loop/mutex.h"
#include "core/observe/board/board_update.h"

#include <optional>

namespace lockkeeper::observe {

/// Hands updates from the watcher's thread to one that may be slower: what it has not taken yet
/// becomes one update, so that it never falls behind, and waiting costs no more memory than the
/// board. Thread-safe; no call blocks.
class UpdateInbox {
public:
    /// True if nothing was waiting before: whoever takes has to be woken.
    bool put(const BoardUpdate& update);

    /// All that has come since the last call as one update: the latest entry of each resource, in
    /// the order of their latest changes, and the latest of everything else. Nullopt: nothing.
    [[nodiscard]] std::optional<BoardUpdate> take();

private:
    /// What became of one resource.
    struct Change {
        LockEntryPtr entry; ///< null: it is gone
        Resource gone{};
    };

    void add(const BoardUpdate& update) LK_REQUIRES(m_mutex);
    void dropSuperseded() LK_REQUIRES(m_mutex);
    static std::string_view nameOf(const Change& change);

    Mutex m_mutex;
    std::optional<BoardUpdate> m_update LK_GUARDED_BY(m_mutex); ///< its changes are in m_changes
    std::vector<Change> m_changes LK_GUARDED_BY(m_mutex); ///< in the order in which they came
    std::size_t m_distinct LK_GUARDED_BY(m_mutex) = 0; ///< changes when it was last tidied
    bool m_isMixed LK_GUARDED_BY(m_mutex) = false; ///< of several updates
};

} // namespace lockkeeper::observe
