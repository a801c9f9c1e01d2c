// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/link/connection.h"

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
    void refuse(std::string_view command, const Error& error);
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

/// Whether one master pushes its changes.
enum class FeedState {
    None, ///< it can't, or nobody has called listen()
    Pending, ///< not known yet
    Live, ///< it does
    Failed, ///< refused, or not connected
};

/// The changes that one master pushes, if it can. Whoever listens learns of each touched key, or
/// else that some were missed.
///
/// Used on the loop's thread; must be destroyed before the loop. `clock` must outlive it.
class ChangeFeed {
public:
    struct Handlers {
        std::function<void(std::vector<std::string>)> onTouched; ///< some keys may not match
        /// Any key may have changed without a report: the feed begins or has ended. The master must
        /// be swept.
        std::function<void()> onGap;
        /// A database of the master was flushed, perhaps another one: the names must be compared.
        std::function<void()> onFlushed;
    };

    /// `noPush`: why the master can't push changes; nullopt: it can, or that is not known yet.
    ChangeFeed(const Clock& clock, std::optional<Error> noPush, Handlers handlers);
    ~ChangeFeed();
    ChangeFeed(const ChangeFeed&) = delete;
    ChangeFeed& operator=(const ChangeFeed&) = delete;

    struct Subscription {
        MasterId master;
        std::string user; ///< user that a missing permission must be granted to
        std::chrono::milliseconds timeout;
        std::vector<std::string> patterns; ///< globs of the keys; empty: all keys
        std::vector<std::string> morePrefixes; ///< (patterns) other keys that are to be reported
    };
    /// Subscribes to the changes. If a pattern has no fixed prefix the master can't push them;
    /// error() says so.
    void listen(const PushFeed::Connect& connect, Subscription subscription);
    /// Notices the end of the feed. Call several times a second while the master answers.
    void tick();
    /// If the master has refused to push changes, asks again.
    void tryAgain();
    /// So many of the reported keys are known to be no locks. Without patterns, a master that
    /// writes thousands of others a second is not asked to report them: that would take half of its
    /// speed.
    void noteOthers(std::size_t keys) noexcept { m_others += keys; }

    [[nodiscard]] FeedState state() const;
    [[nodiscard]] bool isLive() const { return m_feed && m_feed->isLive(); }
    /// All changes until then were reported. nullopt: none are.
    [[nodiscard]] std::optional<SteadyTime> toldUntil() const
    {
        return isLive() ? std::optional(m_feed->toldUntil()) : std::nullopt;
    }
    /// True if state() is final, as far as it soon will be: not Pending, or the master has been up
    /// for a second. A first sweep waits for this, so that no change between the two is missed.
    [[nodiscard]] bool isSettled(SteadyTime upSince) const;
    /// How many commands the feed has sent.
    [[nodiscard]] std::uint64_t commands() const { return m_feed ? m_feed->commands() : 0; }
    /// Why changes are not pushed; nullopt: they are, or that is not known yet.
    [[nodiscard]] std::optional<Error> error() const { return m_feed ? m_feed->error() : m_noPush; }

private:
    void enter(FeedState next);
    void open();
    void giveUpIfTooLoud(SteadyTime now);

    const Clock& m_clock;
    std::optional<Error> m_noPush;
    Handlers m_handlers;
    FeedState m_state = FeedState::None; ///< at the latest tick
    SteadyTime m_nextCheck{};
    PushFeed::Connect m_connect;
    Subscription m_subscription;
    std::size_t m_others = 0; ///< reported since m_countedFrom
    SteadyTime m_countedFrom{};
    std::optional<SteadyTime> m_resumeAt; ///< set while reports are too many
    std::unique_ptr<PushFeed> m_feed; ///< last, so that it calls nothing that is destroyed
};

} // namespace lockkeeper::observe
