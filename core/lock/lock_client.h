// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/deployment.h"
#include "core/export.h"
#include "core/lock/acquire_options.h"
#include "core/lock/lease.h"
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

/// Outcome of an acquire: a lease, or the reason why there is none.
using AcquireOutcome = std::variant<Lease, Contended, NoQuorum, Deadlocked>;

/// A string that names a resource.
template <class T>
concept ResourceName = std::convertible_to<const T&, std::string_view>;

class ClientCore;

/// Takes locks on one deployment: a single master, or Redlock over several. All calls share one
/// connection per master and one event loop. A thread that waits drives that loop; a background
/// thread renews when no thread waits.
///
/// Thread-safety: all members from any thread. Ownership: leases keep what they need alive, so they
/// may outlive the client. Destroying the client stops the acquires that still wait, and waits for
/// a handler that is just running; whatever handlers refer to must live until they are called.
/// `clock` must outlive the client and its leases by one command timeout, in which the answers to
/// their releases may arrive. The default clock does.
///
/// In a child made by fork() after the client, every call fails with InvalidArgument, and the
/// destructors of the client and its leases do nothing: the parent keeps its locks. Make a client
/// in the child. An io_context that a client uses must not run there.
///
/// Neither copied nor moved: mutexes and coroutines refer to it. A function may still return a new
/// one, and std::unique_ptr or std::optional hold it.
///
/// The constructors throw std::system_error if the system can't provide a thread or file
/// descriptor.
class LOCKKEEPER_EXPORT LockClient {
public:
    LockClient(
        const config::Deployment& deployment, Owner owner, const Clock& clock = systemClock());
    /// Uses the caller's `context` and starts no thread. The caller runs `context` on one thread at
    /// a time; it must outlive the client and its leases. Construct the client on that thread, or
    /// while the context does not run. Client and leases may be used and destroyed on any thread.
    /// Blocking calls fail with InvalidArgument.
    ///
    /// context.run() does not return while the client or a lease of it lives: their connections
    /// read all the time. Destroy them when the work is done, or stop the context.
    ///
    /// If the last of the client and its leases is destroyed on another thread, or while the
    /// context does not run, the connections close when the context next runs or is destroyed.
    /// `clock` must outlive that: declare it before the context.
    LockClient(const config::Deployment& deployment, Owner owner, const Clock& clock,
        asio::io_context& context);
    LockClient(const config::Deployment&, Owner, const Clock&&) = delete; // clock must outlive it
    LockClient(const config::Deployment&, Owner, const Clock&&, asio::io_context&) = delete;
    /// Uses an existing core, which may have other transports or another clock.
    explicit LockClient(std::shared_ptr<ClientCore> core);
    ~LockClient();
    LockClient(const LockClient&) = delete;
    LockClient& operator=(const LockClient&) = delete;

    /// Takes the lock on a quorum of masters. Each try sends a fresh token to all masters at once.
    ///
    /// On success returns a Lease whose deadline is ttl - drift after the start of the try that
    /// won. Otherwise returns Contended, NoQuorum (also if the answers came too late for the
    /// TTL), or Deadlocked (only with OnDeadlock::Fail), with one vote per master. Whatever a try
    /// took is then released on all masters, including those whose answers never came. Masters that
    /// answer within 40 ms have released it when this call returns.
    ///
    /// Errors: InvalidArgument for an empty resource, for names beyond kLongestNames, for an option
    /// out of range, or on the loop's thread; ReadOnlyDeployment if the deployment is read-only;
    /// Unsupported if the scheme can't do what is asked; System if there are no random numbers.
    ///
    /// Blocks for `wait` and one try. A try takes at most AcquireOptions::timeout (twice that if it
    /// is fenced) and 40 ms, less if it is decided sooner. `stop` ends the wait early. Source:
    /// redis.io, "Distributed Locks with Redis".
    [[nodiscard]] Result<AcquireOutcome> acquire(Resource resource, AcquireOptions options);
    /// The same for the resource of that name.
    template <ResourceName Name>
    [[nodiscard]] Result<AcquireOutcome> acquire(const Name& name, AcquireOptions options)
    {
        return acquire(Resource(std::string(name)), std::move(options));
    }
    /// Takes several resources together: all, or none.
    [[nodiscard]] Result<AcquireOutcome> acquire(
        std::vector<Resource> resources, AcquireOptions options);
    [[nodiscard]] Result<AcquireOutcome> acquire(
        std::initializer_list<std::string_view> names, AcquireOptions options);

    /// Non-blocking acquire(). `handler` is called once, on the loop's thread, and must not throw.
    /// For completion on another executor, see core/lock/async.h.
    void startAcquire(std::vector<Resource> resources, AcquireOptions options,
        std::function<void(Result<AcquireOutcome>)> handler);

    /// Asks the masters who holds the resource. The holder is the value that a quorum stores.
    /// Returns nullopt if no value can have a quorum: the resource is free, or a minority still
    /// stores the rest of an old lock. Errors: NoQuorum if masters without an answer could change
    /// the result; InvalidArgument for an empty or too long name, on the loop's thread, or with a
    /// caller's io_context. Blocks for at most one command timeout.
    [[nodiscard]] Result<std::optional<CurrentHolder>> holder(Resource resource);
    template <ResourceName Name>
    [[nodiscard]] Result<std::optional<CurrentHolder>> holder(const Name& name)
    {
        return holder(Resource(std::string(name)));
    }

    /// How many commands have failed without a reply since the client was made: what became of them
    /// is unknown, so what they may have taken is undone. Waits for the loop's thread for a moment;
    /// with a caller's io_context, call it on the thread that runs that. 0 if isInherited().
    [[nodiscard]] std::uint64_t unanswered() const;

    /// True in a child made by fork() after the client: every call fails there. No I/O.
    [[nodiscard]] bool isInherited() const noexcept;

private:
    std::shared_ptr<ClientCore> m_core;
};

} // namespace lockkeeper::lock
