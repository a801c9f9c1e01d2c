// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/history/history_store.h"
#include "core/history/stale_tally.h"
#include "core/observe/board/board_update.h"

namespace lockkeeper::history {

/// Turns a watcher's updates into sightings. One per watcher, on its thread.
class Recorder {
public:
    /// Later: earlier locks are recorded once they are published again.
    enum class Begin { WithWatcher, Later };

    Recorder(HistoryStore& store, const Clock& clock, Begin begin = Begin::WithWatcher)
        : m_store(store)
        , m_clock(clock)
        , m_isBegunLater(begin == Begin::Later)
    { }

    /// Never blocks for the disk. True: the store began anew; let the watcher publish everything,
    /// or much is missing for minutes.
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
    std::uint64_t m_revision = 0; ///< the highest
    SteadyTime m_begunAt{}; ///< no earlier beginning was seen
    SteadyTime m_anewAt{}; ///< if the recording began after the watcher
    SteadyTime m_retellUntil{};
    bool m_isFirstLook = true;
    std::vector<MasterSighting> m_masters;
    std::vector<std::uint64_t> m_failovers;
    StaleTally m_stale;
    observe::WaitsPtr m_waits;
};

} // namespace lockkeeper::history
