// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lock/holds.h"
#include "core/lock/push_key_watch.h"
#include "core/lock/round.h"
#include "core/lock/token.h"
#include "core/lock/waiting_lines.h"
#include "core/loop/event_loop.h"
#include "core/masters/masters.h"

#include <functional>
#include <memory>
#include <stop_token>

namespace lockkeeper::lock {

/// What a LockClient and its leases share: the loop, the connections, and who takes the locks.
class ClientCore {
public:
    /// Changes what locks are taken with, before the first one: for tests, and for transports of
    /// another kind. What it puts in place outlives the core.
    using Decorate = std::function<void(LockContext&)>;

    /// On a loop of its own, or on the caller's `context`. May be let go of on any thread, the
    /// loop's included. If that is not the thread that runs `context`, the core is destroyed by the
    /// context: when it next runs, or is destroyed itself. `clock` outlives the core.
    [[nodiscard]] static std::shared_ptr<ClientCore> create(const config::Deployment& deployment,
        Owner owner, const Clock& clock, asio::io_context* context, const Decorate& decorate = {});
    ~ClientCore();
    ClientCore(const ClientCore&) = delete;
    ClientCore& operator=(const ClientCore&) = delete;

    /// Ends what still waits for a resource, as its AcquireOptions::stop does; leases and what is
    /// under way go on. From any thread.
    void close() noexcept { m_closing.request_stop(); }
    [[nodiscard]] bool isClosed() const noexcept { return m_closing.stop_requested(); }
    /// Stops the loop, and drops what is under way: nobody is told of it, and nothing may be asked
    /// for any more. As EventLoop::stop().
    void end() noexcept;

    [[nodiscard]] EventLoop& loop() noexcept { return *m_loop; }
    /// Its place among the LivingCores: to be kept until the core is destroyed.
    [[nodiscard]] const std::shared_ptr<void>& listing() const noexcept { return m_listing; }
    [[nodiscard]] const LockContext& context() const noexcept { return m_context; }
    [[nodiscard]] const Owner& owner() const noexcept { return m_owner; }
    [[nodiscard]] Holds& holds() noexcept { return m_holds; }

private:
    ClientCore(std::unique_ptr<EventLoop> loop, const config::Deployment& deployment, Owner owner,
        const Clock& clock);

    std::unique_ptr<EventLoop> m_loop;
    std::shared_ptr<void> m_listing; ///< set by create()
    masters::Masters m_masters;
    PushKeyWatch m_watch;
    WaitingLines m_lines;
    std::stop_source m_closing;
    LockContext m_context;
    Owner m_owner;
    Holds m_holds;
};

} // namespace lockkeeper::lock
