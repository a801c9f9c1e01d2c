// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/loop/lifetime.h"
#include "core/redis/cluster/cluster_map.h"
#include "core/redis/endpoint_resolver.h"
#include "core/redis/link/connection.h"

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace lockkeeper::redis {

/// The channel on which Sentinels publish failovers.
inline constexpr const char* kSwitchMaster = "+switch-master";

/// The master's address in a reply to SENTINEL GET-MASTER-ADDR-BY-NAME; nullopt if there is none.
/// Pure.
[[nodiscard]] std::optional<NodeAddress> masterIn(const Reply& reply);

/// The new address of the group's master in a pushed message; nullopt if the message is not on
/// kSwitchMaster, or about another group. Pure. Source: redis.io, "High availability with Redis
/// Sentinel", Pub/Sub messages.
[[nodiscard]] std::optional<NodeAddress> switchedMasterIn(
    const Reply& push, std::string_view group);

/// A group of Sentinels, and how to connect to its master.
struct SentinelWatchOptions {
    std::string group; ///< as in `sentinel monitor NAME ...`
    std::vector<Url> sentinels;
    Url master; ///< login, database and TLS; host and port come from the Sentinels
    MasterId id; ///< for errors
    std::string clientName;
    std::chrono::milliseconds timeout{1000}; ///< per request
    /// While no Sentinel connection is subscribed to failovers.
    std::chrono::milliseconds pollInterval{1000};
    std::chrono::milliseconds slowPollInterval{10'000}; ///< while one is
};

/// Endpoint resolver for the master of a Sentinel group. Asks all Sentinels (`SENTINEL
/// GET-MASTER-ADDR-BY-NAME`), subscribes to `+switch-master` on each, and asks again at an interval
/// and whenever current() is called.
///
/// A Sentinel that changes its answer is believed. An unchanged answer counts only if a majority of
/// all Sentinels gives it, so a Sentinel that was cut off does not lead back to the old master. The
/// connection must check itself whether the server is a master (mustBeMaster). Source: redis.io,
/// "Guidelines for Redis clients with support for Redis Sentinel".
///
/// Ownership: must be destroyed before `loop`, and after the connections that follow it.
/// Thread-safety: construct and destroy from any thread; the rest on the loop's thread.
class SentinelWatch final : public EndpointResolver {
public:
    SentinelWatch(EventLoop& loop, SentinelWatchOptions options);
    ~SentinelWatch() override;

    [[nodiscard]] Result<std::optional<Url>> current() override;

private:
    /// One Sentinel: a connection for requests, and a subscribed one that can't be used for
    /// requests.
    struct Sentinel {
        std::unique_ptr<Connection> questions; ///< both are created on the loop
        std::unique_ptr<Connection> news;
        bool isAsked = false; ///< a request is in progress
        bool isSubscribed = false;
        std::optional<NodeAddress> address; ///< its latest answer
        std::optional<Error> error; ///< why it gave none
    };

    void open(std::size_t index);
    void subscribe(std::size_t index);
    void askAll();
    void ask(std::size_t index);
    void pollLater();
    void onAnswer(std::size_t index, const Result<Reply>& reply);
    void onNews(std::size_t index, const Reply& push);
    void learn(std::size_t index, NodeAddress address);
    void adopt(const NodeAddress& address);
    void giveUpIfAllFailed();
    [[nodiscard]] static bool isHeardFrom(const Sentinel& sentinel);

    EventLoop& m_loop;
    const SentinelWatchOptions m_options;
    std::vector<Sentinel> m_sentinels;
    std::optional<NodeAddress> m_address;
    std::optional<Error> m_error; ///< set while there is no address
    Lifetime m_lifetime; ///< for tasks that are still posted
    std::uint64_t m_pollTimer = 0;
};

} // namespace lockkeeper::redis
