// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock.h"
#include "core/observe/formats/format.h"

namespace lockkeeper::observe {

/// What the value of a lock of nobody's in particular tells one acquisition from the next by.
/// - Acquisition: a time of the last year, with a TTL of the last day, as older ones may be when a
///   process was started; or, with a TTL, nothing but a long random text.
/// - Unclear: a random text beside other things, or a UUID, or anything random without a TTL.
/// - Shared: all else: `locked`, `7`, `web-3:4711`, the name of a thread, a pod or a container, the
///   id of a process with the number of a thread, serialised data, a part of the lock's own name.
/// `since` is the time of acquisition that was read from it, if any. Pure.
[[nodiscard]] ValueScope scopeOfValue(
    const KeyReading& reading, std::optional<WallTime> since, WallTime now);

} // namespace lockkeeper::observe
