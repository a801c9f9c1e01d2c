// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/board/board_update.h"

#include <absl/container/flat_hash_map.h>
#include <array>
#include <chrono>
#include <cstdint>
#include <deque>
#include <map>
#include <string>

namespace lockkeeper::observe {

class TimeHistogram {
public:
    /// Longer times count in none.
    static constexpr std::array<std::chrono::milliseconds, 20> kBounds{
        std::chrono::milliseconds(10), std::chrono::milliseconds(50),
        std::chrono::milliseconds(100), std::chrono::milliseconds(250),
        std::chrono::milliseconds(500), std::chrono::seconds(1), std::chrono::seconds(2),
        std::chrono::seconds(3), std::chrono::seconds(5), std::chrono::seconds(10),
        std::chrono::seconds(20), std::chrono::seconds(30), std::chrono::minutes(1),
        std::chrono::minutes(2), std::chrono::minutes(5), std::chrono::minutes(15),
        std::chrono::minutes(30), std::chrono::hours(2), std::chrono::hours(6),
        std::chrono::hours(24)};

    void add(std::chrono::milliseconds time);
    [[nodiscard]] std::uint64_t count() const noexcept { return m_count; }
    [[nodiscard]] std::chrono::milliseconds sum() const noexcept { return m_sum; }
    [[nodiscard]] std::uint64_t upTo(std::size_t bound) const noexcept;

private:
    std::array<std::uint64_t, kBounds.size()> m_inRange{};
    std::uint64_t m_count = 0;
    std::chrono::milliseconds m_sum{0};
};

struct KindContention {
    TimeHistogram held;
    TimeHistogram waited; ///< until a waiter was gone, with the lock or without
    TimeHistogram free;
    std::uint64_t acquisitions = 0;
    std::uint64_t renewals = 0;
    // How holds ended.
    std::uint64_t releases = 0;
    std::uint64_t expiries = 0;
    std::uint64_t losses = 0; ///< the masters forgot it
};

/// Counts how locks are used, from a board's updates.
///
/// - Leaves out holds and waits of the first complete update: they began before.
/// - Times are those of readings, up to a sweep late where masters don't push; without
///   BoardUpdate::holds, those of updates. Locks taken and freed between two readings are not seen.
/// - While masters are silent, nothing begins or ends.
/// - Bounded: kMostFreed free locks; kinds beyond kMostKinds count as kOtherKinds. A changed lock
///   costs a hash lookup.
class Contention {
public:
    static constexpr std::size_t kMostKinds = 100;
    static constexpr std::size_t kMostFreed = 10'000;
    static constexpr const char* kOtherKinds = "<other>";

    void take(const BoardUpdate& update);

    /// By kindText(): show it through safeKindText().
    [[nodiscard]] const std::map<std::string, KindContention>& kinds() const noexcept
    {
        return m_kinds;
    }

private:
    struct Hold {
        Fingerprint token;
        SteadyTime from{};
        bool isWhole = false;
        std::uint32_t renewals = 0;
        std::optional<SteadyTime> endsAt{};
        std::optional<SteadyTime> lostQuorumAt{}; ///< masters still store its token
        bool isLost = false; ///< (lostQuorumAt) the end of the rest is no release
        KindContention* kind = nullptr;
    };
    struct Wait {
        SteadyTime from{};
        bool isWhole = false;
        KindContention* kind = nullptr;
    };

    [[nodiscard]] KindContention& kindOf(const Resource& resource);
    void takeHold(const HoldChange& change);
    void takeEntry(const LockEntry& entry);
    Hold& begin(const Resource& resource, const Fingerprint& token, SteadyTime at);
    void end(const Resource& resource, SteadyTime at, bool isLost);
    void noteFree(const Resource& resource, SteadyTime at);
    void takeWaits(const BoardUpdate& update);

    std::map<std::string, KindContention> m_kinds;
    absl::flat_hash_map<Resource, Hold> m_held;
    absl::flat_hash_map<Resource, SteadyTime> m_freed;
    std::deque<Resource> m_freedOrder; ///< oldest first; some are held again
    std::map<std::string, Wait> m_waits;
    WaitsPtr m_latestWaits;
    bool m_hasBegun = false;
};

} // namespace lockkeeper::observe
