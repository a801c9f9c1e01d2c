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

/// Receives from one master the names of touched keys with given prefixes, by CLIENT TRACKING in
/// broadcasting mode. Uses a connection of its own, which redirects to itself and subscribes: so
/// notifications end with the connection, and a loss of them is always noticed. Works with RESP2
/// and needs no configuration of the server. Expiry is reported only when the server happens to
/// remove the key. Source: redis.io, "Client-side caching in Redis".
///
/// Used on the loop's thread; must be destroyed before the loop.
class PushFeed {
public:
    struct Handlers {
        /// Touched keys; some may not match.
        std::function<void(std::vector<std::string>)> onTouched;
        std::function<void()> onFlushed; ///< a database was emptied, perhaps another one
        std::function<void()> onReady; ///< changes are reported from now on
    };
    struct Scope {
        std::vector<std::string> prefixes; ///< none may cover another; empty: all keys
    };

    /// Opens a connection to the master with these options.
    using Connect
        = std::function<std::unique_ptr<redis::Connection>(redis::ConnectionOptions options)>;

    /// `user`: whom a missing permission must be granted to.
    PushFeed(const Connect& connect, std::string user, std::chrono::milliseconds timeout,
        Scope scope, Handlers handlers);
    ~PushFeed();
    PushFeed(const PushFeed&) = delete;
    PushFeed& operator=(const PushFeed&) = delete;

    /// True if changes are reported, as far as known.
    [[nodiscard]] bool isLive() const;
    /// Why changes are not reported: refused by the server, with the missing permission, or not
    /// connected. nullopt while that is unknown.
    [[nodiscard]] std::optional<Error> error() const;
    /// If the server has refused, asks again. error() remains until the permission is granted.
    void tryAgain();
    /// Sends a PING; if no reply comes, the feed ends.
    void checkAlive(SteadyTime now);
    /// All changes until then were reported: when a PING was sent that was answered.
    [[nodiscard]] SteadyTime toldUntil() const noexcept { return m_toldUntil; }

    /// How many commands the feed has sent.
    [[nodiscard]] std::uint64_t commands() const { return m_connection->status().commands; }

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
    SteadyTime m_toldUntil{};
    std::optional<Error> m_refusal;
    std::unique_ptr<redis::Connection> m_connection;
};

} // namespace lockkeeper::observe
