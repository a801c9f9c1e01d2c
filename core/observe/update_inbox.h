// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/loop/mutex.h"
#include "core/observe/board/board_update.h"

#include <memory>
#include <optional>

namespace lockkeeper::observe {

/// Passes updates from the watcher's thread to a thread that may be slower. Updates that were not
/// taken yet are merged into one, so the reader never falls behind, and no more changes wait than
/// about twice the number of resources that have changed. Merging is the work of the thread that
/// puts, and the other never waits for it. Thread-safe, for one thread that puts.
class UpdateInbox {
public:
    UpdateInbox();
    ~UpdateInbox();
    UpdateInbox(const UpdateInbox&) = delete;
    UpdateInbox& operator=(const UpdateInbox&) = delete;

    /// Adds an update. Returns true if the reader must be woken: it has taken what was there
    /// before, or has found nothing.
    bool put(const BoardUpdate& update);

    /// Removes and returns everything since the last call as one update: the latest entry of each
    /// resource, in the order of their latest changes, and the latest of everything else. nullopt
    /// if there is nothing, or if it is just being merged; then put() asks for another call.
    [[nodiscard]] std::optional<BoardUpdate> take();

private:
    class Merged;

    Mutex m_mutex;
    std::unique_ptr<Merged> m_waiting LK_GUARDED_BY(m_mutex);
    bool m_isReaderIdle LK_GUARDED_BY(m_mutex) = true; ///< it will not call before it is woken
};

} // namespace lockkeeper::observe
