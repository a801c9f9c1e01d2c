// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/masters/masters.h"
#include "core/redis/link/connection.h"

#include <functional>
#include <memory>
#include <vector>

namespace lockkeeper::lock {

/// A second connection per master, for channels: subscribed connections take no other commands.
/// Thread: the loop's, handlers included.
class ListeningLinks {
public:
    using LoginHandler = std::function<void(std::size_t)>;
    using PushHandler = std::function<void(std::size_t, const redis::Reply&)>;

    ListeningLinks(
        const masters::Masters& masters, std::string clientName, std::chrono::milliseconds timeout);

    /// After each login. Call it before open().
    void onLogin(LoginHandler handler) { m_onLogin.push_back(std::move(handler)); }
    /// Call it before open().
    void onPush(PushHandler handler) { m_onPush = std::move(handler); }

    /// Connects once. Returns at once.
    void open();
    [[nodiscard]] std::size_t size() const noexcept { return m_masters.transports().size(); }
    [[nodiscard]] bool isUp(std::size_t master) const;
    /// Ignored without a connection.
    void send(
        std::size_t master, const redis::Command& command, redis::Transport::Handler handler = {});

private:
    const masters::Masters& m_masters;
    const std::string m_clientName;
    const std::chrono::milliseconds m_timeout;
    std::vector<LoginHandler> m_onLogin;
    PushHandler m_onPush;
    std::vector<std::unique_ptr<redis::Connection>> m_links;
};

} // namespace lockkeeper::lock
