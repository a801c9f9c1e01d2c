// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/loop/process_mark.h"

#include <pthread.h>
#include <system_error>

namespace lockkeeper {

std::atomic<unsigned> ProcessMark::forksOfProgram{0};

ProcessMark::ProcessMark()
{
    static const int failure = ::pthread_atfork(
        nullptr, nullptr, [] { forksOfProgram.fetch_add(1, std::memory_order_relaxed); });
    if (failure != 0)
        throw std::system_error(failure, std::generic_category(), "pthread_atfork");
    m_forks = forksOfProgram.load(std::memory_order_relaxed);
}

} // namespace lockkeeper
