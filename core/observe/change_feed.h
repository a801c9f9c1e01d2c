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

/// Receives the names of touched keys by CLIENT TRACKING with BCAST (redis.io, "Client-side caching
/// in Redis"), on its own connection: RESP2 suffices, and a lost report is noticed. An expiry is
/// reported when the server removes the key. Thread: the loop's; destroy it before the loop.
class PushFeed {
public:
    struct Handlers {
        std::function<void(std::vector<std::string>)> onTouched;
        std::function<void()> onFlushed;
        std::function<void()> onReady;
    };
    struct Scope {
        std::vector<std::string> prefixes; ///< none may cover another; empty: all keys
    };

    using Connect
        = std::function<std::unique_ptr<redis::Connection>(redis::ConnectionOptions options)>;

    /// `user`: for the text on missing permissions.
    PushFeed(const Connect& connect, std::string user, std::chrono::milliseconds timeout,
        Scope scope, Handlers handlers);
    ~PushFeed();
    PushFeed(const PushFeed&) = delete;
    PushFeed& operator=(const PushFeed&) = delete;

    [[nodiscard]] bool isLive() const;
    /// Why changes are not reported. nullopt: unknown yet.
    [[nodiscard]] std::optional<Error> error() const;
    /// After a refusal; error() stays until granted.
    void tryAgain();
    /// Sends a PING; without a reply the feed ends.
    void checkAlive(SteadyTime now);
    /// Changes until then were reported.
    [[nodiscard]] SteadyTime toldUntil() const noexcept { return m_toldUntil; }

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

enum class FeedState {
    None, ///< impossible, or listen() was not called
    Pending,
    Live,
    Failed,
};

/// A master's pushed changes. Thread: the loop's; destroy it before the loop.
class ChangeFeed {
public:
    struct Handlers {
        std::function<void(std::vector<std::string>)> onTouched;
        /// Changes may be missing: sweep the master.
        std::function<void()> onGap;
        /// Any database was flushed: compare the names.
        std::function<void()> onFlushed;
    };

    ChangeFeed(const Clock& clock, std::optional<Error> noPush, Handlers handlers);
    ~ChangeFeed();
    ChangeFeed(const ChangeFeed&) = delete;
    ChangeFeed& operator=(const ChangeFeed&) = delete;

    struct Subscription {
        MasterId master;
        std::string user;
        std::chrono::milliseconds timeout;
        std::vector<std::string> patterns; ///< globs; empty: all keys
        std::vector<std::string> morePrefixes; ///< (patterns) further keys to report
    };
    /// Subscribes if every pattern has a fixed prefix; else see error().
    void listen(const PushFeed::Connect& connect, Subscription subscription);
    /// Call several times a second while the master answers.
    void tick();
    /// Updates toldUntil() soon.
    void check();
    void tryAgain();
    /// Counts reported non-locks. Too many end the push: docs/observation.md, "What it costs".
    void noteOthers(std::size_t keys) noexcept { m_others += keys; }
    /// Ends the push: more is reported than can be read.
    void noteFlood() noexcept { m_isFlooded = true; }

    [[nodiscard]] FeedState state() const;
    [[nodiscard]] bool isLive() const { return m_feed && m_feed->isLive(); }
    [[nodiscard]] std::optional<SteadyTime> toldUntil() const
    {
        return isLive() ? std::optional(m_feed->toldUntil()) : std::nullopt;
    }
    /// The first sweep may start: not Pending, or up for a second.
    [[nodiscard]] bool isSettled(SteadyTime upSince) const;
    [[nodiscard]] std::uint64_t commands() const { return m_feed ? m_feed->commands() : 0; }
    [[nodiscard]] std::optional<Error> error() const { return m_feed ? m_feed->error() : m_noPush; }

private:
    void enter(FeedState next);
    void open();
    void giveUpIfTooLoud(SteadyTime now);
    void rest(SteadyTime now, const char* why);

    const Clock& m_clock;
    std::optional<Error> m_noPush;
    Handlers m_handlers;
    FeedState m_state = FeedState::None;
    SteadyTime m_nextCheck{};
    PushFeed::Connect m_connect;
    Subscription m_subscription;
    std::size_t m_others = 0;
    bool m_isFlooded = false;
    SteadyTime m_countedFrom{};
    std::optional<SteadyTime> m_resumeAt;
    std::unique_ptr<PushFeed> m_feed; ///< last, so that it calls nothing destroyed
};

} // namespace lockkeeper::observe
