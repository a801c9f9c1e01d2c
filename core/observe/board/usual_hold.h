// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/types.h"

#include <chrono>
#include <functional>
#include <optional>

namespace lockkeeper::observe {

/// How long a resource is usually held. Called on the watcher's thread: must not block.
using UsualHold = std::function<std::optional<std::chrono::milliseconds>(const Resource&)>;

} // namespace lockkeeper::observe
