// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"

#include <chrono>
#include <optional>
#include <string>

// Sentences for people, in English, the same in both front ends. Text from servers has passed
// through displaySafe(), so the results are safe to show as plain text. All functions are pure.
namespace lockkeeper::words {

/// "0.3 s", "8.2 s", "24 s", "5 m 03 s", "2 h 05 m", "6 d 04 h". Truncated, never rounded up: a
/// remaining time is never overstated. A negative time counts as none.
[[nodiscard]] std::string durationText(std::chrono::milliseconds duration);

/// "8.2 s ago".
[[nodiscard]] std::string agoText(std::chrono::milliseconds age);

/// "2026-11-21 03:14:15 UTC".
[[nodiscard]] std::string utcText(WallTime time);

/// Since when a lock is held by what its value says: "6 d 04 h, since 2026-11-21 03:14:15 UTC by
/// the holder's clock".
[[nodiscard]] std::string heldSinceText(WallTime since, WallTime now);

/// How long a lock is held at least, if its value does not say since when: "at least 21 s, since it
/// was first seen".
[[nodiscard]] std::string heldAtLeastText(std::chrono::milliseconds seen);

/// Renewals that were seen: "none seen"; "3 seen, one every 10 s, the last 4.0 s ago". `interval`
/// and `lastAge`: nullopt: not known.
[[nodiscard]] std::string renewalsText(std::size_t count,
    std::optional<std::chrono::milliseconds> interval,
    std::optional<std::chrono::milliseconds> lastAge);

} // namespace lockkeeper::words
