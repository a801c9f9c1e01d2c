// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace lockkeeper {

/// Hides passwords in memory from the user's other processes and the disk. Call it before reading
/// any. Only root may then attach a debugger, or read memory and environment (PR_SET_DUMPABLE), and
/// crashes dump no core (also RLIMIT_CORE). Forks inherit both, executed programs only the limit:
/// see restoreCoreLimit().
void keepMemoryPrivate() noexcept;

/// Undoes the limit, for a fork that executes a user's program. Async-signal-safe.
void restoreCoreLimit() noexcept;

/// All threads share two heaps: with one each, a program grows by megabytes per thread over days.
/// Call it before other threads begin.
void shareHeap() noexcept;

} // namespace lockkeeper
