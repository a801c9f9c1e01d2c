// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"
#include "core/observe/board/votes/votes.h"

#include <vector>

namespace lockkeeper::release {

/// What a release would reach now.
struct Forecast {
    std::size_t masters = 0;
    std::size_t reached = 0;
    std::vector<MasterId> silent; ///< may store the token
    /// A silent master may keep the token for the longest TTL elsewhere. nullopt: unknown, or none.
    std::optional<std::chrono::milliseconds> leftover{};
    bool isLeftoverEndless = false;
    bool mayKeepQuorum = false; ///< the silent masters could form a quorum

    friend bool operator==(const Forecast&, const Forecast&) = default;
};

/// How long a revoke keeps everybody out.
struct TombstoneTime {
    std::chrono::milliseconds lasts{0};
    /// The old lease outlasts it: its holder may work when others get the lock.
    bool isCut = false;
    friend bool operator==(const TombstoneTime&, const TombstoneTime&) = default;
};

[[nodiscard]] TombstoneTime tombstoneTime(
    const Forecast& forecast, std::chrono::milliseconds maxLease) noexcept;

[[nodiscard]] Forecast forecast(
    const observe::Votes& votes, const Fingerprint& token, SteadyTime now);

} // namespace lockkeeper::release
