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

// HTTP/1.1 (RFC 9112), without persistent connections. Only a login has a body.
namespace lockkeeper::ctl {

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
    std::size_t bodyLength = 0; ///< at most kLongestBody
    std::string body{};
    bool isBusy = false; ///< all places are taken
    int fault = 0; ///< status; 0: none
};

/// Parses up to the empty line. Ignores ranges and compression.
[[nodiscard]] Question questionIn(std::string_view head);

/// An endless answer. One thread at a time calls next().
class Feed {
public:
    Feed() = default;
    Feed(const Feed&) = delete;
    Feed& operator=(const Feed&) = delete;
    virtual ~Feed() = default;

    /// Calls `wake`, on any thread, when there may be an event. `wake` must not block.
    virtual void listen(std::function<void()> wake) = 0;
    /// The next event's pieces; empty: none yet.
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

[[nodiscard]] std::string headOf(const Answer& answer);

/// Called from several threads at a time.
using Answering = std::function<Answer(const Question&)>;

} // namespace lockkeeper::ctl
