// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/loop/event_loop.h"

#include <atomic>
#include <chrono>
#include <memory>
#include <stop_token>

namespace lockkeeper::lock {

/// Notices a child made by fork(), but not by vfork(), _Fork() or clone(). Thread-safe.
class ProcessMark {
public:
    /// Throws std::system_error without memory for a fork handler.
    ProcessMark();

    [[nodiscard]] bool isHere() const noexcept
    {
        return m_forks == forksOfProgram.load(std::memory_order_relaxed);
    }

private:
    static std::atomic<unsigned> forksOfProgram;

    unsigned m_forks;
};

/// A client's event loop, shared by leases and operations, and how it ends.
///
/// A derived class's create() calls list(); letGo() deletes. Any thread may drop the last
/// reference. If another thread runs the caller's context, the core dies when that next runs or is
/// destroyed.
class LockCore {
public:
    virtual ~LockCore() = default;
    LockCore(const LockCore&) = delete;
    LockCore& operator=(const LockCore&) = delete;

    /// Ends waiting acquires, as AcquireOptions::stop. Any thread.
    void close() noexcept { m_closing.request_stop(); }
    [[nodiscard]] bool isClosed() const noexcept { return m_closing.stop_requested(); }
    /// close(), and waits for a handler that is just returning.
    void closeForClient();
    /// Stops the loop and drops operations; calls no handler. Threads as EventLoop::stop().
    void end() noexcept;

    /// A child made by fork(): call nothing else; the core is never destroyed. Any thread.
    [[nodiscard]] bool isInherited() const noexcept { return !m_process.isHere(); }

    /// Leases to be released. Any thread.
    void addLease() noexcept { ++m_leases; }
    void dropLease() noexcept { --m_leases; }
    [[nodiscard]] bool hasLeases() const noexcept { return m_leases > 0; }

    [[nodiscard]] EventLoop& loop() noexcept { return *m_loop; }
    [[nodiscard]] virtual std::chrono::milliseconds timeout() const noexcept = 0;
    /// Keep a copy until the core is destroyed.
    [[nodiscard]] const std::shared_ptr<void>& listing() const noexcept { return m_listing; }

protected:
    /// Null `context`: an own loop. Stop the loop before destroying what its tasks use.
    explicit LockCore(asio::io_context* context);
    /// Then the core ends before what it depends on.
    static void list(const std::shared_ptr<LockCore>& core, asio::io_context* context);
    /// Deletes where none of the core's code can run.
    static void letGo(LockCore* core) noexcept;
    [[nodiscard]] std::stop_token closing() const noexcept { return m_closing.get_token(); }

private:
    virtual void disconnect() noexcept = 0;

    ProcessMark m_process;
    std::atomic<int> m_leases{0};
    std::unique_ptr<EventLoop> m_loop;
    std::shared_ptr<void> m_listing;
    std::stop_source m_closing;
};

} // namespace lockkeeper::lock
