// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/clock.h"

#include <cstdint>
#include <type_traits>

namespace lockkeeper::bench {

/// The time in which a contender claimed a resource: from the return of acquire until release was
/// called, the deadline passed or the loss was reported, whichever was first.
struct Interval {
    SteadyTime start{};
    SteadyTime end{};
    std::uint64_t fence = 0; ///< fencing token; 0: none
    std::uint32_t claim = 0; ///< first digits of the token's fingerprint
    std::uint16_t resource = 0;
    std::uint8_t process = 0;
    std::uint8_t thread = 0;

    /// False if the deadline had passed already when acquire returned. Nobody relies on such a
    /// claim.
    [[nodiscard]] bool isClaim() const noexcept { return start < end; }
};
static_assert(std::is_trivially_copyable_v<Interval> && sizeof(Interval) == 32);

} // namespace lockkeeper::bench
