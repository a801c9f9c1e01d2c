// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/types.h"

#include <chrono>
#include <functional>
#include <optional>

namespace lockkeeper::observe {

/// Returns how long a resource is usually held; nullopt if unknown. Called for every lock from time
/// to time, on the watcher's thread: must answer from memory.
using UsualHold = std::function<std::optional<std::chrono::milliseconds>(const Resource&)>;

} // namespace lockkeeper::observe
