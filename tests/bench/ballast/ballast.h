// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace lockkeeper::bench {

struct BallastOptions {
    unsigned waiters = 10'000; ///< for one lock, in one process
    unsigned masters = 64; ///< of one client; each is a redis-server of its own
    unsigned clients = 1'000; ///< of one process, each of which holds a lock on three masters
};

/// Loads the library as heavily as nobody should, on servers of its own. Prints for each load how
/// long it took, and memory, descriptors and threads of this process at its peak and afterwards.
/// Judges no times. Returns the exit code: 0 if every lock was taken, and nothing was left
/// afterwards; 1 otherwise; 69 if the servers can't be run. Call it on the main thread.
[[nodiscard]] int runBallast(const BallastOptions& options);

} // namespace lockkeeper::bench
