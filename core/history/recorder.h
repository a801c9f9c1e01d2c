// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/history/history_store.h"
#include "core/observe/board/board_update.h"

namespace lockkeeper::history {

/// Tells a store what a watcher sees: the only part of the history that knows the board. One for
/// each watcher, on the watcher's thread; `store` and `clock` must outlive it.
class Recorder {
public:
    Recorder(HistoryStore& store, const Clock& clock)
        : m_store(store)
        , m_clock(clock)
    { }

    /// Hands what is new in `update` to the store. Never blocks for the disk.
    void record(const observe::BoardUpdate& update);

private:
    [[nodiscard]] bool isNew(std::uint64_t revision, SteadyTime now) const noexcept;
    void startAnew(SteadyTime now);
    void addMasters(const observe::BoardUpdate& update, Batch& batch);

    HistoryStore& m_store;
    const Clock& m_clock;
    std::uint64_t m_generation = 0;
    std::uint64_t m_revision = 0; ///< the highest one seen: a board's revisions only grow
    SteadyTime m_begunAt{}; ///< what was there before was not seen to begin
    SteadyTime m_retellUntil{};
    bool m_isFirstLook = true;
    std::vector<MasterSighting> m_masters;
    std::vector<std::uint64_t> m_failovers; ///< of each so far
};

} // namespace lockkeeper::history
