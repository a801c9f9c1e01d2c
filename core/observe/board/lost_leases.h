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

/// Running leases that masters lost without a release: their holders may work on. Of each resource
/// the last to end, at most kMost (30 MB). Only suspected until confirm().
class LostLeases {
public:
    struct Lease {
        Fingerprint token;
        PackedLock lock;
        SteadyTime at{};
        SteadyTime until{}; ///< max: never
        LossCause cause = LossCause::Unknown;
        /// By another token, perhaps of the same holder.
        bool isReplaced = false;
        std::uint64_t lostBy = 0; ///< a bit per master
        std::uint64_t suspected = 0;

        [[nodiscard]] bool isLostBy(std::size_t master) const noexcept;
    };

    /// Ignores the lease's `lostBy` and `suspected`.
    void suspect(const std::string& name, std::size_t master, Lease lease);
    /// Confirms the master's losses, except where `isKept`. Returns their number.
    std::size_t confirm(
        std::size_t master, absl::FunctionRef<bool(const std::string&, const Lease&)> isKept);
    void acquit(std::size_t master)
    {
        (void)confirm(master, [](const std::string&, const Lease&) { return true; });
    }
    void noteHeld(const std::string& name, std::size_t master, const Fingerprint& token);
    void noteReleased(const std::string& name, const Fingerprint& token);
    void dropEnded(SteadyTime now);

    [[nodiscard]] bool empty() const noexcept { return m_leases.empty(); }
    [[nodiscard]] const Lease* find(const std::string& name, SteadyTime now) const;

private:
    static constexpr std::size_t kMost = 100'000;
    using Leases = absl::flat_hash_map<std::string, Lease>;

    static bool take(Lease& lease, std::size_t master) noexcept;

    Leases m_leases;
    SteadyTime m_nextDrop{};
};

/// Both name one holder, by more than its library.
[[nodiscard]] bool areOfOneHolder(const PackedLock& a, const PackedLock& b);

[[nodiscard]] bool excludeEachOther(const PackedLock& a, const PackedLock& b) noexcept;

} // namespace lockkeeper::observe
