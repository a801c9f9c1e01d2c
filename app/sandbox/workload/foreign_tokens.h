// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/clock.h"

#include <cstddef>
#include <string>

namespace lockkeeper::sandbox {

// All zeros without random numbers.

[[nodiscard]] std::string randomHex(std::size_t bytes);

/// 32 hex digits: see lock::makeUuid1Hex().
[[nodiscard]] std::string uuid1Hex(WallTime now);

/// With dashes: see lock::makeUuid4().
[[nodiscard]] std::string uuid4();

} // namespace lockkeeper::sandbox
