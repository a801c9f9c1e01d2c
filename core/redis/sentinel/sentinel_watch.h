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

inline constexpr const char* kSwitchMaster = "+switch-master";

[[nodiscard]] std::optional<NodeAddress> masterIn(const Reply& reply);

/// From a message on kSwitchMaster. Source: redis.io, "High availability with Redis Sentinel".
[[nodiscard]] std::optional<NodeAddress> switchedMasterIn(
    const Reply& push, std::string_view group);

struct SentinelWatchOptions {
    std::string group;
    std::vector<Url> sentinels;
    Url master; ///< login, database and TLS
    MasterId id;
    std::string clientName;
    std::chrono::milliseconds timeout{1000};
    /// While no Sentinel is subscribed to.
    std::chrono::milliseconds pollInterval{1000};
    std::chrono::milliseconds slowPollInterval{10'000};
};

/// Finds the master of a Sentinel group by polling all Sentinels and by `+switch-master`. Believes
/// a changed answer; an unchanged one needs a majority, or a Sentinel that was cut off leads back
/// to the old master. Needs mustBeMaster. Source: redis.io, "Guidelines for Redis clients with
/// support for Redis Sentinel".
///
/// Destroy it before `loop`, after the connections that use it. Thread: construct and destroy it on
/// any; else the loop's.
class SentinelWatch final : public EndpointResolver {
public:
    SentinelWatch(EventLoop& loop, SentinelWatchOptions options);
    ~SentinelWatch() override;

    [[nodiscard]] Result<std::optional<Url>> current() override;

private:
    struct Sentinel {
        std::unique_ptr<Connection> questions;
        std::unique_ptr<Connection> news;
        bool isAsked = false;
        bool isSubscribed = false;
        std::optional<NodeAddress> address;
        std::optional<Error> error;
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
    std::optional<Error> m_error;
    Lifetime m_lifetime;
    std::uint64_t m_pollTimer = 0;
};

} // namespace lockkeeper::redis
