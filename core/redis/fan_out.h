// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/loop/event_loop.h"
#include "core/redis/transport.h"
#include "core/text/tr_noop.h"

#include <functional>
#include <memory>
#include <vector>

namespace lockkeeper::redis {

/// Starts a step on every master. Calls `done` once, when all have ended; without transports,
/// before returning. `start` must call its handler once. Thread: the loop's.
template <class T>
void fanOut(const std::vector<Transport*>& transports,
    const std::function<void(std::size_t, Transport&, std::function<void(Result<T>)>)>& start,
    std::function<void(std::vector<Result<T>>)> done)
{
    struct Collection {
        std::vector<Result<T>> results;
        std::size_t missing;
        std::function<void(std::vector<Result<T>>)> done;
    };
    if (transports.empty()) {
        done({});
        return;
    }
    const Result<T> pending = fail(ErrorClass::Timeout, trNoop("no answer", "data"));
    auto collection = std::make_shared<Collection>(Collection{
        std::vector<Result<T>>(transports.size(), pending), transports.size(), std::move(done)});
    for (std::size_t i = 0; i < transports.size(); ++i) {
        start(i, *transports[i], [collection, i](Result<T> result) {
            collection->results[i] = std::move(result);
            if (--collection->missing == 0)
                collection->done(std::move(collection->results));
        });
    }
}

/// For another thread than the loop's: blocks until all have ended.
template <class T, class Start>
[[nodiscard]] std::vector<Result<T>> awaitAll(
    EventLoop& loop, const std::vector<Transport*>& transports, Start start)
{
    return loop.await<std::vector<Result<T>>>(
        [&](auto done) { fanOut<T>(transports, start, std::move(done)); });
}

} // namespace lockkeeper::redis
