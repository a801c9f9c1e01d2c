// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/observe/board/evidence.h"
#include "core/observe/board/votes/loss.h"
#include "core/observe/board/votes/verdict.h"
#include "core/observe/formats/format.h"
#include "core/observe/reading/key_reading.h"
#include "core/redis/transport.h"

#include <vector>

namespace lockkeeper::observe {

// Names for programs, in lockctl's JSON and in the journal. They never change and are never
// translated. All pure.

/// "held", "minority", "split", "unknown", "free".
[[nodiscard]] const char* verdictName(Verdict verdict) noexcept;
/// "held", "free", "no-answer", "error".
[[nodiscard]] const char* voteStateName(VoteState state) noexcept;
/// "none", "string", "hash", "set", "zset", "list", "other".
[[nodiscard]] const char* valueTypeName(ValueType type) noexcept;
/// "exclusive", "read", "write", "semaphore".
[[nodiscard]] const char* lockModeName(LockMode mode) noexcept;
/// "certain", "likely", "possible".
[[nodiscard]] const char* certaintyName(Certainty certainty) noexcept;
/// "name-says-lock", "value-only" ...: listed in docs/lockctl.md.
[[nodiscard]] const char* certaintyReasonName(CertaintyReason reason) noexcept;
/// "connecting", "up", "silent", "down", "refused".
[[nodiscard]] const char* linkStateName(redis::LinkState state) noexcept;
/// "flush", "restart", "unknown".
[[nodiscard]] const char* lossCauseName(LossCause cause) noexcept;
/// "never-expires", "minority-leftover" ...: listed in docs/observation.md. Empty for an invalid
/// value.
[[nodiscard]] const char* evidenceName(EvidenceKind kind) noexcept;
/// All kinds that evidenceName() knows, in the order of their declaration.
[[nodiscard]] std::vector<EvidenceKind> evidenceKinds();

} // namespace lockkeeper::observe
