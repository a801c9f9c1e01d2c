// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/board/packed_lock.h"
#include "core/observe/board/votes/loss.h"
#include "core/text/fingerprint.h"

#include <absl/container/flat_hash_map.h>
#include <absl/functional/function_ref.h>
#include <cstdint>
#include <string>

namespace lockkeeper::observe {

/// The leases that masters lost and that have not run out since: nobody released them, so that
/// their holders may go on working while others take the locks. One for each resource: that which
/// ends last. A loss is only a suspicion until confirm().
///
/// Remembers at most 100 000, about 30 MB: what is lost beyond that is not remembered. Not
/// thread-safe.
class LostLeases {
public:
    struct Lease {
        Fingerprint token;
        PackedLock lock;
        SteadyTime at{}; ///< when the loss was noticed
        SteadyTime until{}; ///< when it runs out (max: never)
        LossCause cause = LossCause::Unknown;
        /// Its master was found with another token: it may be that of the same holder.
        bool isReplaced = false;
        std::uint64_t lostBy = 0; ///< a bit per master
        std::uint64_t suspected = 0; ///< of these, a bit per master whose loss is not confirmed

        /// True if it is confirmed that the master lost it.
        [[nodiscard]] bool isLostBy(std::size_t master) const noexcept;
    };

    /// The master seems to have lost this lease: its `lostBy` and `suspected` do not count.
    void suspect(const std::string& name, std::size_t master, Lease lease);
    /// What the master seems to have lost is lost, except where `isKept(name, lease)`. Returns the
    /// number of those.
    std::size_t confirm(
        std::size_t master, absl::FunctionRef<bool(const std::string&, const Lease&)> isKept);
    /// The master has lost nothing.
    void acquit(std::size_t master)
    {
        (void)confirm(master, [](const std::string&, const Lease&) { return true; });
    }
    /// The master stores the token again.
    void noteHeld(const std::string& name, std::size_t master, const Fingerprint& token);
    /// The token was released.
    void noteReleased(const std::string& name, const Fingerprint& token);
    /// Forgets what has run out, now and then.
    void dropEnded(SteadyTime now);

    [[nodiscard]] bool empty() const noexcept { return m_leases.empty(); }
    /// The lease that masters are known to have lost, if it still runs. Null: there is none.
    [[nodiscard]] const Lease* find(const std::string& name, SteadyTime now) const;

private:
    static constexpr std::size_t kMost = 100'000;
    using Leases = absl::flat_hash_map<std::string, Lease>;

    /// Takes back what a master was said to have lost. Returns true if no other master lost it.
    static bool take(Lease& lease, std::size_t master) noexcept;

    Leases m_leases;
    SteadyTime m_nextDrop{};
};

/// True if both tokens name the same holder, by more than its library.
[[nodiscard]] bool areOfOneHolder(const PackedLock& a, const PackedLock& b);

/// True if the two can't hold a lock at once, by their modes.
[[nodiscard]] bool excludeEachOther(const PackedLock& a, const PackedLock& b) noexcept;

} // namespace lockkeeper::observe
