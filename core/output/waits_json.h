// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/board/waits.h"
#include "core/output/json_writer.h"

#include <optional>

namespace lockkeeper::output {

void writeWaitCount(JsonWriter& out, const observe::WaitCount& count);
/// "waiters" and "unnamed_waiters". `only`: for this lock.
void writeWaiters(
    JsonWriter& out, const observe::Waits& waits, const std::optional<Resource>& only);
void writeWaits(JsonWriter& out, const observe::Waits& waits,
    const std::optional<Resource>& only = std::nullopt);
void writeDeadlock(JsonWriter& out, const observe::Waits& waits, const observe::Deadlock& deadlock);

} // namespace lockkeeper::output
