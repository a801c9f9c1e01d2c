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

// Requests and answers of HTTP/1.1 (RFC 9112): only the head of a request is read, and the body of
// a login. Each connection ends with its answer.
namespace lockkeeper::ctl {

/// The only path with a request body.
inline constexpr std::string_view kLoginPath = "/login";
inline constexpr std::size_t kLongestBody = 1024;

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
    std::string body{};
    bool isBusy = false; ///< there are as many clients as there may be
    int fault = 0; ///< the status for a request that can't be understood; 0: it can
};

/// Parses the head of a request, up to its empty line. Ignores ranges, compression and other bodies
/// than a login's.
[[nodiscard]] Question questionIn(std::string_view head);

/// What a client that listens without end gets. next() is called by one thread at a time.
class Feed {
public:
    Feed() = default;
    Feed(const Feed&) = delete;
    Feed& operator=(const Feed&) = delete;
    virtual ~Feed() = default;

    /// Calls `wake` from now on, on any thread, when there may be another event. It must not block.
    virtual void listen(std::function<void()> wake) = 0;
    /// The pieces of the next event; empty: none yet.
    [[nodiscard]] virtual std::vector<SharedText> next() = 0;
};

struct Answer {
    int status = 200;
    std::string type = "text/plain; charset=utf-8";
    SharedText text{};
    std::shared_ptr<Feed> events{};
    std::function<bool()> isOver{}; ///< (events) true ends them
    std::vector<std::pair<std::string, std::string>> headers{};
};

/// With its empty line.
[[nodiscard]] std::string headOf(const Answer& answer);

/// Called from several threads at a time.
using Answering = std::function<Answer(const Question&)>;

} // namespace lockkeeper::ctl
