// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lock/lock_client.h"
#include "core/lock/zookeeper_client.h"

#include <asio/associated_executor.hpp>
#include <asio/async_result.hpp>
#include <asio/dispatch.hpp>
#include <asio/executor_work_guard.hpp>
#include <asio/post.hpp>
#include <atomic>
#include <memory>

// Acquire, extend and release with Asio's completion tokens. Handlers run on their associated
// executor. Header-only: only its users need Asio.

namespace lockkeeper::lock {

namespace detail {

/// `start` gets a callback that completes `handler` on its executor, after this function returns. A
/// work guard keeps the executor running.
template <class T, class Executor, class Handler, class Start>
void startAsync(const Executor& fallback, Handler&& handler, Start start)
{
    using Completes = asio::associated_executor_t<std::decay_t<Handler>, Executor>;
    struct Completion {
        std::decay_t<Handler> handler;
        Completes executor;
        asio::executor_work_guard<Completes> work;
        std::atomic<bool> isStarted{false};
    };
    const Completes executor = asio::get_associated_executor(handler, fallback);
    // std::function needs copyable targets; handlers may be move-only.
    const auto completion = std::make_shared<Completion>(
        std::forward<Handler>(handler), executor, asio::make_work_guard(executor));
    start(std::function<void(T)>([completion](T value) {
        auto boxed = std::make_shared<T>(std::move(value));
        auto complete = [completion, boxed = std::move(boxed)] {
            auto work = std::move(completion->work);
            std::move(completion->handler)(std::move(*boxed));
        };
        if (completion->isStarted)
            asio::dispatch(completion->executor, std::move(complete));
        else
            asio::post(completion->executor, std::move(complete));
    }));
    completion->isStarted = true;
}

} // namespace detail

/// LockClient::startAcquire() with a completion token of signature void(Result<AcquireOutcome>).
/// `executor`: the default. The client must live until the operation has started.
///
/// Destroying the lease in the handler blocks for a round trip, unless the executor is the client's
/// io_context: use asyncRelease().
template <class Executor, class CompletionToken>
auto asyncAcquire(LockClient& client, const Executor& executor, std::vector<Resource> resources,
    AcquireOptions options, CompletionToken&& token)
{
    return asio::async_initiate<CompletionToken, void(Result<AcquireOutcome>)>(
        // NOLINTNEXTLINE(performance-unnecessary-value-param): the inner lambda moves them
        [&client, executor](auto handler, std::vector<Resource> wanted, AcquireOptions how) {
            detail::startAsync<Result<AcquireOutcome>>(
                executor, std::move(handler), [&](auto done) {
                    client.startAcquire(std::move(wanted), std::move(how), std::move(done));
                });
        },
        token, std::move(resources), std::move(options));
}

/// As above, for ZooKeeperClient::startAcquire().
template <class Executor, class CompletionToken>
auto asyncAcquire(ZooKeeperClient& client, const Executor& executor, Resource resource,
    QueueOptions options, CompletionToken&& token)
{
    return asio::async_initiate<CompletionToken, void(Result<AcquireOutcome>)>(
        // NOLINTNEXTLINE(performance-unnecessary-value-param): the inner lambda moves them
        [&client, executor](auto handler, Resource wanted, QueueOptions how) {
            detail::startAsync<Result<AcquireOutcome>>(
                executor, std::move(handler), [&](auto done) {
                    client.startAcquire(std::move(wanted), std::move(how), std::move(done));
                });
        },
        token, std::move(resource), std::move(options));
}

/// Lease::startExtend() with a completion token of signature void(Result<void>).
template <class Executor, class CompletionToken>
auto asyncExtend(Lease& lease, const Executor& executor, Ttl ttl, CompletionToken&& token)
{
    return asio::async_initiate<CompletionToken, void(Result<void>)>(
        [&lease, executor](auto handler, Ttl howLong) {
            detail::startAsync<Result<void>>(executor, std::move(handler),
                [&](auto done) { lease.startExtend(howLong, std::move(done)); });
        },
        token, ttl);
}

/// Lease::startRelease() with a completion token of signature void(std::vector<MasterVote>).
template <class Executor, class CompletionToken>
auto asyncRelease(Lease& lease, const Executor& executor, CompletionToken&& token)
{
    return asio::async_initiate<CompletionToken, void(std::vector<MasterVote>)>(
        [&lease, executor](auto handler) {
            detail::startAsync<std::vector<MasterVote>>(executor, std::move(handler),
                [&](auto done) { lease.startRelease(std::move(done)); });
        },
        token);
}

} // namespace lockkeeper::lock
