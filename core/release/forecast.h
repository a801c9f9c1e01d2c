// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"
#include "core/observe/board/votes/votes.h"

#include <vector>

namespace lockkeeper::release {

/// What a release can reach now, and what stays behind. A value.
struct Forecast {
    std::size_t masters = 0;
    std::size_t reached = 0; ///< masters that answer and store the token
    std::vector<MasterId> silent; ///< may store the token, but did not answer
    /// Until when a silent master may keep the token: the longest TTL that another master reported,
    /// as of now. nullopt: not known, or it has none.
    std::optional<std::chrono::milliseconds> leftover{};
    bool isLeftoverEndless = false; ///< the token has no TTL
    bool mayKeepQuorum = false; ///< the silent masters could be a quorum for the token

    friend bool operator==(const Forecast&, const Forecast&) = default;
};

/// For how long a revoke keeps everybody out.
struct TombstoneTime {
    std::chrono::milliseconds lasts{0};
    /// The old lease lasts longer, or has no end: its holder may work when others get the lock.
    bool isCut = false;
    friend bool operator==(const TombstoneTime&, const TombstoneTime&) = default;
};

/// Of a tombstone that is planned with this forecast, on the masters that are reached. `maxLease`:
/// Plan::maxLease. Pure.
[[nodiscard]] TombstoneTime tombstoneTime(
    const Forecast& forecast, std::chrono::milliseconds maxLease) noexcept;

/// Counts the votes as of `now`. Pure.
[[nodiscard]] Forecast forecast(
    const observe::Votes& votes, const Fingerprint& token, SteadyTime now);

} // namespace lockkeeper::release
