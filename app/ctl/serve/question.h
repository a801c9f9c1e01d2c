// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/serve/feed.h"

#include <functional>
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

/// Called from several threads at a time.
using Answering = std::function<Answer(const Question&)>;

} // namespace lockkeeper::ctl
