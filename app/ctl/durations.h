// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"

#include <chrono>
#include <string_view>

namespace lockkeeper::ctl {

/// Reads `500ms`, `30s`, `5m`, `2h` or `1d`. InvalidArgument, with a line that says how to write
/// it, for anything else; a number without a unit above all.
[[nodiscard]] Result<std::chrono::milliseconds> parseDuration(std::string_view text);

} // namespace lockkeeper::ctl
