// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"

#include <cstddef>
#include <string>

namespace lockkeeper::sandbox {

// Tokens as other libraries make them, for the demo workload. Fit for a demo, not for security.

/// `bytes` random bytes as lower-case hex.
[[nodiscard]] std::string randomHex(std::size_t bytes);

/// A version 1 UUID (RFC 4122) of this time, as 32 hex digits without dashes; its node is random,
/// with the multicast bit, as Python makes it where it finds no network card.
[[nodiscard]] std::string uuid1Hex(WallTime now);

/// A version 4 UUID (RFC 4122), with dashes.
[[nodiscard]] std::string uuid4();

} // namespace lockkeeper::sandbox
