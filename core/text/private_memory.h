// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace lockkeeper {

/// Keeps what is in this process's memory, passwords among it, from other processes of the same
/// user and from the disk. Call it before any password is read.
///
/// Effect: only root may attach a debugger or read the memory and the environment
/// (PR_SET_DUMPABLE); a crash writes no core dump (also RLIMIT_CORE). A forked process inherits
/// this. A program that it executes can be read again, but has no core dumps: see
/// restoreCoreLimit(). Never fails: a kernel that refuses leaves things as they were.
void keepMemoryPrivate() noexcept;

/// Gives this process the limit of core dumps that it had before keepMemoryPrivate(). For a forked
/// process that is about to execute a program of the user's. Async-signal-safe.
void restoreCoreLimit() noexcept;

/// Lets all threads share two heaps. For a program that runs for days, and whose threads make and
/// free many texts: in a heap of its own, each would keep some megabytes, more with each hour. Call
/// it before other threads begin.
void shareHeap() noexcept;

} // namespace lockkeeper
