// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/result.h"

#include <cstddef>
#include <string>

namespace lockkeeper {

/// Returns `count` (at most 256) bytes of the system's random generator, for unique tokens and
/// names. System if the generator is not ready yet. Does not block. Source: getrandom(2).
[[nodiscard]] Result<std::string> randomBytes(std::size_t count);

} // namespace lockkeeper
