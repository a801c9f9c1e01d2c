// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/serve/http_text.h"
#include "core/files/unique_fd.h"

#include <chrono>
#include <memory>

namespace lockkeeper::ctl {

/// Accepts clients and answers one request of each. One thread serves all connections; a few more
/// make the answers, which may take a while.
///
/// A client whose request is complete takes a place until it has its whole answer. Clients that are
/// still sending are bounded: if there are too many, the oldest is dropped, so that who sends
/// slowly keeps nobody else from being answered. `/healthz` needs no place, and some are kept for
/// `/metrics`: clients that stay keep no scraper out. A client has 5 s to send its request, and 10
/// s to read a text, or one event. The body of a login counts to the request.
class HttpServer {
public:
    /// Clients without a place.
    static constexpr std::size_t kMostWaiting = 256;
    static constexpr std::size_t kLongestHead = 8000;
    static constexpr std::chrono::milliseconds kHeadTime{5'000};
    static constexpr std::chrono::milliseconds kReadTime{10'000};
    /// Places for `/metrics` alone.
    static constexpr std::size_t kKept = 8;

    /// `listener` is a socket of listenOn(), `mostClients` the number of places, besides kKept.
    HttpServer(UniqueFd listener, Answering answering, std::size_t mostClients);
    /// Drops all clients. Blocks until answers that are being made are done.
    ~HttpServer();
    HttpServer(const HttpServer&) = delete;
    HttpServer& operator=(const HttpServer&) = delete;

private:
    class Private;
    std::unique_ptr<Private> m_private;
};

} // namespace lockkeeper::ctl
