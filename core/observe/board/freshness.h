// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/board/votes/votes.h"

#include <span>

namespace lockkeeper::observe {

/// How long one master's readings stay valid.
struct Freshness {
    /// Earlier readings may be outdated.
    SteadyTime since = SteadyTime::max();
    /// Changes until then are noticed within seconds: grows while the master answers.
    SteadyTime until = SteadyTime::min();
    friend bool operator==(const Freshness&, const Freshness&) = default;
};

[[nodiscard]] constexpr SteadyTime freshUntil(SteadyTime readAt, const Freshness& master) noexcept
{
    return readAt >= master.since ? std::max(readAt, master.until) : readAt;
}

/// For a quorum of votes. Masters beyond `masters` are never fresh.
[[nodiscard]] SteadyTime freshUntil(const Votes& votes, std::span<const Freshness> masters);

} // namespace lockkeeper::observe
