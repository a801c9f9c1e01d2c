// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/history/history_reader.h"

namespace lockkeeper::history {

/// What a history tells about one lock.
struct LockPast {
    std::vector<Interval> owners; ///< the latest, oldest first
    std::optional<UsualHold> usual; ///< nullopt: no ownership was seen from end to end
    std::optional<HandOverTimes> handOvers; ///< nullopt: none was seen
};

/// Reads the newest `most` owners of a lock, and its usual times. Fails as HistoryReader::open()
/// and its members do. Blocks for the disk: 0.1 s for 100 000 ownerships of this lock.
[[nodiscard]] Result<LockPast> readLockPast(
    const std::filesystem::path& file, const Resource& resource, std::size_t most);

} // namespace lockkeeper::history
