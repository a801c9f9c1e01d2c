// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/history/history_store.h"
#include "core/history/stale_tally.h"
#include "core/observe/board/board_update.h"

namespace lockkeeper::history {

/// Converts a watcher's updates to sightings for a store. The only part of the history that depends
/// on the board. One per watcher, on the watcher's thread; `store` and `clock` must outlive it.
class Recorder {
public:
    /// When the recording begins: with the watcher's first update, or later. What was published
    /// earlier is then recorded as soon as the watcher publishes it again.
    enum class Begin { WithWatcher, Later };

    Recorder(HistoryStore& store, const Clock& clock, Begin begin = Begin::WithWatcher)
        : m_store(store)
        , m_clock(clock)
        , m_isBegunLater(begin == Begin::Later)
    { }

    /// Queues what is new in `update` in the store. Never blocks for the disk. Returns true if the
    /// store has begun anew meanwhile: another process recorded before, or the file was removed.
    /// Make the watcher publish everything again then, or much is missing for some minutes.
    [[nodiscard]] bool record(const observe::BoardUpdate& update);

private:
    [[nodiscard]] bool isNew(std::uint64_t revision, SteadyTime now) const noexcept;
    [[nodiscard]] bool startAnew(SteadyTime now);
    void recordEntries(const observe::BoardUpdate& update, const Batch& moment);
    void addMasters(const observe::BoardUpdate& update, Batch& batch);
    void addWaits(const observe::BoardUpdate& update, Batch& batch);

    HistoryStore& m_store;
    const Clock& m_clock;
    const bool m_isBegunLater;
    std::uint64_t m_generation = 0;
    std::uint64_t m_revision = 0; ///< the highest one so far: a board's revisions only grow
    SteadyTime m_begunAt{}; ///< the beginning of anything earlier was not seen
    SteadyTime m_anewAt{}; ///< when a recording began that the watcher is older than
    SteadyTime m_retellUntil{};
    bool m_isFirstLook = true;
    std::vector<MasterSighting> m_masters;
    std::vector<std::uint64_t> m_failovers; ///< number of failovers of each master
    StaleTally m_stale;
    observe::WaitsPtr m_waits; ///< null: none were recorded yet
};

} // namespace lockkeeper::history
