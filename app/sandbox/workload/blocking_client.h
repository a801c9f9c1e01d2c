// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/files/unique_fd.h"
#include "core/redis/command.h"
#include "core/redis/reply_parser.h"
#include "core/redis/url.h"
#include "core/result.h"

#include <chrono>

namespace lockkeeper::sandbox {

/// Client of a local server: one command at a time. One thread at a time.
class BlockingClient {
public:
    /// Connects and logs in. Unreachable, or the server's error to AUTH or SELECT. `timeout` also
    /// limits each call.
    [[nodiscard]] static Result<BlockingClient> connect(
        const redis::Url& url, std::chrono::milliseconds timeout);

    /// Error replies become errors. After Timeout or ConnectionLost, each call is ConnectionLost.
    [[nodiscard]] Result<redis::Reply> call(const redis::Command& command);

    [[nodiscard]] bool isUsable() const noexcept { return m_socket.isOpen(); }

private:
    explicit BlockingClient(UniqueFd socket)
        : m_socket(std::move(socket))
    { }
    [[nodiscard]] Result<void> write(std::string_view bytes);
    [[nodiscard]] Result<redis::Reply> read();
    [[nodiscard]] tl::unexpected<Error> closeWithError(int code);

    UniqueFd m_socket;
    redis::ReplyParser m_parser;
};

} // namespace lockkeeper::sandbox
