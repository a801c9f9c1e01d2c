// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/board/board_record.h"
#include "core/observe/reading/key_reading.h"
#include "core/text/seeded_hash.h"

#include <absl/container/flat_hash_map.h>

namespace lockkeeper::observe {

/// Learns which possible locks are locks, from what a watcher sees over time. A lock is renewed at
/// steady intervals; or its name is taken again and again, each time by another value of the same
/// form, and was released in between: cached values expire, and are made anew. Caches and counters
/// change in place, or come back as they were. Where each master stores another value, each stores
/// data of its own, unless more than the value's form says lock. The other way round, what counts
/// up is no lock.
///
/// Stores a few bytes for each possible lock that went; forgets all when there are too many. Not
/// thread-safe.
class LockBehaviour {
public:
    /// The record is new. Raises it to Likely if its name was taken often enough. `token` is that
    /// of the reading.
    void noteAppeared(BoardRecord& record, const Fingerprint& token);
    /// True if the value is a number that has grown by a little since the last vote for `known`
    /// was read, while its expiry stayed: INCR does so, and who takes a lock sets a new TTL. Pure.
    [[nodiscard]] static bool isCountedUp(const LockEntry& known, const KeyReading& reading);
    /// The master votes anew. Notes whether the key was deleted before its TTL had passed, and
    /// whether its value has counted up.
    static void noteVote(
        BoardRecord& record, std::size_t master, const Vote& vote, bool isCountedUp);
    /// A value that could be a lock took the place of one that surely was.
    static void noteTakeover(BoardRecord& record);
    /// The record was read or decoded. Raises it to Likely if it has behaved as a lock; lowers it
    /// to Possible if it counts up, unless it is certain.
    static void noteRead(BoardRecord& record);
    /// The record will be removed.
    void noteGone(const BoardRecord& record);

private:
    static constexpr std::size_t kMostNames = 50'000;
    struct Past {
        const void* format = nullptr; ///< only compared
        std::optional<Fingerprint> token;
        std::uint32_t takenAgain = 0; ///< by another value of the same format
        bool wasReleased = false; ///< at least once
    };
    absl::flat_hash_map<std::uint64_t, Past> m_names; ///< by hash of the name
};

} // namespace lockkeeper::observe
