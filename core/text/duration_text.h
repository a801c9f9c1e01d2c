// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/result.h"

#include <chrono>
#include <string_view>

namespace lockkeeper {

/// `500ms`, `30s`, `5m`, `2h` or `1d`. InvalidArgument explains the syntax.
[[nodiscard]] Result<std::chrono::milliseconds> parseDuration(std::string_view text);

/// The shortest for parseDuration(). Not negative.
[[nodiscard]] std::string formatDuration(std::chrono::milliseconds duration);

} // namespace lockkeeper
