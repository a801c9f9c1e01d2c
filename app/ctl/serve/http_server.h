// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/serve/http_text.h"
#include "core/files/unique_fd.h"

#include <chrono>
#include <memory>

namespace lockkeeper::ctl {

/// Answers one request per client. One thread serves all connections; a few more make the answers.
///
/// A client has a place from its complete request to the end of its answer; `/healthz` needs none,
/// `/metrics` has its own. Of too many clients without one, the oldest is dropped.
class HttpServer {
public:
    static constexpr std::size_t kMostWaiting = 256;
    static constexpr std::size_t kLongestHead = 8000;
    static constexpr std::chrono::milliseconds kHeadTime{5'000};
    static constexpr std::chrono::milliseconds kReadTime{10'000};
    /// For `/metrics` alone.
    static constexpr std::size_t kKept = 8;

    /// `listener`: from listenOn(); `mostClients`: besides kKept.
    HttpServer(UniqueFd listener, Answering answering, std::size_t mostClients);
    /// Drops all clients. Blocks until answers are made.
    ~HttpServer();
    HttpServer(const HttpServer&) = delete;
    HttpServer& operator=(const HttpServer&) = delete;

private:
    class Private;
    std::unique_ptr<Private> m_private;
};

} // namespace lockkeeper::ctl
