// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/url.h"
#include "core/result.h"

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace lockkeeper {
class EventLoop;
}
namespace lockkeeper::redis {
class TlsContexts;
}

namespace lockkeeper::zookeeper {

/// Sends a four-letter word ("dump", "cons") to a server, without a session or login. Destroy it
/// before its EventLoop, on the loop's thread (a handler may) or after stop(): then no handler is
/// called. Thread: the event loop's. Blocks only for TLS files.
class WordCall {
public:
    struct Limits {
        std::size_t bytes = std::size_t{16} << 20U;
        std::chrono::milliseconds time{5000}; ///< for the whole answer
    };
    struct Handlers {
        std::function<void(std::string_view part)> onBytesRead;
        /// Last, and once: complete, TooManyKeys (too long), Timeout, Unreachable, ConnectionLost
        /// or TlsFailed.
        std::function<void(Result<void>)> onEnd;
    };

    /// Calls no handler before it returns.
    WordCall(EventLoop& loop, const redis::Url& server, std::shared_ptr<redis::TlsContexts> tls,
        std::string_view word, Limits limits, Handlers handlers);
    ~WordCall();
    WordCall(const WordCall&) = delete;
    WordCall& operator=(const WordCall&) = delete;

private:
    class Call;
    std::shared_ptr<Call> m_call;
};

} // namespace lockkeeper::zookeeper
