// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"
#include "core/observe/board/lock_entry.h"

#include <absl/container/flat_hash_set.h>
#include <optional>

namespace lockkeeper::history {

/// Counts stale locks, in eight bytes each, and says when a row is due.
class StaleTally {
public:
    /// The least times between rows, before a rise and a fall: flicker must not fill the file.
    static constexpr std::chrono::seconds kShortestRise{1};
    static constexpr std::chrono::seconds kShortest{10};
    /// After this time the number is repeated; an older one says nothing.
    static constexpr std::chrono::minutes kLongest{5};

    void note(const observe::LockEntry& entry);
    void remove(const Resource& resource);
    /// nullopt: not due. After a rise, the largest since the last row.
    [[nodiscard]] std::optional<std::size_t> takeDue(SteadyTime now);
    void startAnew() { m_toldAt.reset(); }

private:
    absl::flat_hash_set<std::size_t> m_stale; ///< names' hashes
    std::size_t m_most = 0; ///< since the last row
    std::size_t m_told = 0;
    std::optional<SteadyTime> m_toldAt;
};

} // namespace lockkeeper::history
