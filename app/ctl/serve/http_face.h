// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/serve/access_token.h"
#include "app/ctl/serve/board_store.h"
#include "app/ctl/serve/feed.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace lockkeeper::ctl {

/// What of an HTTP request matters here.
struct Question {
    std::string method;
    std::string path;
    std::string host;
    std::string authorization;
    std::string accept;
    std::string lastEventId;
    bool isBusy = false; ///< there are as many clients as there may be
    int fault = 0; ///< the status for a request that can't be understood; 0: it can
};

/// The answer to a request: a text, or events without end.
struct Answer {
    int status = 200;
    std::string type = "text/plain; charset=utf-8";
    SharedText text{};
    std::shared_ptr<Feed> events{};
    std::vector<std::pair<std::string, std::string>> headers{};
};

/// Decides what clients of `lockctl serve` get: who may ask, and what there is. Knows neither
/// sockets nor the syntax of HTTP. Thread-safe.
class HttpFace {
public:
    /// `store` must outlive this object.
    HttpFace(BoardStore& store, AccessToken token)
        : m_store(store)
        , m_token(std::move(token))
    { }

    /// Blocks while a text is made. What a client without the token asks for is not looked at: it
    /// gets 401 whatever that is.
    [[nodiscard]] Answer answer(const Question& question) const;

private:
    [[nodiscard]] Answer answerHealth() const;
    [[nodiscard]] Answer answerMetrics(const std::string& accept) const;
    [[nodiscard]] Answer answerLocks() const;
    [[nodiscard]] Answer answerEvents(const Question& question) const;

    BoardStore& m_store;
    AccessToken m_token;
};

} // namespace lockkeeper::ctl
