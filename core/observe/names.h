// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/evidence.h"
#include "core/observe/formats/format.h"
#include "core/observe/key_reading.h"
#include "core/observe/verdict.h"
#include "core/redis/transport.h"

namespace lockkeeper::observe {

// The names that programs read, in lockctl's JSON and in the journal. They never change and are
// never translated. All pure.

/// "held", "minority", "split", "unknown", "free".
[[nodiscard]] const char* verdictName(Verdict verdict) noexcept;
/// "held", "free", "no-answer", "error".
[[nodiscard]] const char* voteStateName(VoteState state) noexcept;
/// "none", "string", "hash", "other".
[[nodiscard]] const char* valueTypeName(ValueType type) noexcept;
/// "exclusive", "read", "write", "semaphore".
[[nodiscard]] const char* lockModeName(LockMode mode) noexcept;
/// "connecting", "up", "silent", "down", "refused".
[[nodiscard]] const char* linkStateName(redis::LinkState state) noexcept;
/// "never-expires", "minority-leftover", "holder-process-gone", "expired-by-own-timestamp".
[[nodiscard]] const char* evidenceName(EvidenceKind kind) noexcept;

} // namespace lockkeeper::observe
