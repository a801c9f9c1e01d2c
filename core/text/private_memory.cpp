// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/text/private_memory.h"

#include <malloc.h>
#include <optional>
#include <sys/prctl.h>
#include <sys/resource.h>

namespace lockkeeper {
namespace {

std::optional<::rlimit> coreLimitBefore;

} // namespace

void keepMemoryPrivate() noexcept
{
    ::prctl(PR_SET_DUMPABLE, 0);
    ::rlimit limit{};
    if (coreLimitBefore || ::getrlimit(RLIMIT_CORE, &limit) != 0)
        return;
    coreLimitBefore = limit;
    limit.rlim_cur = 0; // rlim_max could not be raised again
    ::setrlimit(RLIMIT_CORE, &limit);
}

void restoreCoreLimit() noexcept
{
    if (coreLimitBefore)
        ::setrlimit(RLIMIT_CORE, &*coreLimitBefore);
}

void shareHeap() noexcept
{
#ifdef __GLIBC__
    constexpr int kHeaps = 2;
    ::mallopt(M_ARENA_MAX, kHeaps); // NOLINT(concurrency-mt-unsafe): before other threads begin
#endif
}

} // namespace lockkeeper
