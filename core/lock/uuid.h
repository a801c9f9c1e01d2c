// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"
#include "core/result.h"

#include <string>

namespace lockkeeper::lock {

/// Returns the 32 hex digits of a version 1 UUID made of `now`, a random sequence and a random
/// node, like Python's uuid1().hex. System if there are no random numbers. Does not block. Source:
/// RFC 9562, 5.1 and 6.10.
[[nodiscard]] Result<std::string> makeUuid1Hex(WallTime now);

/// Returns a random UUID (version 4) with dashes. Errors and blocking as makeUuid1Hex(). Source:
/// RFC 9562, 5.4.
[[nodiscard]] Result<std::string> makeUuid4();

} // namespace lockkeeper::lock
