// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/loop/mutex.h"
#include "core/observe/board/board_update.h"

#include <memory>
#include <optional>

namespace lockkeeper::observe {

/// Passes updates to a slower thread. Merges updates not yet taken: at most about two entries wait
/// per resource. Only put() waits for a merge. Thread-safe for one putting thread.
class UpdateInbox {
public:
    UpdateInbox();
    ~UpdateInbox();
    UpdateInbox(const UpdateInbox&) = delete;
    UpdateInbox& operator=(const UpdateInbox&) = delete;

    /// True: wake the reader.
    bool put(const BoardUpdate& update);

    /// All since the last call, merged: each resource's latest entry, in order of change. nullopt:
    /// nothing, or a merge is running; put() then returns true.
    [[nodiscard]] std::optional<BoardUpdate> take();

private:
    class Merged;

    Mutex m_mutex;
    std::unique_ptr<Merged> m_waiting LK_GUARDED_BY(m_mutex);
    bool m_isReaderIdle LK_GUARDED_BY(m_mutex) = true;
};

} // namespace lockkeeper::observe
