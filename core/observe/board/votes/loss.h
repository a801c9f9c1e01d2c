// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"
#include "core/enum_names.h"

#include <cstddef>
#include <cstdint>

namespace lockkeeper::observe {

enum class LossCause : std::uint8_t {
    Flush, ///< pushed by the master
    Restart,
    Failover, ///< to a server without them
    Unknown, ///< vanished without a report, as by SWAPDB
};
constexpr auto enumNames(LossCause /*of*/) noexcept
{
    return std::array{"flush", "restart", "failover", "unknown"};
}

/// Locks that vanished together from one master before their TTL, without a release.
struct Loss {
    SteadyTime at{};
    std::size_t locks = 0;
    LossCause cause = LossCause::Unknown;
    friend bool operator==(const Loss&, const Loss&) = default;
};

} // namespace lockkeeper::observe
