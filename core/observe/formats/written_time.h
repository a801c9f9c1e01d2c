// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"

#include <optional>
#include <string_view>

namespace lockkeeper::observe {

/// A date as ISO 8601 writes it, perhaps with a time of day.
struct WrittenTime {
    bool isDay = false; ///< a date alone
    std::optional<WallTime> at{}; ///< nullopt: a date alone, or a time whose zone is not told
};

/// `2026-11-24`, `2026-11-24T10:51:18.5Z`, `2026-11-24 10:51+02:00`. nullopt: the text is no date,
/// or more. Pure.
[[nodiscard]] std::optional<WrittenTime> writtenTime(std::string_view text);

/// A Unix time in seconds to nanoseconds until tomorrow, also with a fraction. Pure.
[[nodiscard]] std::optional<WallTime> unixTimeIn(std::string_view number, WallTime now);

/// Either of these, up to ten years ahead. Pure.
[[nodiscard]] std::optional<WallTime> anyTime(std::string_view text, WallTime now);

/// Cuts off such a time that ends the text, behind a space or one of `|@,;`: `worker-3
/// 2026-11-24T10:51:18Z`. All of the text may be one. nullopt: there is none, or a date alone.
/// Pure.
[[nodiscard]] std::optional<WrittenTime> takeWrittenTime(std::string_view& text);

} // namespace lockkeeper::observe
