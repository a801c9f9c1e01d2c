// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>

namespace lockkeeper {

/// The process in which it was made. A child made by fork() has all objects but no threads, and
/// shares sockets. Does not notice vfork(), _Fork() and clone(). Thread-safe.
class ProcessMark {
public:
    /// Throws std::system_error if there is no memory for a fork handler.
    ProcessMark();

    /// False in a child made by fork().
    [[nodiscard]] bool isHere() const noexcept
    {
        return m_forks == forksOfProgram.load(std::memory_order_relaxed);
    }

private:
    static std::atomic<unsigned> forksOfProgram;

    unsigned m_forks;
};

} // namespace lockkeeper
