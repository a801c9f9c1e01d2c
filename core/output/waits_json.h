// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/board/waits.h"
#include "core/output/json_writer.h"

#include <optional>

namespace lockkeeper::output {

/// Appends the fields "waiting", "waiting_at_most" and "gone" of a lock, as documented of lockctl.
void writeWaitCount(JsonWriter& out, const observe::WaitCount& count);
/// Appends the fields "waiters" and "unnamed_waiters" as documented of lockctl. `only`: those who
/// wait for this lock.
void writeWaiters(
    JsonWriter& out, const observe::Waits& waits, const std::optional<Resource>& only);
/// Appends the same, and the field "deadlocks", with all of them.
void writeWaits(JsonWriter& out, const observe::Waits& waits,
    const std::optional<Resource>& only = std::nullopt);

} // namespace lockkeeper::output
