// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

namespace lockkeeper::words {

/// How durations below a bound are written. All numbers are milliseconds.
struct DurationForm {
    std::int64_t below; ///< the bound; longer durations than that of the last form count as it
    std::int64_t unit; ///< of $0
    std::int64_t part; ///< of $1, which counts the rest; from a second on, $1 has two digits
    const char* format; ///< in English, for tr()
};

/// The forms of durationText(), shortest first: for programs that count on by themselves.
[[nodiscard]] std::span<const DurationForm> durationForms() noexcept;

} // namespace lockkeeper::words
