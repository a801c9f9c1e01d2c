// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/clock.h"

#include <cstddef>
#include <string>

namespace lockkeeper::sandbox {

// Tokens in the style of other libraries, for the demo workload. All zeros if the system has no
// random numbers.

/// `bytes` random bytes as lower-case hex.
[[nodiscard]] std::string randomHex(std::size_t bytes);

/// A version 1 UUID of `now`, as 32 hex digits without dashes: see lock::makeUuid1Hex().
[[nodiscard]] std::string uuid1Hex(WallTime now);

/// A version 4 UUID, with dashes: see lock::makeUuid4().
[[nodiscard]] std::string uuid4();

} // namespace lockkeeper::sandbox
