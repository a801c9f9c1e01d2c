// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/clock.h"
#include "core/result.h"

#include <string_view>

namespace lockkeeper::ctl {

/// A moment in the past: a duration before `now`, or a UTC time as `2026-11-21`,
/// `2026-11-21T03:14` or `2026-11-21T03:14:15`, with or without a `Z`. InvalidArgument, with a line
/// that says how to write it, for anything else.
[[nodiscard]] Result<WallTime> parseMoment(std::string_view text, WallTime now);

} // namespace lockkeeper::ctl
