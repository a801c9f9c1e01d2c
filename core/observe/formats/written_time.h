// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"

#include <optional>
#include <string_view>

namespace lockkeeper::observe {

struct WrittenTime {
    bool isDay = false;
    std::optional<WallTime> at{}; ///< nullopt: also an unknown zone
};

/// `2026-11-24`, `2026-11-24T10:51:18.5Z`, `2026-11-24 10:51+02:00`. nullopt: not exactly a date.
[[nodiscard]] std::optional<WrittenTime> writtenTime(std::string_view text);

/// Seconds to nanoseconds, perhaps with a fraction, until tomorrow.
[[nodiscard]] std::optional<WallTime> unixTimeIn(std::string_view number, WallTime now);

/// writtenTime() or unixTimeIn(), up to ten years ahead.
[[nodiscard]] std::optional<WallTime> anyTime(std::string_view text, WallTime now);

/// Cuts a time off the end, after a space or one of `|@,;`: `worker-3 2026-11-24T10:51:18Z`. May
/// take the whole text. nullopt: none, or a date alone.
[[nodiscard]] std::optional<WrittenTime> takeWrittenTime(std::string_view& text);

} // namespace lockkeeper::observe
