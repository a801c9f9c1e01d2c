// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

// Sentences for people. Foreign text has passed through displaySafe(): show them as plain text.
namespace lockkeeper::words {

/// "0.3 s", "24 s", "5 m 03 s", "2 h 05 m", "6 d 04 h". Truncates, so that remaining times are not
/// overstated. Negative: as 0.
[[nodiscard]] std::string durationText(std::chrono::milliseconds duration);

/// "3.0 s ago"; below 0.1 s "just now".
[[nodiscard]] std::string agoText(std::chrono::milliseconds age);

/// "2026-11-21 03:14:15 UTC".
[[nodiscard]] std::string utcText(WallTime time);

/// "6 d 04 h, since 2026-11-21 03:14:15 UTC by the holder's clock".
[[nodiscard]] std::string heldSinceText(WallTime since, WallTime now);

[[nodiscard]] std::string heldAtLeastText(std::chrono::milliseconds seen);

[[nodiscard]] std::string renewalsText(std::size_t count,
    std::optional<std::chrono::milliseconds> interval,
    std::optional<std::chrono::milliseconds> lastAge);

/// How durations below a bound are written, in milliseconds.
struct DurationForm {
    std::int64_t below; ///< for the last form, the longest duration
    std::int64_t unit; ///< of $0
    std::int64_t part; ///< of $1, which counts the rest; from a second on, with two digits
    const char* format; ///< English, for tr()
};

/// The forms of durationText(), shortest first: for programs that count on by themselves.
[[nodiscard]] std::span<const DurationForm> durationForms() noexcept;

} // namespace lockkeeper::words
