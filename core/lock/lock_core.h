// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/loop/event_loop.h"
#include "core/loop/process_mark.h"

#include <atomic>
#include <chrono>
#include <memory>
#include <stop_token>

namespace lockkeeper::lock {

/// What a client of any store shares with its leases and operations in progress: the event loop,
/// and when all this ends. Each client has a class of its own with the connections.
///
/// Ownership: made by a function of its class, which calls list(), and given back by letGo(). The
/// last reference may be dropped on any thread, the loop's included. If the core uses a caller's
/// context and the thread is not the one that runs it, the core is destroyed when the context next
/// runs or is destroyed.
class LockCore {
public:
    virtual ~LockCore() = default;
    LockCore(const LockCore&) = delete;
    LockCore& operator=(const LockCore&) = delete;

    /// Ends all waiting acquires, as AcquireOptions::stop does. Leases and operations in progress
    /// continue. From any thread.
    void close() noexcept { m_closing.request_stop(); }
    [[nodiscard]] bool isClosed() const noexcept { return m_closing.stop_requested(); }
    /// close(), and waits for a handler that is just returning, perhaps from an io_context that it
    /// was posted to and which ends after the client: for the client's destructor.
    void closeForClient();
    /// Stops the loop and drops the operations in progress without calling their handlers. Nothing
    /// may be started afterwards. Same threads as EventLoop::stop().
    void end() noexcept;

    /// True in a child made by fork() since: nothing may be called but this, and the core is never
    /// destroyed. From any thread.
    [[nodiscard]] bool isInherited() const noexcept { return !m_process.isHere(); }

    /// Counts the leases that are to be released. From any thread.
    void addLease() noexcept { ++m_leases; }
    void dropLease() noexcept { --m_leases; }
    [[nodiscard]] bool hasLeases() const noexcept { return m_leases > 0; }

    [[nodiscard]] EventLoop& loop() noexcept { return *m_loop; }
    /// How long a request may take.
    [[nodiscard]] virtual std::chrono::milliseconds timeout() const noexcept = 0;
    /// The entry in LivingCores. Keep a copy until the core is destroyed.
    [[nodiscard]] const std::shared_ptr<void>& listing() const noexcept { return m_listing; }

protected:
    /// On an event loop of its own, or on the caller's `context` if that is not null. The class
    /// must stop the loop before it destroys what its tasks use.
    explicit LockCore(asio::io_context* context);
    /// Has the core ended before what it depends on.
    static void list(const std::shared_ptr<LockCore>& core, asio::io_context* context);
    /// Deletes the core where none of its code can run meanwhile: the deleter of its pointers.
    static void letGo(LockCore* core) noexcept;
    /// Requested by close().
    [[nodiscard]] std::stop_token closing() const noexcept { return m_closing.get_token(); }

private:
    /// Closes the connections, and drops the operations in progress. The loop is stopped.
    virtual void disconnect() noexcept = 0;

    ProcessMark m_process;
    std::atomic<int> m_leases{0};
    std::unique_ptr<EventLoop> m_loop;
    std::shared_ptr<void> m_listing; ///< set by list()
    std::stop_source m_closing;
};

} // namespace lockkeeper::lock
