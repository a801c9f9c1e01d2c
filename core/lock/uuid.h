// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"
#include "core/result.h"

#include <string>

namespace lockkeeper::lock {

/// Version 1 with random sequence and node, 32 hex digits, as Python's uuid1().hex. Error: System.
/// Source: RFC 9562, 5.1 and 6.10.
[[nodiscard]] Result<std::string> makeUuid1Hex(WallTime now);

/// Version 4, with dashes. Errors as makeUuid1Hex(). Source: RFC 9562, 5.4.
[[nodiscard]] Result<std::string> makeUuid4();

} // namespace lockkeeper::lock
