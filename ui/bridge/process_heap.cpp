// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/process_heap.h"

#include <cstdlib>
#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace lockkeeper::ui {

void mergeFreedBlocksAtOnce() noexcept
{
#ifdef __GLIBC__
    ::mallopt(M_MXFAST, 0);
#endif
}

} // namespace lockkeeper::ui
