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

/// Asks one server for one of its four-letter words ("dump", "cons") over a connection of its own:
/// no session, no login, nothing is changed. The server answers in text and closes the connection.
///
/// Ownership: destroy it before its EventLoop, on the loop's thread or after stop(); then no
/// handler is called any more. A handler may do that. Thread: that of the event loop. Never blocks,
/// but for the TLS files.
class WordCall {
public:
    struct Limits {
        std::size_t bytes = std::size_t{16} << 20U; ///< of the answer
        std::chrono::milliseconds time{5000}; ///< for all of it
    };
    struct Handlers {
        std::function<void(std::string_view part)> onBytesRead; ///< the next part of the answer
        /// Called once, and then nothing more: the answer is complete; or TooManyKeys if it is too
        /// long, Timeout if it takes too long, Unreachable, ConnectionLost or TlsFailed.
        std::function<void(Result<void>)> onEnd;
    };

    /// Begins at once; calls no handler before it has returned.
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
