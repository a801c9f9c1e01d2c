// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/masters.h"
#include "core/event_loop.h"
#include "core/lock/redlock.h"

namespace lockkeeper::lock {

/// What a LockClient and its leases share: the loop, the connections, and who takes the locks. Must
/// not be destroyed on its own loop's thread.
class ClientCore {
public:
    ClientCore(const config::Deployment& deployment, Owner owner, const Clock& clock);
    ~ClientCore();
    ClientCore(const ClientCore&) = delete;
    ClientCore& operator=(const ClientCore&) = delete;

    [[nodiscard]] EventLoop& loop() noexcept { return m_loop; }
    [[nodiscard]] const RedlockContext& redlock() const noexcept { return m_redlock; }
    [[nodiscard]] const Owner& owner() const noexcept { return m_owner; }

private:
    EventLoop m_loop;
    config::Masters m_masters;
    RedlockContext m_redlock;
    Owner m_owner;
};

} // namespace lockkeeper::lock
