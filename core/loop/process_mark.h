// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>

namespace lockkeeper {

/// Remembers in which process it was made. A child made by fork() has copies of all objects, but
/// not their threads, and it shares their sockets with the parent.
///
/// Does not notice children made by vfork(), _Fork() or clone(), which run no fork handlers.
/// Thread-safety: all members from any thread.
class ProcessMark {
public:
    /// Throws std::system_error if the system has no memory for a fork handler.
    ProcessMark();

    /// False in a child made by fork() since. Reads two integers.
    [[nodiscard]] bool isHere() const noexcept
    {
        return m_forks == forksOfProgram.load(std::memory_order_relaxed);
    }

private:
    /// How many forks are between the first process of the program and this one.
    static std::atomic<unsigned> forksOfProgram;

    unsigned m_forks;
};

} // namespace lockkeeper
