// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/board/lock_entry.h"
#include "core/text/seeded_hash.h"

#include <absl/container/flat_hash_map.h>

namespace lockkeeper::observe {

/// Remembers the possible locks that went. A name that is taken again and again, each time with
/// another value of the same form, behaves as a lock; caches and counters change in place, or come
/// back as they were.
///
/// Stores a few bytes for each name; forgets all when there are too many. Not thread-safe.
class SeenBefore {
public:
    /// Times that a name must be taken again before it counts as a lock's.
    static constexpr std::uint32_t kProof = 2;

    /// Records that the key of this entry is gone.
    void noteGone(const LockEntry& entry);
    /// Records that the key of this entry has appeared. Returns how often its name was taken again
    /// by another value of the same format.
    std::uint32_t noteTaken(const LockEntry& entry, const std::optional<Fingerprint>& token);

private:
    static constexpr std::size_t kMostNames = 50'000;
    struct Past {
        const void* format = nullptr; ///< only compared
        std::optional<Fingerprint> token;
        std::uint32_t takenAgain = 0;
    };
    absl::flat_hash_map<std::uint64_t, Past> m_names; ///< by hash of the name
};

} // namespace lockkeeper::observe
