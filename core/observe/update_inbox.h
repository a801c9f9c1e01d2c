// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/loop/mutex.h"
#include "core/observe/board/board_update.h"

#include <optional>

namespace lockkeeper::observe {

/// Passes updates from the watcher's thread to a thread that may be slower. Updates that were not
/// taken yet are merged into one, so the reader never falls behind, and no more changes wait than
/// about twice the number of resources that have changed. Thread-safe; no call blocks.
class UpdateInbox {
public:
    /// Adds an update. Returns true if the inbox was empty: the reader must be woken.
    bool put(const BoardUpdate& update);

    /// Removes and returns everything since the last call as one update: the latest entry of each
    /// resource, in the order of their latest changes, and the latest of everything else. nullopt
    /// if the inbox is empty.
    [[nodiscard]] std::optional<BoardUpdate> take();

private:
    /// The latest change of one resource.
    struct Change {
        LockEntryPtr entry; ///< null: the resource is gone
        Resource gone{};
        bool isLost = false; ///< (gone) see BoardUpdate::lost
    };

    void add(const BoardUpdate& update) LK_REQUIRES(m_mutex);
    void dropSuperseded() LK_REQUIRES(m_mutex);
    static std::string_view nameOf(const Change& change);

    Mutex m_mutex;
    /// Without its changes, which are in m_changes.
    std::optional<BoardUpdate> m_update LK_GUARDED_BY(m_mutex);
    std::vector<Change> m_changes LK_GUARDED_BY(m_mutex); ///< in order of arrival
    /// Number of changes after the last dropSuperseded().
    std::size_t m_distinct LK_GUARDED_BY(m_mutex) = 0;
    bool m_isMixed LK_GUARDED_BY(m_mutex) = false; ///< merged from several updates
};

} // namespace lockkeeper::observe
