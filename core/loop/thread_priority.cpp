// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/loop/thread_priority.h"

#include <sys/resource.h>
#include <unistd.h>

namespace lockkeeper {

void lowerThreadPriority() noexcept
{
#ifdef __linux__
    constexpr int kNice = 10;
    (void)::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), kNice);
#endif
}

} // namespace lockkeeper
