// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/history/history_reader.h"

namespace lockkeeper::history {

struct LockPast {
    std::vector<Interval> owners; ///< the latest, oldest first
    std::optional<UsualHold> usual; ///< nullopt: no ownership with both ends seen
    std::optional<HandOverTimes> handOvers; ///< nullopt: none seen
};

/// Fails as HistoryReader. Blocks for the disk: 0.1 s for 100 000 ownerships.
[[nodiscard]] Result<LockPast> readLockPast(
    const std::filesystem::path& file, const Resource& resource, std::size_t most);

} // namespace lockkeeper::history
