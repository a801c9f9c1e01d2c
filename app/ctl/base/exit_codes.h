// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"

#include <vector>

namespace lockkeeper::ctl {

inline constexpr int kExitDone = 0;
inline constexpr int kExitNotDone = 1; ///< not acquired, nothing released, ...
inline constexpr int kExitNoQuorum = 2;
inline constexpr int kExitUsage = 64;
inline constexpr int kExitUnreachable = 69;
inline constexpr int kExitOutputLost = 74;
inline constexpr int kExitRefused = 77;
inline constexpr int kExitCannotExecute = 126;
inline constexpr int kExitNotFound = 127;
inline constexpr int kExitSignalBase = 128;

[[nodiscard]] int exitCodeFor(ErrorClass kind) noexcept;

/// kExitDone if a quorum answered, else kExitNoQuorum; without any answer kExitRefused if all
/// refused, else kExitUnreachable.
[[nodiscard]] int exitCodeForFailures(
    const std::vector<Error>& failures, std::size_t masters, std::size_t quorum);

/// Of a deed on all masters that none of them has done: kExitNotDone if a quorum answered.
[[nodiscard]] int exitCodeOfUndone(
    const std::vector<Error>& failures, std::size_t masters, std::size_t quorum);

/// The common code; else kExitNotDone if all were looked at, kExitNoQuorum if some,
/// kExitUnreachable if none.
[[nodiscard]] int exitCodeForAll(const std::vector<int>& codes);

} // namespace lockkeeper::ctl
