// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/result.h"

#include <cstddef>
#include <string>

namespace lockkeeper {

/// At most 256, by getrandom(2). System if not ready. Never blocks.
[[nodiscard]] Result<std::string> randomBytes(std::size_t count);

} // namespace lockkeeper
