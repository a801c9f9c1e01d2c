// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"

#include <cstddef>
#include <string>

namespace lockkeeper::sandbox {

// Tokens as other libraries make them, for the demo workload: all zeros should the system have no
// random numbers.

/// `bytes` random bytes as lower-case hex.
[[nodiscard]] std::string randomHex(std::size_t bytes);

/// A version 1 UUID of this time, as 32 hex digits without dashes: as lock::makeUuid1Hex().
[[nodiscard]] std::string uuid1Hex(WallTime now);

/// A version 4 UUID, with dashes: as lock::makeUuid4().
[[nodiscard]] std::string uuid4();

} // namespace lockkeeper::sandbox
