// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"
#include "core/observe/board/lock_entry.h"

#include <absl/container/flat_hash_set.h>
#include <optional>

namespace lockkeeper::history {

/// Counts stale locks, in eight bytes each, and decides when a row is due. Not thread-safe.
class StaleTally {
public:
    /// The shortest time between rows, before a larger and a smaller number: flicker must not fill
    /// the file.
    static constexpr std::chrono::seconds kShortestRise{1};
    static constexpr std::chrono::seconds kShortest{10};
    /// The number is repeated after this time; an older one says nothing.
    static constexpr std::chrono::minutes kLongest{5};

    void note(const observe::LockEntry& entry);
    void remove(const Resource& resource);
    /// The number, if a row is due; after a rise the largest number since the last row.
    [[nodiscard]] std::optional<std::size_t> takeDue(SteadyTime now);
    void startAnew() { m_toldAt.reset(); }

private:
    absl::flat_hash_set<std::size_t> m_stale; ///< hashes of their names
    std::size_t m_most = 0; ///< since the last time
    std::size_t m_told = 0;
    std::optional<SteadyTime> m_toldAt;
};

} // namespace lockkeeper::history
