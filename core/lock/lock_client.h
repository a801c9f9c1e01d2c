// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/deployment.h"
#include "core/export.h"
#include "core/lock/acquire_options.h"
#include "core/lock/lease.h"
#include "core/lock/metrics.h"
#include "core/lock/token.h"

#include <concepts>
#include <functional>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace asio {
class io_context;
}

namespace lockkeeper::lock {

using AcquireOutcome = std::variant<Lease, Contended, NoQuorum, Deadlocked>;

template <class T>
concept ResourceName = std::convertible_to<const T&, std::string_view>;

class ClientCore;

/// Takes locks on one master, or on several by Redlock. All calls share one connection per master
/// and one event loop, driven by a waiting thread, else by a background thread.
///
/// - Thread: any.
/// - Leases may outlive the client. Its destructor ends waiting acquires and waits for a running
///   handler. Handlers' data must live until they are called.
/// - `clock` must outlive client and leases by one command timeout.
/// - In a child made by fork(), calls fail with InvalidArgument, destructors do nothing. Make a new
///   client there; do not run the old io_context.
/// - Constructors throw std::system_error without threads or file descriptors.
class LOCKKEEPER_EXPORT LockClient {
public:
    LockClient(
        const config::Deployment& deployment, Owner owner, const Clock& clock = systemClock());
    /// Uses the caller's `context`. Blocking calls fail with InvalidArgument.
    ///
    /// - Run `context` on one thread at a time; construct the client there, or while it does not
    ///   run. Destroy client and leases before `context`, on any thread.
    /// - context.run() returns only after them, or if it is stopped.
    /// - If they are destroyed elsewhere, or while `context` does not run, connections close when
    ///   it next runs or is destroyed. `clock` must outlive that: declare it before `context`.
    LockClient(const config::Deployment& deployment, Owner owner, const Clock& clock,
        asio::io_context& context);
    LockClient(const config::Deployment&, Owner, const Clock&&) = delete; // clock must outlive it
    LockClient(const config::Deployment&, Owner, const Clock&&, asio::io_context&) = delete;
    /// For a core with other transports or another clock.
    explicit LockClient(std::shared_ptr<ClientCore> core);
    ~LockClient();
    LockClient(const LockClient&) = delete;
    LockClient& operator=(const LockClient&) = delete;

    /// Takes the lock on a quorum of masters. Each try sends a fresh token to all at once.
    ///
    /// Returns a Lease whose deadline is ttl - drift after the start of the winning try. Otherwise
    /// Contended, NoQuorum or Deadlocked, with one vote per master. A failed try is undone on all
    /// masters; before returning on those that answer within 40 ms.
    ///
    /// Errors: InvalidArgument for an empty resource, names beyond kLongestNames, an option out of
    /// range, or on the loop's thread; ReadOnlyDeployment; Unsupported by the scheme; System
    /// without random numbers.
    ///
    /// Blocks for `wait` and one try: at most AcquireOptions::timeout (twice if fenced) and 40 ms.
    [[nodiscard]] Result<AcquireOutcome> acquire(Resource resource, AcquireOptions options);
    template <ResourceName Name>
    [[nodiscard]] Result<AcquireOutcome> acquire(const Name& name, AcquireOptions options)
    {
        return acquire(Resource(std::string(name)), std::move(options));
    }
    /// Takes all or none.
    [[nodiscard]] Result<AcquireOutcome> acquire(
        std::vector<Resource> resources, AcquireOptions options);
    [[nodiscard]] Result<AcquireOutcome> acquire(
        std::initializer_list<std::string_view> names, AcquireOptions options);

    /// Non-blocking acquire(). Calls `handler` once, on the loop's thread; it must not throw. Other
    /// executors: core/lock/async.h.
    void startAcquire(std::vector<Resource> resources, AcquireOptions options,
        std::function<void(Result<AcquireOutcome>)> handler);

    /// Reports to `metrics`, in place of an earlier one. Call it before the first acquire. Null: no
    /// reports.
    void setMetrics(std::shared_ptr<Metrics> metrics);

    /// Whose value a quorum stores; nullopt if no value can have a quorum. Errors: NoQuorum if
    /// missing answers could change that; InvalidArgument as acquire(). Blocks for at most one
    /// command timeout.
    [[nodiscard]] Result<std::optional<CurrentHolder>> holder(Resource resource);
    template <ResourceName Name>
    [[nodiscard]] Result<std::optional<CurrentHolder>> holder(const Name& name)
    {
        return holder(Resource(std::string(name)));
    }

    /// Commands that failed without a reply, and are undone. Waits briefly for the loop's thread;
    /// with a caller's io_context, call it there. 0 if isInherited().
    [[nodiscard]] std::uint64_t unanswered() const;

    /// Waits, at most so long, until what lost tries may have left is undone: call it before the
    /// process ends. Does nothing on the loop's thread, or with a caller's io_context.
    void settle(std::chrono::milliseconds atMost) const;

    /// True in a child made by fork(). No I/O.
    [[nodiscard]] bool isInherited() const noexcept;

private:
    std::shared_ptr<ClientCore> m_core;
};

} // namespace lockkeeper::lock
