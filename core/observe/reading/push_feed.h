// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/connection.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockkeeper::observe {

/// Hears from one master which keys under some prefixes were touched, by CLIENT TRACKING in
/// broadcasting mode: over a connection of its own, which redirects to itself and subscribes, so
/// that what is told ends with the connection and never without being noticed. Works with RESP2 and
/// needs no configuration of the server. Expiry is told only when the server happens to remove the
/// key. Source: redis.io, "Client-side caching in Redis".
///
/// Lives on the loop's thread; must be destroyed before the loop.
class PushFeed {
public:
    struct Handlers {
        std::function<void(std::vector<std::string>)> onTouched; ///< keys; some may be others'
        std::function<void()> onFlushed; ///< any key may have changed
        std::function<void()> onReady; ///< what changes from now on is told
    };
    struct Scope {
        std::vector<std::string> prefixes; ///< none may cover another; empty: all keys
    };

    /// Makes a connection to the master with these options.
    using Connect
        = std::function<std::unique_ptr<redis::Connection>(redis::ConnectionOptions options)>;

    /// `user` is whom a missing permission would be granted to.
    PushFeed(const Connect& connect, std::string user, std::chrono::milliseconds timeout,
        Scope scope, Handlers handlers);
    ~PushFeed();
    PushFeed(const PushFeed&) = delete;
    PushFeed& operator=(const PushFeed&) = delete;

    /// Changes are told, as far as known.
    [[nodiscard]] bool isLive() const;
    /// Why they are not: refused by the server, with the permission that is missing, or not
    /// connected. Nullopt while that is still being found out.
    [[nodiscard]] std::optional<Error> error() const;
    /// If the server has refused: asks once more. error() stays until it is granted.
    void tryAgain();
    /// Asks for a sign of life; without one the feed ends.
    void checkAlive();

private:
    void begin();
    void identify();
    void track(std::int64_t client);
    void subscribe();
    [[nodiscard]] redis::Transport::Handler ifCurrent(
        const char* command, std::function<void(const redis::Reply&)> next);
    void refuse(const char* command, const Error& error);
    void onPush(const redis::Reply& push);

    std::string m_user;
    std::chrono::milliseconds m_timeout;
    Scope m_scope;
    Handlers m_handlers;
    bool m_isTracking = false;
    bool m_isSubscribed = false;
    std::uint64_t m_attempt = 0;
    std::optional<Error> m_refusal;
    std::unique_ptr<redis::Connection> m_connection;
};

} // namespace lockkeeper::observe
