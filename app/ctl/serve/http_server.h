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
/// A client has a place from its complete request to the end of its answer. Of too many clients
/// still sending, the oldest is dropped. `/healthz` needs no place; `/metrics` has its own. A
/// client has 5 s to send its request, with a login's body, and 10 s to read a text or one event.
class HttpServer {
public:
    /// Clients without a place.
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
