// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"
#include "core/observe/board/lock_entry.h"

#include <absl/container/flat_hash_set.h>
#include <optional>

namespace lockkeeper::history {

/// Counts the stale locks of a board, and decides when their number is worth a row in the history.
/// Takes eight bytes for each stale lock. Not thread-safe.
class StaleTally {
public:
    /// Minimum time between two rows, before a larger and before a smaller number: one that
    /// flickers must not fill the file.
    static constexpr std::chrono::seconds kShortestRise{1};
    static constexpr std::chrono::seconds kShortest{10};
    /// The number is repeated after this time. What is older tells nothing about later times.
    static constexpr std::chrono::minutes kLongest{5};

    void note(const observe::LockEntry& entry);
    void remove(const Resource& resource);
    /// The number of stale locks, if it should be recorded now. If it was larger than that of the
    /// last time, the largest since.
    [[nodiscard]] std::optional<std::size_t> takeDue(SteadyTime now);
    /// The next takeDue() returns the number in any case.
    void startAnew() { m_toldAt.reset(); }

private:
    absl::flat_hash_set<std::size_t> m_stale; ///< hashes of their names
    std::size_t m_most = 0; ///< since the last time
    std::size_t m_told = 0;
    std::optional<SteadyTime> m_toldAt;
};

} // namespace lockkeeper::history
