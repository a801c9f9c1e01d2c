// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/output/json_writer.h"
#include "core/release/forecast.h"
#include "core/release/safety.h"

#include <string>

namespace lockkeeper::ctl {

/// "SAFE TO FREE: its process 9098 has ended (checked 0.0 s ago)"; "ALIVE: renewed 3.0 s ago, 41
/// times"; "NOT KNOWN: nothing tells whether the holder lives: ...", and what was looked at.
[[nodiscard]] std::string safetyText(const release::SafetyVerdict& verdict);

/// Writes the field "safety": `{"verdict", "text"}`, or null.
void writeSafety(output::JsonWriter& out, const std::optional<release::SafetyVerdict>& verdict);

/// What to mind before a lock is freed, in one line. Never cut: its end says what to do.
[[nodiscard]] std::string cautionText(const observe::DecodedLock& lock);

/// How many masters are reached, and what stays behind on silent ones: "3 of 5 masters; d, e are
/// silent: a leftover there for up to 24.1 s".
[[nodiscard]] std::string forecastText(const release::Forecast& forecast);

} // namespace lockkeeper::ctl
