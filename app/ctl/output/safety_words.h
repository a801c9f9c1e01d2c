// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/output/json_writer.h"
#include "core/release/forecast.h"
#include "core/release/safety.h"

#include <string>

namespace lockkeeper::ctl {

/// "SAFE TO FREE: its process 9098 has ended (checked 0.0 s ago)"; "ALIVE: ..."; "NOT KNOWN: ...".
[[nodiscard]] std::string safetyText(const release::SafetyVerdict& verdict);

/// "safety": `{"verdict", "text"}`, or null.
void writeSafety(output::JsonWriter& out, const std::optional<release::SafetyVerdict>& verdict);

/// Never cut it: the advice comes last.
[[nodiscard]] std::string cautionText(const observe::DecodedLock& lock);

/// "3 of 5 masters; d, e are silent: a leftover there for up to 24.1 s".
[[nodiscard]] std::string forecastText(const release::Forecast& forecast);

} // namespace lockkeeper::ctl
