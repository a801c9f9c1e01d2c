// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"

#include <string_view>

namespace lockkeeper::observe {

/// True if the value of a lock of that name tells one acquisition from the next: it contains a time
/// of the last year or, if it has a TTL, a UUID or a long random text. False for all that may as
/// well be stored again by whoever takes the lock next: `locked`, `7`, `web-3:4711`, the name of a
/// thread, a pod or a container, the id of a process with the number of a thread, a serialised
/// number, a part of the lock's own name. Pure.
[[nodiscard]] bool isOneTimeValue(
    std::string_view value, std::string_view key, bool hasTtl, WallTime now);

} // namespace lockkeeper::observe
