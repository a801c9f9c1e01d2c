// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/clock.h"
#include "core/result.h"

#include <string_view>

namespace lockkeeper::ctl {

/// Parses a moment in the past: a duration before `now` (`24h`), or a UTC time (`2026-11-21`,
/// `2026-11-21T03:14` or `2026-11-21T03:14:15`, with or without a `Z`). InvalidArgument with a line
/// for the user for anything else, also for a time in the future or before 1970.
[[nodiscard]] Result<WallTime> parsePastTime(std::string_view text, WallTime now);

} // namespace lockkeeper::ctl
