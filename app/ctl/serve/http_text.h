// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/serve/event_log.h"

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// Requests and answers of HTTP/1.1 (RFC 9112), as far as they matter here: nothing of a request is
// read but its head, and the body of a login. Each connection ends with its answer.
namespace lockkeeper::ctl {

/// The only path that is sent something.
inline constexpr std::string_view kLoginPath = "/login";
inline constexpr std::size_t kLongestBody = 1024;

/// What of an HTTP request matters here.
struct Question {
    std::string method{};
    std::string path{}; ///< decoded, without a query
    std::string host{};
    std::string authorization{};
    std::string accept{};
    std::string lastEventId{};
    std::string origin{};
    std::string cookie{};
    std::size_t bodyLength = 0; ///< (a POST of kLoginPath) at most kLongestBody
    std::string body{}; ///< as long as that
    bool isBusy = false; ///< there are as many clients as there may be
    int fault = 0; ///< the status for a request that can't be understood; 0: it can
};

/// Understands the head of a request, up to its empty line. What it says of ranges, compression or
/// other bodies than a login's is ignored. Pure.
[[nodiscard]] Question questionIn(std::string_view head);

/// What one client gets that listens without end. next() is called by one thread at a time.
class Feed {
public:
    Feed() = default;
    Feed(const Feed&) = delete;
    Feed& operator=(const Feed&) = delete;
    virtual ~Feed() = default;

    /// Calls `wake` from now on, on any thread, when there may be another event. It must not block.
    virtual void listen(std::function<void()> wake) = 0;
    /// The pieces of the next event. Empty if there is none yet.
    [[nodiscard]] virtual std::vector<SharedText> next() = 0;
};

/// The answer to a request: a text, or events without end.
struct Answer {
    int status = 200;
    std::string type = "text/plain; charset=utf-8";
    SharedText text{};
    std::shared_ptr<Feed> events{};
    std::function<bool()> isOver{}; ///< (events) true ends them
    std::vector<std::pair<std::string, std::string>> headers{};
};

/// The head of an answer, with its empty line. Pure.
[[nodiscard]] std::string headOf(const Answer& answer);

/// Called from several threads at a time.
using Answering = std::function<Answer(const Question&)>;

} // namespace lockkeeper::ctl
