// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/loop/descriptor_limit.h"

#include <algorithm>
#include <limits>
#include <sys/resource.h>

namespace lockkeeper {

std::uint64_t raiseDescriptorLimit(std::uint64_t wanted) noexcept
{
    ::rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return std::numeric_limits<std::uint64_t>::max(); // unknown
    if (limit.rlim_cur < wanted) {
        limit.rlim_cur = std::min<rlim_t>(wanted, limit.rlim_max);
        ::setrlimit(RLIMIT_NOFILE, &limit);
    }
    return limit.rlim_cur;
}

} // namespace lockkeeper
