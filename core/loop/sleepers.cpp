// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/loop/sleepers.h"

#include <climits>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace lockkeeper {

void Sleepers::sleep(Ticket ticket, Bits bit) noexcept
{
    ::syscall(
        SYS_futex, &m_wakes, FUTEX_WAIT_BITSET | FUTEX_PRIVATE_FLAG, ticket, nullptr, nullptr, bit);
}

void Sleepers::wake(Bits bits) noexcept
{
    ++m_wakes;
    ::syscall(SYS_futex, &m_wakes, FUTEX_WAKE_BITSET | FUTEX_PRIVATE_FLAG, INT_MAX, nullptr,
        nullptr, bits);
}

} // namespace lockkeeper
